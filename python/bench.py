#!/usr/bin/env python3
"""Times the package against other exact cover solvers for Python, and itself against its promises.

    python3 -m venv .venv
    .venv/bin/pip install ./python exact-cover==1.5.0 xcover==0.2.6 dlx==1.0.4 ortools==9.15.6755
    .venv/bin/python python/bench.py --output results/python.md

It takes some minutes, and wants the machine for itself. Six problems are given to each solver as a 0/1
matrix, from which it makes what it needs; what is timed is everything from the matrix to the number of
solutions, in a process of its own, on one thread, by the time of the processor, which other processes do
not change much. A solver that takes longer than the limit is ended. Whatever a solver counts is
compared, and what is wrong is shown as wrong.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import os
import platform
import resource
import signal
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import metadata
from multiprocessing.connection import Connection
from pathlib import Path

import numpy as np

import bitcover as bc

PENTOMINOES = {
    "F": [".xx", "xx.", ".x."],
    "I": ["xxxxx"],
    "L": ["xxxx", "x..."],
    "N": [".xxx", "xx.."],
    "P": ["xx", "xx", "x."],
    "T": ["xxx", ".x.", ".x."],
    "U": ["x.x", "xxx"],
    "V": ["x..", "x..", "xxx"],
    "W": ["x..", "xx.", ".xx"],
    "X": [".x.", "xxx", ".x."],
    "Y": ["xxxx", ".x.."],
    "Z": ["xx.", ".x.", ".xx"],
}


def polyominoes(pieces: dict[str, list[str]], rows: int, columns: int) -> np.ndarray:
    """A column for each cell and piece, a row for each placement: symmetry is left in."""
    names = list(pieces)
    options = set()
    for number, name in enumerate(names):
        shape = np.array([[mark == "x" for mark in row] for row in pieces[name]])
        for flipped, turns in itertools.product((shape, np.fliplr(shape)), range(4)):
            turned = np.rot90(flipped, turns)
            for top in range(rows - turned.shape[0] + 1):
                for left in range(columns - turned.shape[1] + 1):
                    board = np.zeros((rows, columns), dtype=bool)
                    board[top : top + turned.shape[0], left : left + turned.shape[1]] = turned
                    piece = np.arange(len(names)) == number
                    options.add((*board.ravel().tolist(), *piece.tolist()))
    return np.array(sorted(options), dtype=bool)


def matchings(vertices: int) -> np.ndarray:
    """The perfect matchings of a complete graph."""
    pairs = list(itertools.combinations(range(vertices), 2))
    matrix = np.zeros((len(pairs), vertices), dtype=bool)
    for row, pair in enumerate(pairs):
        matrix[row, list(pair)] = True
    return matrix


def latin(order: int) -> np.ndarray:
    """Latin squares: cells, rows with symbols, columns with symbols."""
    matrix = np.zeros((order**3, 3 * order**2), dtype=bool)
    for option, (row, column, symbol) in enumerate(itertools.product(range(order), repeat=3)):
        places = (row * order + column, row * order + symbol, column * order + symbol)
        for kind, place in enumerate(places):
            matrix[option, kind * order**2 + place] = True
    return matrix


#: A sudoku of many givens, whose one solution hardly needs a search, and one of few.
EASY = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def sudoku(puzzle: str) -> np.ndarray:
    """Cells, rows with symbols, columns with symbols, boxes with symbols."""
    options = []
    for row, column, symbol in itertools.product(range(9), repeat=3):
        if puzzle[9 * row + column] in (".", str(symbol + 1)):
            box = row // 3 * 3 + column // 3
            options.append((9 * row + column, 9 * row + symbol, 9 * column + symbol, 9 * box + symbol))
    matrix = np.zeros((len(options), 324), dtype=bool)
    for number, places in enumerate(options):
        for kind, place in enumerate(places):
            matrix[number, 81 * kind + place] = True
    return matrix


PROBLEMS: dict[str, tuple[Callable[[], np.ndarray], int]] = {
    "pentominoes 3 x 20": (lambda: polyominoes(PENTOMINOES, 3, 20), 8),
    "pentominoes 6 x 10": (lambda: polyominoes(PENTOMINOES, 6, 10), 9356),
    "matchings of 14 vertices": (lambda: matchings(14), 135_135),
    "Latin squares of order 5": (lambda: latin(5), 161_280),
    f"a sudoku of {81 - EASY.count('.')} givens": (lambda: sudoku(EASY), 1),
    f"a sudoku of {81 - HARD.count('.')} givens": (lambda: sudoku(HARD), 1),
}


def by_bitcover(matrix: np.ndarray) -> int:
    return bc.Solver(bc.Cover.from_matrix(matrix), threads=1).count().total


def by_exact_cover(matrix: np.ndarray) -> int:
    from exact_cover import get_solution_count

    return int(get_solution_count(matrix))


def by_xcover(matrix: np.ndarray) -> int:
    from xcover import covers

    options = [np.flatnonzero(row).tolist() for row in matrix]
    return sum(1 for _ in covers(options, primary=list(range(matrix.shape[1]))))


def by_dlx(matrix: np.ndarray) -> int:
    from dlx import DLX

    solver = DLX([(column, DLX.PRIMARY) for column in range(matrix.shape[1])])
    solver.appendRows([np.flatnonzero(row).tolist() for row in matrix])
    return sum(1 for _ in solver.solve())


def by_ortools(matrix: np.ndarray) -> int:
    from ortools.sat.python import cp_model

    class Counter(cp_model.CpSolverSolutionCallback):
        count = 0

        def on_solution_callback(self) -> None:
            self.count += 1

    model = cp_model.CpModel()
    chosen = [model.new_bool_var("") for _ in range(len(matrix))]
    for column in matrix.T:
        model.add_exactly_one(chosen[option] for option in np.flatnonzero(column))
    solver, counter = cp_model.CpSolver(), Counter()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    solver.solve(model, counter)
    return counter.count


SOLVERS = {
    "bitcover": by_bitcover,
    "exact-cover": by_exact_cover,
    "xcover": by_xcover,
    "dlx": by_dlx,
    "ortools": by_ortools,
}


def one(solver: str, problem: str, limit: float, send: Connection) -> None:
    """Counts, and sends the count and the time: what is short, as often as takes a fifth of a second, since
    the clock of the processor may be coarse. What is imported or compiled on first use is not timed."""
    matrix = PROBLEMS[problem][0]()
    SOLVERS[solver](np.eye(2, dtype=bool))
    begun = time.process_time()
    most = int(begun + limit) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (most, most))
    count, times = SOLVERS[solver](matrix), 1
    while time.process_time() - begun < 0.2:
        if SOLVERS[solver](matrix) != count:
            raise SystemExit(f"{solver} counts {problem} differently from time to time")
        times += 1
    send.send((count, (time.process_time() - begun) / times))


@dataclass(frozen=True)
class Timed:
    """What a solver took for a problem, in seconds, and what it counted; nothing where it did not end."""

    seconds: float | None
    count: int | None


def timed(solver: str, problem: str, limit: float) -> Timed:
    """Has a solver count in a process of its own, which is ended after the limit."""
    context = multiprocessing.get_context("spawn")
    receive, send = context.Pipe(duplex=False)
    process = context.Process(target=one, args=(solver, problem, limit, send))
    process.start()
    send.close()
    try:
        count, seconds = receive.recv()
    except EOFError:
        process.join()
        if process.exitcode in (-signal.SIGXCPU, -signal.SIGKILL):
            return Timed(None, None)
        raise SystemExit(f"{solver} failed on {problem}") from None
    process.join()
    return Timed(seconds if seconds <= limit else None, count)


def in_words(runs: list[Timed], right: int, limit: float) -> str:
    """The median of some runs, or what is wrong with them."""
    wrong = {run.count for run in runs if run.count not in (None, right)}
    if wrong:
        return f"wrong: {min(wrong):,}"
    known = [run.seconds for run in runs if run.seconds is not None]
    return duration(statistics.median(known)) if known else f"> {limit:.0f} s"


def duration(seconds: float) -> str:
    return f"{seconds * 1000:.2f} ms" if seconds < 1 else f"{seconds:.2f} s"


def calls() -> list[str]:
    """The calls of exact-cover on an easy sudoku, by both packages in turn, so that both meet the same
    machine; the time of the processor."""
    import exact_cover as theirs
    from bitcover.compat import exact_cover as ours

    matrix = sudoku(EASY)
    lines = []
    for call in ("get_solution_count", "get_exact_cover", "get_all_solutions"):
        taken: list[list[float]] = [[], []]
        answers: list[list[int]] = [[], []]
        for _ in range(101):
            for package, times, answer in zip((ours, theirs), taken, answers):
                begun = time.process_time()
                found = getattr(package, call)(matrix)
                times.append(time.process_time() - begun)
                rows = next(iter(found)) if isinstance(found, (set, list)) else found
                answer[:] = sorted(np.atleast_1d(rows).tolist())
        if answers[0] != answers[1]:
            raise SystemExit(f"{call} returns {answers[0]} here and {answers[1]} there")
        lines.append(f"| `{call}` | " + " | ".join(duration(statistics.median(t)) for t in taken) + " |")
    return lines


def rates() -> list[tuple[str, str]]:
    """How quick the package itself is."""
    lines = []
    solver = bc.Solver("soma", threads=1)
    solver.count()
    overhead = []
    for _ in range(21):
        begun = time.perf_counter()
        inside = solver.count().seconds
        overhead.append(time.perf_counter() - begun - inside)
    words = f"{statistics.median(overhead) * 1000:.2f} ms"
    lines.append(("a count takes longer than the library's by (soma, median of 21)", words))
    for engine in (None, "search"):
        batches = bc.Solver("iq-fit", engine=engine).solutions_array(4096)
        taken = itertools.accumulate(len(batch) for batch in batches)
        what = f"in arrays of 4096 (iq-fit, all cores{', engine search' if engine else ''})"
        lines.append((f"solutions in a second, {what}", rate(taken, 2_000_000)))
    for engine in (None, "frontier"):
        solutions = bc.Solver("iq-fit", engine=engine).solutions()
        taken = (number for number, _ in enumerate(solutions, 1))
        what = f"one by one as objects (iq-fit, all cores{f', engine {engine}' if engine else ''})"
        lines.append((f"solutions in a second, {what}", rate(taken, 500_000)))
    return lines


def rate(taken: Iterator[int], most: int) -> str:
    """How many come in a second, after the first, which has to be found; and the time of the processor."""
    first = next(taken)
    wall, busy = time.perf_counter(), time.process_time()
    last = next(number for number in taken if number >= most) - first
    wall, busy = time.perf_counter() - wall, time.process_time() - busy
    return f"{last / wall:,.0f} ({busy / last * 1e6:.2f} µs of the processor each)"


def about() -> list[str]:
    """What the file says of the machine and of the programs."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    packages = ("bitcover", "exact-cover", "xcover", "dlx", "ortools", "numpy")
    versions = ", ".join(f"{name} {metadata.version(name)}" for name in packages)
    return [
        f"- date: {time.strftime('%Y-%m-%d %H:%M UTC', time.gmtime())}",
        f"- processor: {names[0] if names else platform.processor() or 'unnamed'}, {os.cpu_count()} cores",
        f"- system: {platform.system()} {platform.machine()}, Python {platform.python_version()}",
        f"- packages: {versions}",
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limit", type=float, default=10.0, help="seconds for each solver")
    parser.add_argument("--output", type=Path, help="the file to write; standard output otherwise")
    arguments = parser.parse_args()
    limit = arguments.limit
    rows = []
    for problem, (matrix, count) in PROBLEMS.items():
        options, items = matrix().shape
        times = []
        for solver in SOLVERS:
            runs = [timed(solver, problem, limit)]
            # Three runs where that is quick.
            if runs[0].seconds is not None and runs[0].seconds < 2:
                runs += [timed(solver, problem, limit) for _ in range(2)]
            times.append(in_words(runs, count, limit))
            print(f"{problem}: {solver}: {times[-1]}", file=sys.stderr)
        rows.append(f"| {problem} | {items} x {options} | {count:,} | " + " | ".join(times) + " |")
    heads = " | ".join(SOLVERS)
    text = "\n".join(
        [
            "# Python: how long counting takes",
            "",
            "Made by `python/bench.py`, which says how. Each solver counts all solutions of an exact",
            "cover that it is given as a 0/1 matrix, symmetry left in, on one thread; seconds of the",
            "processor, medians of three runs where they are short.",
            "",
            *about(),
            "",
            f"| problem | items x options | solutions | {heads} |",
            "|---|---:|---:|" + "---:|" * len(SOLVERS),
            *rows,
            "",
            "The calls of exact-cover on the easy sudoku, by `bitcover.compat.exact_cover` and by exact-cover",
            "itself, in one process, medians of 101; the answers agree.",
            "",
            "| call | bitcover.compat | exact-cover |",
            "|---|---:|---:|",
            *calls(),
            "",
            "What the package itself takes:",
            "",
            "| | |",
            "|---|---:|",
            *(f"| {what} | {speed} |" for what, speed in rates()),
            "",
        ]
    )
    if arguments.output:
        arguments.output.write_text(text, encoding="utf-8")
    else:
        print(text)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Solves what `bitcover export` writes with programs by other authors, and compares.

    python3 scripts/check-exports.py --bitcover target/release/bitcover

- The integer program (lp), with HiGHS: feasible where there are solutions, and what it finds is
  an exact cover by the matrix export; infeasible where there are none.
- The formula (cnf), with CaDiCaL: all solutions, by blocking clauses on the options, and all
  models without looking at the options; both are as many as `bitcover count` finds.
- The matrix and Knuth's format (dlx), with dxz: as many solutions again.

It takes about a minute. It installs nothing; it needs these packages, in these versions:

    pip install highspy==1.15.1 python-sat==1.9.dev17 dxz==0.0.6 numpy==2.4.6

Exit codes: 0 all agree, 1 something differs, 2 a package is missing.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

PACKAGES = "highspy==1.15.1 python-sat==1.9.dev17 dxz==0.0.6 numpy==2.4.6"

try:
    import dxz
    import highspy
    import numpy
    from pysat.formula import CNF
    from pysat.solvers import Solver
except ImportError as error:
    print(f"check-exports: {error}; it needs: pip install {PACKAGES}", file=sys.stderr)
    sys.exit(2)

# What each format is tried on: `copies` is below, the others are of the catalogue. Blocking
# clauses pile up, so the formulas are of puzzles with some hundred solutions at most.
FORMULAS = ["logiq-2", "copies"]
MATRICES = ["logiq-2", "copies", "tetrominoes-5x8", "pentominoes-3x20", "soma"]
PROGRAMS = ["logiq-2", "copies", "soma", "kanoodle"]

COPIES = '''
name = "copies"
title = "Up to two of each of four tetrominoes on 4 x 6"

[board]
rows = 4
columns = 6
motions = "rotations-and-flips"

[pieces]
optional = true

[[piece]]
name = "l"
symbol = "Ll"
optional = false
picture = """
LLL
L.."""

[[piece]]
name = "i"
symbol = "Ii"
picture = "IIII"

[[piece]]
name = "o"
symbol = "Oo"
picture = """
OO
OO"""

[[piece]]
name = "s"
symbol = "Ss"
picture = """
SS.
.SS"""
'''

# An X pentomino in three rows cuts off single cells, which nothing else can fill.
IMPOSSIBLE = '''
name = "impossible"
title = "No way to fill 3 x 5"

[board]
rows = 3
columns = 5
motions = "rotations-and-flips"

[[piece]]
name = "x"
symbol = "X"
picture = """
.X.
XXX
.X."""

[[piece]]
name = "l"
symbol = "Ll"
picture = """
LLLL
L..."""
'''


class Check:
    """Runs the program under test, and notes what differs."""

    def __init__(self, program, directory):
        self.program = program
        self.directory = Path(directory)
        self.failures = 0
        # Puzzles that are not in the catalogue, by name.
        self.own = {}

    def run(self, *arguments):
        command = [self.program, *map(str, arguments)]
        result = subprocess.run(command, stdout=subprocess.PIPE, text=True)
        if result.returncode != 0:
            sys.exit(f"check-exports: {' '.join(command)} ended with {result.returncode}")
        return result.stdout

    def export(self, puzzle, form):
        path = self.directory / f"{puzzle}.{form}"
        path.unlink(missing_ok=True)  # export overwrites nothing
        self.run("export", self.own.get(puzzle, puzzle), "--format", form, "--output", path)
        return path

    def count(self, puzzle):
        return json.loads(self.run("count", self.own.get(puzzle, puzzle), "--json"))["total"]

    def that(self, what, found, expected):
        agrees = found == expected
        self.failures += not agrees
        verdict = f"ok   {what}: {found}" if agrees else f"FAIL {what}: {found}, not {expected}"
        print(verdict, flush=True)


def read_matrix(path):
    """The rows, and the number of primary columns."""
    primary = None
    for line in path.read_text().splitlines():
        if line.startswith("# primary:"):
            primary = int(line.split(":")[1])
    return numpy.loadtxt(path, dtype=int, ndmin=2), primary


def read_dlx(path):
    """The same, from Knuth's format."""
    lines = path.read_text().splitlines()
    head, *options = [line for line in lines if line.strip() and not line.lstrip().startswith("|")]
    primary, _, secondary = head.partition(" | ")
    items = primary.split() + secondary.split()
    place = {item: number for number, item in enumerate(items)}
    rows = numpy.zeros((len(options), len(items)), dtype=int)
    for number, option in enumerate(options):
        for item in option.split():
            rows[number, place[item]] = 1
    return rows, len(primary.split())


def count_with_dxz(rows, primary):
    """dxz knows no secondary items: a row of its own leaves each one uncovered."""
    columns = rows.shape[1]
    slack = numpy.eye(columns, dtype=int)[primary:]
    rows = numpy.vstack([rows, slack])
    return dxz.dxz_count(len(rows), columns, rows.flatten().tolist())


def solve_lp(path):
    """The numbers of the options that HiGHS chooses, from 0; none if there is no way."""
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    if highs.readModel(str(path)) != highspy.HighsStatus.kOk:
        sys.exit(f"check-exports: HiGHS cannot read {path}")
    highs.run()
    status = highs.getModelStatus()
    if status == highspy.HighsModelStatus.kInfeasible:
        return None
    if status != highspy.HighsModelStatus.kOptimal:
        sys.exit(f"check-exports: HiGHS ends with {highs.modelStatusToString(status)} on {path}")
    model = highs.getLp()
    values = highs.getSolution().col_value
    chosen = (name for name, value in zip(model.col_names_, values) if value > 0.5)
    return sorted(int(name[1:]) - 1 for name in chosen)


def is_exact_cover(rows, primary, chosen):
    times = rows[chosen].sum(axis=0)
    return bool((times[:primary] == 1).all() and (times[primary:] <= 1).all())


def count_models(path, options):
    """All models, each blocked on the options that it chooses or, without `options`, whole."""
    formula = CNF(from_file=str(path))
    count = 0
    with Solver(name="cadical153", bootstrap_with=formula.clauses) as solver:
        while solver.solve():
            count += 1
            model = solver.get_model()
            if options is None:
                solver.add_clause([-literal for literal in model])
            else:
                solver.add_clause([-literal for literal in model if 0 < literal <= options])
    return count


def main():
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=form)
    parser.add_argument("--bitcover", default="target/release/bitcover", help="what to check")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        check = Check(arguments.bitcover, directory)
        for name, text in [("copies", COPIES), ("impossible", IMPOSSIBLE)]:
            check.own[name] = check.directory / f"{name}.toml"
            check.own[name].write_text(text)
        chosen = solve_lp(check.export("impossible", "lp"))
        check.that("impossible, lp in HiGHS", chosen, None)
        models = count_models(check.export("impossible", "cnf"), None)
        check.that("impossible, cnf in CaDiCaL", models, 0)
        for puzzle in MATRICES:
            total = check.count(puzzle)
            found = count_with_dxz(*read_matrix(check.export(puzzle, "matrix")))
            check.that(f"{puzzle}, matrix in dxz", found, total)
            found = count_with_dxz(*read_dlx(check.export(puzzle, "dlx")))
            check.that(f"{puzzle}, dlx in dxz", found, total)
        for puzzle in FORMULAS:
            total = check.count(puzzle)
            rows, _ = read_matrix(check.export(puzzle, "matrix"))
            formula = check.export(puzzle, "cnf")
            found = count_models(formula, len(rows))
            check.that(f"{puzzle}, solutions of the cnf in CaDiCaL", found, total)
            found = count_models(formula, None)
            check.that(f"{puzzle}, models of the cnf in CaDiCaL", found, total)
        for puzzle in PROGRAMS:
            rows, primary = read_matrix(check.export(puzzle, "matrix"))
            chosen = solve_lp(check.export(puzzle, "lp"))
            is_solution = chosen is not None and is_exact_cover(rows, primary, chosen)
            check.that(f"{puzzle}, lp in HiGHS finds a solution", is_solution, True)
    return 1 if check.failures else 0


if __name__ == "__main__":
    sys.exit(main())

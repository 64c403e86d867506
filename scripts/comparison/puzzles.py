"""The puzzles: their covers as other solvers read them, and the counts that must come out."""

import json
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from .peers import ROOT

# What is compared unless puzzles are named; `logiq` is the family, from logiq-2 to logiq-5.
PUZZLES = [
    "logiq",
    "logiq-4",
    "logiq-5",
    "kanoodle",
    "cubi-magici",
    "soma",
    "pentominoes-6x10",
    "pentominoes-8x8-hole",
    "tetrominoes-5x8",
    "tetris-cube",
    "iq-fit",
]
QUICK = ["logiq-3", "soma", "tetrominoes-4x10"]

# Where all solutions are written to files as well, and how.
LISTED = {"logiq": [], "kanoodle": ["--images", "--format", "packed"]}

# What `export` says of a case that must be counted up to symmetry.
RESIDUAL = "comes first among its images"


@dataclass
class Cover:
    """An exact cover problem in one file, or several whose solutions add up."""

    # "cases" as bitcover would search them, or "plain"
    kind: str
    files: list
    # The number of solutions of all files, and what that is.
    expected: int
    meaning: str
    has_secondary: bool = False
    options: int = 0


@dataclass
class Puzzle:
    """A puzzle, or a family of puzzles, of the catalogue or of a user."""

    name: str
    distinct: int = 0
    total: int = 0
    covers: list = field(default_factory=list)
    notes: list = field(default_factory=list)


class Bitcover:
    """The program that is compared with others."""

    def __init__(self, program):
        self.program = program

    def run(self, *arguments):
        """What it prints; ends this program where it fails."""
        command = [self.program, *map(str, arguments)]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"compare: {' '.join(command)} ended with {done.returncode}")
        return done.stdout

    def count(self, puzzle):
        """The counts as `count --json` prints them."""
        return json.loads(self.run("count", puzzle, "--json"))

    def machine(self, directory):
        """What it says of the machine and of itself, from a report of a small run."""
        output = Path(directory) / "machine"
        self.run("solve", "logiq-2", "--json", "--output", output)
        return json.loads((output / "report.json").read_text())[0]["machine"]


def known_counts():
    """Distinct and total of each puzzle of the catalogue, as the tests hold them; one of them was
    never counted as a whole."""
    lines = (ROOT / "tests" / "counts.csv").read_text().splitlines()[1:]
    rows = [line.split(",") for line in lines]
    return {row[0]: (int(row[4]), int(row[5])) for row in rows if row[4]}


def prepare(bitcover, name, directory):
    """Exports a puzzle, and finds the counts that must come out."""
    counted = bitcover.count(name)
    members = [part["name"] for part in counted["parts"]]
    puzzle = Puzzle(name)
    known = known_counts()
    if name in known or all(member in known for member in members):
        names = [name] if name in known else members
        puzzle.distinct = sum(known[member][0] for member in names)
        puzzle.total = sum(known[member][1] for member in names)
        puzzle.notes.append("The counts that must come out are those of tests/counts.csv.")
    else:
        puzzle.distinct, puzzle.total = counted["distinct"], counted["total"]
        puzzle.notes.append("Nobody else's count is at hand: bitcover's own must come out.")
    targets = members if len(members) > 1 else [name]
    files = [export(bitcover, target, Path(directory)) for target in targets]
    cases = [case for of_member, _ in files for case in of_member]
    plain = [cover for _, cover in files]
    if len(cases) == len(plain) and all(map(is_same, cases, plain)):
        puzzle.notes.append(
            "No piece can be anchored, so the cover as bitcover searches it is the plain one, "
            "and is given once. bitcover counts only what comes first among its images."
        )
    else:
        puzzle.covers.append(case_cover(bitcover, puzzle, cases))
    what = "every arrangement on the fixed board"
    puzzle.covers.append(describe(Cover("plain", plain, puzzle.total, what)))
    return puzzle


def export(bitcover, target, directory):
    """Writes the covers of one puzzle: those of its cases, and the plain one."""
    stem = Path(target).stem
    cases = directory / f"{stem}-cases"
    bitcover.run("export", target, "--format", "dlx", "--cases", "--output", cases)
    numbered = directory.glob(f"{cases.name}.*")
    written = sorted(numbered, key=lambda path: int(path.suffix[1:]))
    renamed = [directory / f"{stem}-case{number}.dlx" for number in range(1, len(written) + 1)]
    for old, new in zip(written, renamed):
        old.rename(new)
    plain = directory / f"{stem}-plain.dlx"
    bitcover.run("export", target, "--format", "dlx", "--output", plain)
    return renamed, plain


def case_cover(bitcover, puzzle, files):
    """The cover as bitcover searches it, with its count.

    Where a case leaves symmetry, solutions of its file are more than the distinct ones; bitcover's
    count of these files must come out then.
    """
    if any(RESIDUAL in path.read_text() for path in files):
        expected = sum(bitcover.count(path)["total"] for path in files)
        if expected == puzzle.distinct:
            meaning = "the distinct solutions; what symmetry is left concerns none of them"
        else:
            meaning = "some of the distinct solutions several times, as some symmetry is left"
        return describe(Cover("cases", files, expected, meaning))
    return describe(Cover("cases", files, puzzle.distinct, "the distinct solutions"))


def describe(cover):
    """Counts the options, and looks for secondary items."""
    for path in cover.files:
        items, *options = content(path)
        cover.has_secondary |= "|" in items
        cover.options += len(options)
    return cover


def content(path):
    """The lines of a cover that are not comments."""
    lines = path.read_text().splitlines()
    return [line for line in lines if line.strip() and not line.startswith("|")]


def is_same(one, other):
    """Whether two files hold the same cover."""
    return content(one) == content(other)

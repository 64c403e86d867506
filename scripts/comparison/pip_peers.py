#!/usr/bin/env python3
"""Counts the exact covers of files in Knuth's format with Python packages by other authors.

    python3 pip_peers.py SOLVER FILE...
    python3 pip_peers.py --versions

For each file it prints a line with the number of solutions and the seconds that the package took,
from its first call on; importing it and reading the file are not in that time. `--versions` prints
each package that is there with its version. `scripts/compare` runs this with the Python in which
the packages are.
"""

import sys
import time
from importlib import metadata

sys.path.pop(0)  # the modules beside this file are not meant

# The solvers, and what two of them stand on.
PACKAGES = ["xcover", "dxz", "exact-cover", "ortools", "numba", "numpy"]


class Cover:
    """An exact cover problem; items are numbered from 0, the primary ones first."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            lines = [line for line in file if line.strip() and not line.lstrip().startswith("|")]
        primary, _, secondary = lines[0].partition("|")
        names = primary.split() + secondary.split()
        number = {name: at for at, name in enumerate(names)}
        self.items = len(names)
        self.primary = len(primary.split())
        self.options = [sorted(number[name] for name in line.split()) for line in lines[1:]]

    def must_have_no_secondary_items(self):
        """For solvers that know none."""
        if self.primary != self.items:
            sys.exit("no secondary items")


def xcover():
    """Dancing cells, every solution yielded."""
    import xcover as package

    def count(cover):
        primary, secondary = range(cover.primary), range(cover.primary, cover.items)
        found = package.covers(cover.options, primary=primary, secondary=secondary)
        return sum(1 for _ in found)

    return count


def xcover_memo():
    """Dancing cells that build a decision diagram with a memo; its paths are counted here."""
    import xcover as package

    def count(cover):
        primary, secondary = range(cover.primary), range(cover.primary, cover.items)
        nodes = package.covers_zdd(
            cover.options, primary=primary, secondary=secondary, use_memo_cache=True
        )
        ways, last = {0: 0, 1: 1}, 0
        for index, _, low, high in nodes:
            last = int(index)
            ways[last] = ways[int(low)] + ways[int(high)]
        return ways[last]

    return count


def dxz():
    """Dancing links that build a decision diagram with a memo, and count its paths."""
    import dxz as package

    def count(cover):
        cover.must_have_no_secondary_items()
        matrix = [0] * (len(cover.options) * cover.items)
        for row, option in enumerate(cover.options):
            for item in option:
                matrix[row * cover.items + item] = 1
        return package.dxz_count(len(cover.options), cover.items, matrix)

    return count


def exact_cover():
    """Dancing links in C."""
    import exact_cover as package
    import numpy

    def count(cover):
        cover.must_have_no_secondary_items()
        matrix = numpy.zeros((len(cover.options), cover.items), dtype=bool)
        for row, option in enumerate(cover.options):
            matrix[row, option] = True
        return int(package.get_solution_count(matrix))

    return count


def ortools():
    """CP-SAT: a Boolean for each option, all solutions enumerated by one worker."""
    from ortools.sat.python import cp_model

    class Counter(cp_model.CpSolverSolutionCallback):
        """Counts what is found."""

        def __init__(self):
            super().__init__()
            self.solutions = 0

        def on_solution_callback(self):
            self.solutions += 1

    def count(cover):
        model = cp_model.CpModel()
        options = [[] for _ in range(cover.items)]
        for option in cover.options:
            is_chosen = model.new_bool_var("")
            for item in option:
                options[item].append(is_chosen)
        for item, literals in enumerate(options):
            if item < cover.primary:
                model.add_exactly_one(literals)
            else:
                model.add_at_most_one(literals)
        solver = cp_model.CpSolver()
        solver.parameters.enumerate_all_solutions = True
        solver.parameters.num_workers = 1
        counter = Counter()
        status = solver.solve(model, counter)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE):
            sys.exit(f"CP-SAT ends with {solver.status_name(status)}")
        return counter.solutions

    return count


SOLVERS = {
    "xcover": xcover,
    "xcover-memo": xcover_memo,
    "dxz": dxz,
    "exact-cover": exact_cover,
    "ortools": ortools,
}


def versions():
    """Prints the packages that are installed."""
    for package in PACKAGES:
        try:
            print(package, metadata.version(package))
        except metadata.PackageNotFoundError:
            pass


def main():
    """Counts, or prints the versions."""
    if sys.argv[1:] == ["--versions"]:
        versions()
        return
    if len(sys.argv) < 2 or sys.argv[1] not in SOLVERS:
        sys.exit(f"pip_peers: name one of {', '.join(SOLVERS)}")
    count = SOLVERS[sys.argv[1]]()
    for path in sys.argv[2:]:
        cover = Cover(path)
        begun = time.perf_counter()
        solutions = count(cover)
        print(solutions, f"{time.perf_counter() - begun:.6f}", flush=True)


if __name__ == "__main__":
    main()

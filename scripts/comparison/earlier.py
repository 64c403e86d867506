"""Runs of an earlier comparison that went beyond the limit, which need not be waited for again."""

import csv

from .measure import Sample


def read(path, limit):
    """The runs beyond at least this limit, by puzzle, solver, cover and threads.

    Raises an OSError, a KeyError or a ValueError for what is no table of runs.
    """
    runs = {}
    with open(path, newline="") as file:
        lines = csv.DictReader(file)
        if "verdict" not in (lines.fieldnames or []):
            raise ValueError("there is no column of verdicts")
        for line in lines:
            if line["verdict"] == "timeout" and float(line["wall_s"]) >= limit:
                key = (line["puzzle"], line["solver"], line["cover"], int(line["threads"]))
                wall, user, system = (float(line[f"{of}_s"]) for of in ("wall", "user", "system"))
                peak, number = int(line["peak_bytes"]), int(line["round"])
                runs[key] = Sample(number, wall, user, system, peak, verdict="timeout")
    return runs


def take_over(runs, puzzle, rows):
    """Gives rows of other solvers such a run, if there is one; returns how many.

    A solver's name has its version in it. bitcover's own runs are never taken over.
    """
    taken = 0
    for row in rows:
        run = runs.get((puzzle.name, row.solver, row.cover, row.threads))
        if run is not None and not row.is_bitcover and not row.stopped:
            row.samples.append(run)
            row.stopped = "timeout"
            taken += 1
    return taken

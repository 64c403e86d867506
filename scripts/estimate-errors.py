#!/usr/bin/env python3
"""How good are the estimates of `bitcover estimate`? Writes results/estimate.md.

For puzzles whose counts are known, runs the command with many seeds:
  - each method for the same time on one thread: the error of each, over the seeds;
  - a fixed number of probes: how often the interval of 95% holds the known count.

    cargo build --release
    python3 scripts/estimate-errors.py --bitcover target/release/bitcover

Python 3.9 or later, nothing else. Takes about half an hour; --jobs runs several at once, which
on shared cores makes each slower. The figures of a fixed number of probes are the same everywhere.
"""

import argparse
import concurrent.futures
import json
import math
import subprocess
import sys

# The totals, all of them counted or quoted in the README.
TOTALS = {
    "kanoodle": 371_020,
    "iq-fit": 67_868_848,
    "tetris-cube": 236_136,
    "logiq-5": 147_936,
    "logiq-4": 326_112,
    "soma": 11_520,
    "cubi-magici": 816,
}

# Puzzle, method, number of probes and further arguments of the runs for coverage.
COVERAGE = [
    ("kanoodle", "population", 16),
    ("kanoodle", "population", 48),
    ("logiq-4", "population", 16),
    ("logiq-5", "population", 48),
    ("cubi-magici", "population", 8, "--no-symmetry"),
    ("soma", "population", 16, "--no-symmetry"),
    ("kanoodle", "plain", 4000),
    ("logiq-4", "plain", 2000),
    ("logiq-5", "plain", 2000),
    ("soma", "plain", 3000),
    ("soma", "plain", 30000),
]


def run(bitcover, puzzle, *arguments):
    command = [bitcover, "estimate", puzzle, "--json", "--threads", "1", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["parts"][0]


def rms(values):
    return math.sqrt(sum(value * value for value in values) / len(values))


def summary(puzzle, parts):
    truth = TOTALS[puzzle]
    ratios = [part["total"]["estimate"] / truth for part in parts]
    inside = [
        part["total"]["low"] <= truth <= (part["total"]["high"] or math.inf) for part in parts
    ]
    warned = sum(1 for part in parts if part["warnings"])
    widths = [
        (part["total"]["high"] - part["total"]["low"]) / 2 / truth
        for part in parts
        if part["total"]["high"] is not None
    ]
    return {
        "mean": sum(ratios) / len(ratios),
        "rms": rms([ratio - 1 for ratio in ratios]),
        "inside": sum(inside),
        "warned": warned,
        "width": sorted(widths)[len(widths) // 2] if widths else math.inf,
        "probes": sum(part["probes"] for part in parts) / len(parts),
        "seconds": sum(part["elapsed_s"] for part in parts) / len(parts),
    }


def many(pool, bitcover, puzzle, seeds, *arguments):
    jobs = [pool.submit(run, bitcover, puzzle, "--seed", s, *arguments) for s in range(1, seeds + 1)]
    return [job.result() for job in jobs]


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" + "---:|" * (len(head) - 1)]
    return lines + ["| " + " | ".join(row) + " |" for row in rows]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bitcover", default="target/release/bitcover")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--seeds", type=int, default=20, help="of the runs for errors")
    parser.add_argument("--coverage-seeds", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--note", help="a sentence on the machine, for the page")
    parser.add_argument("--output", default="results/estimate.md")
    arguments = parser.parse_args()
    pool = concurrent.futures.ThreadPoolExecutor(arguments.jobs)
    bitcover, seeds = arguments.bitcover, arguments.seeds

    errors = []
    for puzzle in ["kanoodle", "iq-fit", "tetris-cube", "logiq-5"]:
        for method in ["plain", "population"]:
            limits = ("--method", method, "--time", arguments.seconds)
            s = summary(puzzle, many(pool, bitcover, puzzle, seeds, *limits))
            errors.append([
                puzzle, method, f"{s['seconds']:.1f}", f"{s['probes']:,.0f}", f"{s['mean']:.3f}",
                f"{100 * s['rms']:.1f}%", f"{100 * s['width']:.1f}%", f"{s['inside']} of {seeds}",
                f"{s['warned']}",
            ])
            print(*errors[-1], file=sys.stderr)

    coverage = []
    for puzzle, method, probes, *more in COVERAGE:
        limits = ("--method", method, "--probes", probes, *more)
        parts = many(pool, bitcover, puzzle, arguments.coverage_seeds, *limits)
        s = summary(puzzle, parts)
        truth = TOTALS[puzzle]
        above = sum(1 for part in parts if part["total"]["low"] > truth)
        quiet = [part for part in parts if not part["warnings"]]
        held = summary(puzzle, quiet)["inside"] if quiet else 0
        coverage.append([
            " ".join([puzzle, *more]), method, f"{probes:,}", f"{s['mean']:.4f}",
            f"{100 * s['rms']:.1f}%", f"{100 * s['width']:.1f}%", f"**{s['inside']}**",
            f"{arguments.coverage_seeds - s['inside'] - above}", f"{above}",
            f"{held} of {len(quiet)}",
        ])
        print(*coverage[-1], file=sys.stderr)

    text = [
        "# How good are the estimates?",
        "",
        "`python3 scripts/estimate-errors.py` repeats this. Every run is on one thread; the error is",
        "the root mean square, over the seeds, of estimate / truth - 1, and the half-width is the",
        "median of half the interval of 95% as a share of the truth. The running estimates of one seed,",
        "400 probes, are in [estimate/estimate.svg](estimate/estimate.svg):",
        "`bitcover estimate kanoodle iq-fit tetris-cube logiq-5 --probes 400 --output results/estimate`.",
        "",
        "## Error at equal time",
        "",
        f"Seeds 1 to {seeds}, `--time {arguments.seconds:g}`. The seconds are those of the whole",
        "run, the measuring of the node rate included; a population's contain its pilots.",
        *([arguments.note] if arguments.note else []),
        "",
        *table(
            ["puzzle", "method", "seconds", "probes", "mean / truth", "error", "half-width",
             "truth inside", "runs with a warning"],
            errors,
        ),
        "",
        "## How often the interval of 95% holds the truth",
        "",
        f"Seeds 1 to {arguments.coverage_seeds}, a fixed number of probes, so that the figures are",
        "the same on any machine. The trees of Soma and Cubi magici are searched whole unless the",
        "method is plain or symmetry is not broken: there the default is exact for every seed.",
        "Where fewer than 20 probes of many reach a solution the number of nodes bounds the total,",
        "and the interval is as wide as that.",
        "",
        *table(
            ["puzzle", "method", "probes", "mean / truth", "error", "half-width",
             f"truth inside, of {arguments.coverage_seeds}", "interval too low", "too high",
             "inside without a warning"],
            coverage,
        ),
        "",
    ]
    with open(arguments.output, "w", encoding="utf-8") as file:
        file.write("\n".join(text))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Does `--engine auto` choose well? Writes results/engines.md.

Counts every puzzle of the catalogue with each engine and with auto, whole processes, one after the
other in turn (A B C, B C A, …), checks every count, and compares medians. An engine that takes
longer than the limit is left out of later rounds. With package dxz installed, that counts Kanoodle
as well, in rounds with auto and frontier.

    cargo build --release
    python3 scripts/compare-engines.py --bitcover target/release/bitcover

Python 3.9 or later; for the comparison with another program: pip install dxz==0.0.6. Takes about
ten minutes on a quiet machine.
"""

import argparse
import json
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ENGINES = ["auto", "search", "frontier"]

# Beyond the limit on any machine, or beyond its memory; frontier on the last is a matter of minutes
# (results/8x10.md).
LEFT_OUT = {
    "iq-fit": ["search"],
    "tetris-cube": ["frontier"],
    "pentominoes-tetrominoes-8x10": ENGINES,
}

DXZ = """
import sys, dxz
lines = [line for line in open(sys.argv[1]) if not line.startswith("|")]
items = {name: at for at, name in enumerate(lines[0].split())}
rows = [[items[name] for name in line.split()] for line in lines[1:] if line.strip()]
matrix = [0] * (len(rows) * len(items))
for at, row in enumerate(rows):
    for item in row:
        matrix[at * len(items) + item] = 1
print(dxz.dxz_count(len(rows), len(items), matrix))
"""


def timed(command, limit):
    begun = time.perf_counter()
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=True)
    except subprocess.TimeoutExpired:
        return None, None
    return time.perf_counter() - begun, done.stdout


def catalogue(bitcover):
    """Names and known totals, from the puzzles' own files."""
    files = sorted((Path(__file__).parent.parent / "tests").glob("counts.csv"))
    rows = [line.split(",") for line in files[0].read_text().splitlines()[1:]]
    return [(row[0], int(row[5])) for row in rows]


class Runner:
    def __init__(self, name, total, commands, limit):
        self.name, self.total, self.limit = name, total, limit
        self.commands = commands
        self.times = {what: [] for what in commands}
        self.chosen = None
        self.rounds = 0

    def round(self):
        # Each round begins with another one: what ran before has some influence.
        order = list(self.commands.items())
        self.rounds += 1
        start = self.rounds % len(order)
        for what, command in order[start:] + order[:start]:
            if self.times[what] is None:
                continue
            seconds, output = timed(command, self.limit)
            if seconds is None:
                self.times[what] = None
                continue
            if what == "dxz":
                total = int(output)
            else:
                part = json.loads(output)["parts"][0]
                total = part["total"]
                if what == "auto":
                    self.chosen = part["engine"]
            if total != self.total:
                sys.exit(f"compare-engines: {self.name}, {what}: {total}, not {self.total}")
            self.times[what].append(seconds)

    def measure(self, rounds):
        self.round()
        slowest = max(times[0] for times in self.times.values() if times)
        for what, times in self.times.items():
            self.times[what] = None if times is None else []
        for _ in range(rounds if slowest < 5 else 3):
            self.round()

    def median(self, what):
        times = self.times.get(what)
        return statistics.median(times) if times else None

    def cell(self, what):
        if what not in self.times:
            return "-"
        if self.times[what] is None:
            return f"> {self.limit:.0f} s"
        times = self.times[what]
        low, high = min(times) * 1e3, max(times) * 1e3
        return f"{self.median(what) * 1e3:.1f} ({low:.1f} to {high:.1f})"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bitcover", default="target/release/bitcover")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--limit", type=float, default=60.0, help="seconds for one run")
    parser.add_argument("--output", default="results/engines.md")
    arguments = parser.parse_args()
    bitcover = arguments.bitcover
    try:
        import dxz  # noqa: F401

        has_dxz = True
    except ImportError:
        has_dxz = False
    cpu = platform.processor() or "an unnamed processor"
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        cpu = names[0].split(":")[1].strip() if names else cpu
    version = subprocess.run([bitcover, "--version"], capture_output=True, text=True, check=True)
    lines = [
        "# Does auto choose well?",
        "",
        "`python3 scripts/compare-engines.py` repeats this: every puzzle counted by `bitcover",
        "count`, whole processes in turn, every count checked. Milliseconds: median (least to",
        f"most) of {arguments.rounds} runs after one that is not counted; - was not tried.",
        "",
        f"{time.strftime('%Y-%m-%d')}, {version.stdout.strip()}, {cpu}.",
    ]
    with tempfile.TemporaryDirectory() as directory:
        cover = Path(directory) / "kanoodle.dlx"
        subprocess.run(
            [bitcover, "export", "kanoodle", "--format", "dlx", "--output", cover], check=True
        )
        for threads in [1, 2]:
            lines += ["", f"## {threads} thread{'s' if threads > 1 else ''}", ""]
            head = ["puzzle", "auto chose", *ENGINES, "auto / best"]
            lines.append("| " + " | ".join(head) + " |")
            lines.append("|---|---|---:|---:|---:|---:|")
            for name, total in catalogue(bitcover):
                engines = [e for e in ENGINES if e not in LEFT_OUT.get(name, [])]
                if not engines:
                    continue
                commands = {
                    engine: [bitcover, "count", name, "--json", "--engine", engine]
                    + ["--threads", str(threads)]
                    for engine in engines
                }
                runner = Runner(name, total, commands, arguments.limit)
                runner.measure(arguments.rounds)
                best = min(t for e in ENGINES[1:] if (t := runner.median(e)) is not None)
                ratio = runner.median("auto") / best
                cells = [name, runner.chosen, *map(runner.cell, ENGINES), f"{ratio:.2f}"]
                lines.append("| " + " | ".join(cells) + " |")
                print(lines[-1], file=sys.stderr)
                if name == "kanoodle" and threads == 1 and has_dxz:
                    # In rounds of its own: what it leaves behind slows the next program down.
                    commands["dxz"] = [sys.executable, "-c", DXZ, str(cover)]
                    del commands["search"]
                    rival = Runner(name, total, commands, arguments.limit)
                    rival.measure(arguments.rounds)
                    other = rival.median("dxz")
                    note = (
                        f"In further rounds, pip `dxz` 0.0.6 counted kanoodle in {other:.2f} s on "
                        f"one thread, auto in {rival.median('auto') * 1e3:.0f} ms "
                        f"({other / rival.median('auto'):.0f} times as fast), frontier in "
                        f"{rival.median('frontier') * 1e3:.0f} ms "
                        f"({other / rival.median('frontier'):.0f} times)."
                    )
            if threads == 1 and has_dxz:
                lines += ["", note]
    Path(arguments.output).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()

"""Measures rows of a table: one run of each in turn, round after round, every count checked."""

import json
import math
import re
import statistics
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Callable, Optional

from .process import run


# A run of more seconds than this counts, also where it is the first.
LONG = 10.0


@dataclass
class Sample:
    """One run of a solver on a cover, the processes of all its files added up."""

    # 0 for a warm-up
    round: int
    wall: float = 0.0
    user: float = 0.0
    system: float = 0.0
    peak: int = 0
    # The time that the solver itself took, where its runner tells it.
    solving: Optional[float] = None
    count: Optional[int] = None
    # "ok", "wrong", "timeout" or "failed"
    verdict: str = "ok"
    message: str = ""


@dataclass
class Reading:
    """What a solver said."""

    count: int
    solving: Optional[float] = None
    remark: str = ""
    # What is wrong beside the count.
    objection: str = ""


@dataclass
class Row:
    """A solver on a cover."""

    solver: str
    # "puzzle" for bitcover, "cases" or "plain" for the others
    cover: str
    # The count that must come out; none where it is settled afterwards.
    expected: Optional[int]
    # One process, or one for each file.
    commands: list
    read: Callable[[str], Reading]
    limit: float
    threads: int = 1
    memory: Optional[int] = None
    shell: bool = False
    # Whether a wrong count is bitcover's own.
    is_bitcover: bool = False
    # What is called before each run.
    before: Callable[[], None] = lambda: None
    # Why it is not run at all, or not again.
    stopped: str = ""
    # After how many seconds of runs that count no round is added.
    enough: float = math.inf
    # The same solver on a cover of the same puzzle with fewer solutions. Where that is beyond the
    # limit, so is this, and it is not run.
    easier: Optional["Row"] = None
    # What it says beside the count.
    remark: str = ""
    samples: list = field(default_factory=list)

    def once(self, number):
        """Runs it, and takes down what came of it."""
        self.before()
        sample = Sample(number)
        count, solving = 0, []
        for command in self.commands:
            left = self.limit - sample.wall
            done = run(command, left, self.memory, self.shell)
            sample.wall += done.wall
            sample.user += done.user
            sample.system += done.system
            sample.peak = max(sample.peak, done.peak)
            if done.status != "done":
                sample.verdict, sample.message = done.status, done.message
                break
            try:
                reading = self.read(done.output)
            except (ValueError, KeyError, IndexError):
                sample.verdict, sample.message = "failed", "it printed no count"
                break
            count += reading.count
            sample.message = sample.message or reading.objection
            solving.append(reading.solving)
            self.remark = reading.remark or self.remark
        else:
            sample.count = count
            sample.solving = None if None in solving else sum(solving)
            is_right = self.expected in (None, count) and not sample.message
            sample.verdict = "ok" if is_right else "wrong"
        # What takes so long is not changed by what ran before.
        sample.round = sample.round or int(sample.wall > LONG)
        self.samples.append(sample)
        if sample.verdict != "ok":
            self.stopped = sample.verdict
        return sample

    def counted(self):
        """The runs that count: those after the warm-up, all of them right."""
        return [sample for sample in self.samples if sample.round and sample.verdict == "ok"]

    def is_ranked(self):
        """Whether it has a time to be compared."""
        return not self.stopped and bool(self.counted())

    def has_enough(self):
        """Whether its runs that count were long enough to need no more: long runs differ little."""
        return sum(sample.wall for sample in self.counted()) > self.enough

    def median(self, what):
        """The median of a figure of the runs that count."""
        return statistics.median(getattr(sample, what) for sample in self.counted())

    def seconds(self):
        """The time that ratios are taken of: bitcover's process, and of the others what they took by
        themselves."""
        return self.median("wall") if self.is_bitcover else self.seconds_alone()

    def seconds_alone(self):
        """What it took by itself where that is told, else the process."""
        told = all(sample.solving is not None for sample in self.counted())
        return self.median("solving" if told else "wall")


def in_order(rows, number):
    """The rows as they run in a round: each round begins with another one, every second one goes
    through them backwards; but none comes before the one whose cover is easier."""
    step = 1 if number % 2 == 0 else -1
    ordered = []
    for at in range(len(rows)):
        row = rows[(number + step * at) % len(rows)]
        for one in (row.easier, row):
            if one is not None and all(one is not other for other in ordered):
                ordered.append(one)
    return ordered


def measure(rows, rounds, warm_up, say):
    """Runs all rows, each round in another order: what ran before has some influence.

    Whatever runs first after a pause pays for it: the system has to get back memory and caches. So
    at least one run comes before those that count.
    """
    first = 0 if warm_up else 1
    if not warm_up:
        row = in_order(rows, first)[0]
        if not row.stopped and (sample := row.once(0)).verdict != "ok":
            say(describe(row, sample))
    for number in range(first, rounds + 1):
        for row in in_order(rows, number):
            if row.easier is not None and row.easier.stopped == "timeout":
                row.stopped = row.stopped or "timeout"
            if row.stopped or row.has_enough():
                continue
            sample = row.once(number)
            if sample.verdict != "ok" or number == first:
                say(describe(row, sample))
            # What a large process leaves behind slows down the next one.
            time.sleep(0.05 if sample.peak < 2**28 else 0.3)
        if number == 0:
            going = [row.samples[0].wall for row in rows if row.samples and not row.stopped]
            say(f"  {rounds} rounds to go, of about {sum(going):.0f} s each")


def settle(rows):
    """Decides the count that nobody told: what most engines and programs found, the first in a tie.

    Runs with another count become wrong. Returns the count, if there is one, and how many found it.
    """
    # bitcover's own choice votes with the engine that it chose.
    names = [f"bitcover, {row.remark}" if row.is_bitcover else row.solver for row in rows]
    votes = {(name, run.count) for name, row in zip(names, rows) for run in row.counted()}
    votes = sorted(votes, key=lambda vote: names.index(vote[0]))
    found = Counter(count for _, count in votes)
    if not found:
        return None, 0
    [(expected, agreeing)] = found.most_common(1)
    for row in rows:
        row.expected = expected
        for sample in row.samples:
            if sample.verdict == "ok" and sample.count != expected:
                sample.verdict = row.stopped = "wrong"
    return expected, agreeing


def describe(row, sample):
    """A run in one line."""
    name = f"{row.solver}, {row.threads} threads" if row.threads > 1 else row.solver
    verdict = {
        "ok": f"{sample.count}",
        "wrong": f"WRONG: {sample.count}, not {row.expected} {sample.message}".rstrip(),
        "timeout": "beyond the limit",
        "failed": f"failed: {sample.message}",
    }[sample.verdict]
    return f"  {sample.wall:8.3f} s  {name} ({row.cover}): {verdict}"


def read_bitcover(distinct=None):
    """Reads what `bitcover count --json` or `solve --json` prints for each puzzle or file.

    The total is the count; the distinct solutions must be as many as is said here.
    """

    def read(output):
        counted = [json.loads(line) for line in output.splitlines()]
        parts = [part for one in counted for part in one["parts"]]
        if not all(part["complete"] for part in parts):
            raise ValueError("the count is not complete")
        engines = sorted({part["engine"] for part in parts})
        solving = sum(one["elapsed_s"] for one in counted)
        reading = Reading(sum(one["total"] for one in counted), solving, " and ".join(engines))
        if distinct is not None and [one["distinct"] for one in counted] != [distinct]:
            reading.objection = f"distinct {counted[0]['distinct']}, not {distinct}"
        return reading

    return read


def read_runner(output):
    """Reads the lines of a peer's runner: count and seconds for each file."""
    lines = [line.split() for line in output.splitlines()]
    return Reading(sum(int(line[0]) for line in lines), sum(float(line[1]) for line in lines))


def read_last_integer(output):
    """Reads the last integer of a user's solver; 12,345 is taken for two."""
    return Reading(int(re.findall(r"\d+", output)[-1]))

"""Writes what was measured on covers: tables as Markdown, every run as CSV.

The tables say of each instance how far bitcover's own choice was from the best of its engines and
from the best of the others, and the summary how far at worst and in the middle.
"""

import csv
import io
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

from .chart import seconds
from .measure import settle
from .report import RUN_HEAD, cells, circumstances, replace, run_cells

AUTO = "bitcover, auto"

# What `auto` may take, as a multiple of what the best engine takes, and seconds beside it.
PROMISES = ((1.5, 0.05), (3.0, 0.1))

# In shorter times the start of a process is the most.
SHORT = 0.01

MEANING = """\
All programs ran one after the other in turn, each round in another order; figures are {runs}.
A row whose runs took more than {enough:.0f} s together got no further round. A run ends after
{limit:g} s (`> {limit:g} s`) and has {memory:g} GiB. bitcover's times are wall times of whole
processes, from the file to the count; the others' are what the solver took by itself, without the
start of its process, imports and reading the file, where its runner tells that, else whole
processes too.

*auto* is bitcover as it comes; *search*, *frontier* and *links* are its engines by name. *auto /
engine* is its time over that of the fastest engine with the right count, and *other / auto* is the
time of the fastest of the others with the right count over its own: above 1, bitcover is ahead.
`>` and `<` are said where one of the two ran into the limit. That sets bitcover's whole process beside
the others' solving alone; where another is ahead by that, it is also said where it is by what both took
by themselves (`solving_s` in covers.csv).

A count is known by theory, or it is what most engines and programs found, whose number is given
then. Another count is shown as WRONG and has no rank. Long counts are rounded here; covers.csv has
all digits.
"""


@dataclass
class Ratio:
    """A quotient of two times; a bound of it where one ran into the limit."""

    value: float
    # "" or "> " or "< "
    bound: str = ""

    def __str__(self):
        if math.isinf(self.value):
            return "no count"
        number = f"{self.value:.3g}" if self.value < 10 else f"{self.value:,.0f}"
        return self.bound + number


@dataclass
class Entry:
    """An instance with its rows."""

    instance: object
    primary: int
    secondary: int
    options: int
    rows: list
    count: Optional[int] = None
    # How many engines and programs found the count, where theory does not tell it.
    agreeing: int = 0

    @property
    def name(self):
        """The instance's name."""
        return self.instance.name

    def settle(self):
        """Finds the count that must have come out."""
        self.count = self.instance.count
        if self.count is None:
            self.count, self.agreeing = settle(self.rows)

    def ours(self, threads):
        """bitcover's rows by engine."""
        rows = [row for row in self.rows if row.is_bitcover and row.threads == threads]
        return {row.solver.removeprefix("bitcover, "): row for row in rows}

    def others(self):
        """The other solvers' rows by name."""
        return {row.solver: row for row in self.rows if not row.is_bitcover}

    def auto(self, threads):
        """bitcover as it comes."""
        return self.ours(threads)["auto"]

    def best_engine(self, threads):
        """The fastest engine by name, if one has the right count."""
        engines = [row for name, row in self.ours(threads).items() if name != "auto"]
        return fastest(engines)

    def to_engine(self, threads):
        """The time of `auto` over the best engine's; none if no engine has the right count."""
        auto, best = self.auto(threads), self.best_engine(threads)
        if best is None:
            return None
        if auto.is_ranked():
            return Ratio(auto.seconds() / best.seconds())
        if auto.stopped == "timeout":
            return Ratio(auto.limit / best.seconds(), "> ")
        return Ratio(math.inf)

    def breaks(self, threads, promise):
        """Whether `auto` certainly took longer than promised."""
        factor, seconds_more = promise
        auto, best = self.auto(threads), self.best_engine(threads)
        if best is None:
            return False
        if auto.is_ranked():
            took = auto.seconds()
        else:
            took = auto.limit if auto.stopped == "timeout" else math.inf
        return took > factor * best.seconds() + seconds_more

    def to_other(self, threads):
        """The time of the best other solver over that of `auto`; none if neither is done."""
        auto, best = self.auto(threads), fastest(self.others().values())
        if best is not None:
            if auto.is_ranked():
                return Ratio(best.seconds() / auto.seconds())
            return Ratio(best.seconds() / auto.limit, "< ")
        is_late = any(row.stopped == "timeout" for row in self.others().values())
        if auto.is_ranked() and is_late:
            return Ratio(auto.limit / auto.seconds(), "> ")
        return None

    def is_behind(self, threads):
        """Whether another solver is ahead, where `auto` takes more than a short time."""
        ratio = self.to_other(threads)
        auto = self.auto(threads)
        is_long = not auto.is_ranked() or auto.seconds() > SHORT
        return ratio is not None and ratio.bound != "> " and ratio.value < 1 and is_long

    def is_far_behind(self, threads):
        """Whether another solver is ahead, where both take more than a short time."""
        return self.is_behind(threads) and fastest(self.others().values()).seconds() > SHORT

    def is_behind_alone(self, threads):
        """Whether another solver is ahead by what both took by themselves, more than a short time."""
        auto, best = self.auto(threads), fastest(self.others().values())
        if not (best and auto.is_ranked()):
            return self.is_far_behind(threads)
        return auto.seconds_alone() > best.seconds() > SHORT


def fastest(rows):
    """The fastest of the rows that have a rank, if any."""
    return min(
        (row for row in rows if row.is_ranked()), key=lambda row: row.seconds(), default=None
    )


class CoverResults:
    """Everything measured so far; written anew after each instance, so that nothing is lost."""

    def __init__(self, options, machine):
        self.options, self.machine = options, machine
        self.versions = []
        self.missing = []
        self.entries = []

    def write(self):
        """Writes both files."""
        stem = self.options.output
        Path(stem).parent.mkdir(parents=True, exist_ok=True)
        replace(f"{stem}.md", self.markdown())
        replace(f"{stem}.csv", self.table())

    def bad(self):
        """The rows in which bitcover was wrong, or failed as it comes."""
        rows = [(entry, row) for entry in self.entries for row in entry.rows if row.is_bitcover]
        return [
            (entry, row)
            for entry, row in rows
            if row.stopped == "wrong" or row.stopped == "failed" and row.solver == AUTO
        ]

    def threads(self):
        """The numbers of threads that bitcover ran with."""
        return sorted({1, self.options.threads})

    def markdown(self):
        """The tables, with what they mean and where they were made."""
        options = self.options
        lines = ["# bitcover and other solvers on exact covers of many kinds", ""]
        what = "`scripts/compare-covers` repeats this."
        if options.quick:
            what = "A quick look (`scripts/compare-covers --quick`), not a measurement."
        lines += [what, "", *circumstances(self)]
        runs = f"medians of {options.rounds} runs" if options.rounds > 1 else "those of one run"
        runs += " after one that is not counted" if options.warm_up else ""
        enough = max((row.enough for entry in self.entries for row in entry.rows), default=0.0)
        words = {"limit": options.limit, "memory": options.memory, "enough": enough}
        lines += ["", MEANING.format(runs=runs, **words)]
        lines += [*self.summary(), *self.solvers(), *self.failures()]
        for family in dict.fromkeys(entry.instance.family for entry in self.entries):
            lines += self.family(family)
        return "\n".join(lines).rstrip() + "\n"

    def summary(self):
        """How far `auto` is from the best engine and from the best of the others."""
        threads = self.threads()
        lines = ["## In short", "", cells(["", *(threads_of(number) for number in threads)])]
        lines += [cells(["---"] * (1 + len(threads)))]
        right = [sum(e.auto(number).is_ranked() for e in self.entries) for number in threads]
        lines.append(cells(["instances", *[len(self.entries)] * len(threads)]))
        lines.append(cells(["counted by auto, rightly", *right]))
        for words, ratio_of, worst in (
            ("auto / engine", Entry.to_engine, max),
            ("other / auto", Entry.to_other, min),
        ):
            found = [
                [(ratio, e.name) for e in self.entries if (ratio := ratio_of(e, number))]
                for number in threads
            ]
            lines.append(cells([f"{words}: median", *map(median, found)]))
            extremes = [
                worst(pairs, key=lambda pair: pair[0].value, default=None) for pairs in found
            ]
            worsts = [f"{pair[0]} ({pair[1]})" if pair else "-" for pair in extremes]
            lines.append(cells([f"{words}: worst", *worsts]))
        lists = []
        for factor, more in PROMISES:
            words = f"auto takes over {factor:g} times the best engine plus {1e3 * more:.0f} ms"
            broken = [
                [e.name for e in self.entries if e.breaks(number, (factor, more))]
                for number in threads
            ]
            lines.append(cells([words, *map(len, broken)]))
            lists.append((words, broken))
        for how, is_so in (
            ("is ahead, and auto takes", Entry.is_behind),
            ("is ahead, and both take", Entry.is_far_behind),
            ("is ahead by itself, and both take", Entry.is_behind_alone),
        ):
            words = f"another solver {how} over {1e3 * SHORT:.0f} ms"
            behind = [[e.name for e in self.entries if is_so(e, number)] for number in threads]
            lines.append(cells([words, *map(len, behind)]))
            lists.append((words, behind))
        lines.append("")
        for words, names in lists:
            for number, those in zip(threads, names):
                if those:
                    lines.append(f"- On {threads_of(number)}, {words}: {', '.join(those)}.")
        return [*lines, ""]

    def solvers(self):
        """How many instances each program counted, and how it ended on the others."""
        verdicts = ["wrong", "timeout", "failed"]
        head = ["solver", "right", "wrong", "beyond the limit", "failed", "not run"]
        lines = ["## Solvers", "", cells(head), cells(["---", *["---:"] * (len(head) - 1)])]
        by_solver = {}
        for entry in self.entries:
            for row in entry.rows:
                name = f"{row.solver}, {threads_of(row.threads)}" if row.is_bitcover else row.solver
                by_solver.setdefault(name, []).append(row)
        for name, rows in by_solver.items():
            ends = [sum(row.stopped == verdict for row in rows) for verdict in verdicts]
            right = sum(row.is_ranked() for row in rows)
            lines.append(cells([name, right, *ends, len(rows) - right - sum(ends)]))
        return [*lines, ""]

    def failures(self):
        """Which programs failed on which instances, and what they said."""
        failed = {}
        for entry in self.entries:
            for row in entry.rows:
                if row.stopped == "failed":
                    what = f"{row.solver}: {row.samples[-1].message.replace('|', ' ')[:200]}"
                    failed.setdefault(what, {})[entry.name] = True
        return [*(f"- {what}: {', '.join(names)}." for what, names in failed.items()), ""]

    def family(self, family):
        """The table of a family, a line for each instance and number of threads."""
        entries = [entry for entry in self.entries if entry.instance.family == family]
        engines = list(entries[0].ours(1))
        others = list(entries[0].others())
        head = ["instance", "items", "options", "count", "known", "threads", *engines]
        head += ["auto / engine", *others, "other / auto"]
        rules = ["---", "---:", "---:", "---:", "---", *["---:"] * (len(head) - 5)]
        lines = [f"## {family}", "", cells(head), cells(rules)]
        for entry in entries:
            for number in self.threads():
                lines.append(cells(self.line(entry, number)))
        return [*lines, ""]

    def line(self, entry, number):
        """The cells of an instance on a number of threads; the others have one thread."""
        ours = [took(row) for row in entry.ours(number).values()]
        ratios = [entry.to_engine(number) or "-", entry.to_other(number) or "-"]
        if number != 1:
            blank = [""] * len(entry.others())
            return ["", "", "", "", "", number, *ours, ratios[0], *blank, ratios[1]]
        items = f"{entry.primary:,}" + (f" + {entry.secondary:,}" if entry.secondary else "")
        known = "theory" if entry.instance.count is not None else f"{entry.agreeing} found it"
        about = [entry.name, items, f"{entry.options:,}", short(entry.count), known, number]
        others = [took(row) for row in entry.others().values()]
        return [*about, *ours, ratios[0], *others, ratios[1]]

    def table(self):
        """Every run."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        head = ["family", "instance", "primary", "secondary", "options", "solver", "threads"]
        writer.writerow([*head, *RUN_HEAD])
        for entry in self.entries:
            shape = [entry.primary, entry.secondary, entry.options]
            for row in entry.rows:
                about = [entry.instance.family, entry.name, *shape, row.solver, row.threads]
                for sample in row.samples:
                    writer.writerow(about + run_cells(row, sample))
        return out.getvalue()


def threads_of(number):
    """A number of threads in words."""
    return f"{number} thread" + "s" * (number > 1)


def median(pairs):
    """The middle ratio, or the lower of two; a bound has its place by its value, and stays one."""
    ratios = sorted((ratio for ratio, _ in pairs), key=lambda ratio: ratio.value)
    return ratios[(len(ratios) - 1) // 2] if ratios else "-"


def took(row):
    """The time of a row, or why it has none."""
    if row.is_ranked():
        return seconds(row.seconds())
    if row.stopped == "wrong":
        return f"**WRONG: {short(row.samples[-1].count)}**"
    if row.stopped == "timeout":
        return f"> {row.limit:g} s"
    return row.stopped or "not run"


def short(count):
    """A count for people: whole up to 18 digits, else rounded."""
    if count is None:
        return "-"
    return f"{count:,}" if count < 10**18 else f"{rounded(count)}"


def rounded(count):
    """Four digits of a long count, and the power of ten."""
    digits = str(count)
    return f"{digits[0]}.{digits[1:4]}e{len(digits) - 1}"

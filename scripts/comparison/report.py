"""Writes what was measured: tables as Markdown, every run as CSV, the chart as SVG."""

import csv
import io
import os
from pathlib import Path

from .chart import Chart, seconds
from .measure import LONG
from .process import peak_floor

HEAD = [
    ("solver", "---"),
    ("cover", "---"),
    ("count", "---:"),
    ("wall: median (least to most)", "---:"),
    ("solving alone", "---:"),
    ("user", "---:"),
    ("peak", "---:"),
]

MEANING = """\
All programs ran one after the other in turn, each round in another order, and every count was
checked; figures are {runs}. A run of over {long:.0f} s counts even if it is the
first, and none is added after {enough:.0f} s of runs that count. A run ends after
{limit:.0f} s and is then not repeated (`> {limit:.0f} s`); the plain cover, with all images of each
solution, is not run where the cases are beyond the limit. *Wall*, *user* and *peak* memory are
those of whole processes: bitcover's from the puzzle's text to the count, the others' from the file
with the cover. *Solving alone* is what the solver took by itself, without the start of its process,
imports and reading the file, where its runner tells that. **The ratios compare bitcover's whole
process with the others' solving alone** (their wall time where that is not told): so many times as
long as `bitcover` on as many threads they take. Peaks up to {floor} are not told apart.

*Cover*: `puzzle` is the puzzle's own text; `cases` is the cover as bitcover would search it, its
symmetry broken by an anchor, in a file for each case (`bitcover export --cases`), times added up;
`plain` is the plain cover. `bitcover, links` is Knuth's dancing links in this program, the
baseline; `bitcover, from the cover` reads the very files that the others get. A wrong count is
shown as WRONG and has no rank.
"""


# What is written of each run, after what tells which row it is of.
RUN_HEAD = ["round", "wall_s", "solving_s", "user_s", "system_s", "peak_bytes", "count", "expected"]
RUN_HEAD += ["verdict", "message"]


class Results:
    """Everything measured so far; written anew after each puzzle, so that nothing is lost."""

    def __init__(self, options, machine):
        self.options, self.machine = options, machine
        self.versions = []
        self.floor = 0
        self.puzzles = []
        self.copies = []
        self.missing = []
        # What was taken over from an earlier comparison.
        self.not_repeated = []

    def write(self):
        """Writes the three files."""
        stem = self.options.output
        self.floor = max(self.floor, peak_floor())
        Path(stem).parent.mkdir(parents=True, exist_ok=True)
        replace(f"{stem}.md", self.markdown())
        replace(f"{stem}.csv", self.table())
        if self.puzzles:
            about = f"{self.machine['processor']}; {self.machine['date']}; details in the tables"
            chart = Chart(self.puzzles, self.options.limit, about)
            replace(f"{stem}.svg", chart.draw())

    def wrong(self):
        """The rows in which bitcover itself was wrong or failed."""
        rows = [row for _, rows in [*self.puzzles, *self.copies] for row in rows]
        bad = ("wrong", "failed")
        return [row for row in rows if row.is_bitcover and row.stopped in bad]

    def markdown(self):
        """The tables, with what they mean and where they were made."""
        options = self.options
        lines = ["# bitcover and other solvers", ""]
        lines += ["`scripts/compare` repeats this."] if not options.quick else [
            "A quick look (`scripts/compare --quick`), not a measurement: one run of each."
        ]
        lines += ["", f"![Bar chart]({Path(options.output).name}.svg)", ""]
        lines += circumstances(self)
        lines += [f"- of an earlier comparison: {what}" for what in self.not_repeated]
        runs = f"medians of {options.rounds} runs" if options.rounds > 1 else "those of one run"
        runs += " after one that is not counted" if options.warm_up else ""
        floor = memory(self.floor)
        enough = max((row.enough for _, rows in self.puzzles for row in rows), default=0.0)
        of_runs = {"runs": runs, "long": LONG, "enough": enough, "limit": options.limit}
        lines += ["", MEANING.format(**of_runs, floor=floor)]
        lines += self.summary()
        for puzzle, rows in self.puzzles:
            lines += self.puzzle(puzzle, rows)
        if self.copies:
            lines += self.renamed()
        return "\n".join(lines).rstrip() + "\n"

    def summary(self):
        """bitcover beside the fastest other solver on each cover of each puzzle."""
        lines = ["## In short", ""]
        lines.append("The fastest other solver with the right count, and how many times as long it")
        lines.append("takes as `bitcover` on as many threads.")
        threads = sorted({1, self.options.threads})
        names = [f"{number} thread" + "s" * (number > 1) for number in threads]
        head = ["puzzle", *(f"bitcover, {name}" for name in names)]
        for kind in ("cases", "plain"):
            head += [f"best on the {kind}", *(f"x {name}" for name in names)]
        lines += ["", cells(head), cells("---" for _ in head)]
        for puzzle, rows in self.puzzles:
            by_threads = {row.threads: row for row in yardsticks_of(rows)}
            ours = [by_threads.get(number) for number in threads]
            line = [puzzle.name, *(seconds(row.seconds()) if row else "-" for row in ours)]
            for kind in ("cases", "plain"):
                line += best_other(rows, kind, ours)
            lines.append(cells(line))
        return [*lines, ""]

    def puzzle(self, puzzle, rows):
        """The table of one puzzle."""
        lines = [f"## {puzzle.name}", ""]
        lines.append(f"- {puzzle.distinct:,} distinct solutions, {puzzle.total:,} in all.")
        lines += [f"- {note}" for note in puzzle.notes]
        for cover in puzzle.covers:
            files = f"{len(cover.files)} file" + "s" * (len(cover.files) > 1)
            lines.append(
                f"- `{cover.kind}`: {files}, {cover.options:,} options"
                + (", secondary items" if cover.has_secondary else "")
                + f"; {cover.expected:,} must come out: {cover.meaning}."
            )
        yardsticks = yardsticks_of(rows)
        names = [f"x {row.threads} thread" + "s" * (row.threads > 1) for row in yardsticks]
        head = [*HEAD, *((name, "---:") for name in names)]
        lines += ["", cells(name for name, _ in head), cells(rule for _, rule in head)]
        kinds = ["puzzle", "cases", "plain"]
        for row in sorted(rows, key=lambda row: (kinds.index(row.cover), rank(row))):
            ratios = [ratio(row, yardstick) for yardstick in yardsticks]
            lines.append(cells([*self.figures(row), *ratios]))
        return [*lines, ""]

    def figures(self, row):
        """The cells of a row but for the ratios."""
        name = row.solver
        if row.is_bitcover:
            name += f", {row.threads} thread" + "s" * (row.threads > 1)
            if row.solver == "bitcover" and row.remark:
                name += f" (chose {row.remark})"
        cover = row.cover
        if not row.is_ranked():
            return [name, cover, *self.unranked(row)]
        runs = row.counted()
        solving = "-" if runs[0].solving is None else seconds(row.median("solving"))
        wall = wall_of(row)
        peak = max(sample.peak for sample in runs)
        peak = f"≤ {memory(self.floor)}" if peak <= self.floor else memory(peak)
        user = seconds(row.median("user"))
        return [name, cover, f"{runs[0].count:,} ok", wall, solving, user, peak]

    def unranked(self, row):
        """The cells of a row without a rank, from the count on."""
        last = row.samples[-1] if row.samples else None
        if row.stopped == "wrong":
            what = f"**WRONG: {last.count:,}**, not {row.expected:,}"
            return [f"{what} {last.message}".rstrip(), seconds(last.wall)] + ["-"] * 3
        if row.stopped == "timeout":
            late = f"> {seconds(row.limit)}"
            if last is None:
                return ["-", f"{late}, as its cases", "-", "-", "-"]
            return ["-", late, "-", "-", memory(last.peak)]
        if row.stopped == "failed":
            return [f"failed: {last.message.replace('|', ' ')[:80]}"] + ["-"] * 4
        return [row.stopped or "not run"] + ["-"] * 4

    def renamed(self):
        """The table of copies with other names."""
        lines = [
            "## Renamed and reordered copies",
            "",
            "The puzzle's file, and a copy in which puzzle, members and pieces have other names",
            "and another order, chosen by chance; counts are the same. Where the file has hints",
            "which pieces to anchor, both are measured without them as well.",
            "",
            cells(["puzzle", "file", "threads", HEAD[3][0], "against the file", "within 10%"]),
            "| --- | --- | ---: | ---: | ---: | --- |",
        ]
        for name, rows in self.copies:
            for row in rows:
                what = row.solver
                if not row.is_ranked():
                    lines.append(cells([name, what, row.threads, row.stopped, "-", "no"]))
                    continue
                wall = wall_of(row)
                share, verdict = "1", ""
                other = original(row, rows)
                if other is not None and other.is_ranked():
                    share = row.median("wall") / other.median("wall")
                    verdict = "yes" if share <= 1.1 else "NO"
                    share = f"{share:.2f}"
                lines.append(cells([name, what, row.threads, wall, share, verdict]))
        return [*lines, ""]

    def table(self):
        """Every run."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(
            ["puzzle", "solver", "cover", "threads", *RUN_HEAD]
        )
        named = [(puzzle.name, rows) for puzzle, rows in self.puzzles]
        copies = [(f"{name}, copies", rows) for name, rows in self.copies]
        for name, rows in named + copies:
            for row in rows:
                for run in row.samples:
                    about = [name, row.solver, row.cover, row.threads]
                    writer.writerow(about + run_cells(row, run))
        return out.getvalue()


def circumstances(results):
    """The machine, the programs and what is missing, as a list."""
    return [
        *(f"- {name}: {value}" for name, value in results.machine.items()),
        f"- others: {', '.join(results.versions) or 'none'}",
        *(f"- left out: {reason}" for reason in results.missing),
    ]


def run_cells(row, run):
    """What is written of a run, in the order of RUN_HEAD."""
    solving = "" if run.solving is None else f"{run.solving:.6f}"
    count, expected = ("" if value is None else value for value in (run.count, row.expected))
    times = [f"{run.wall:.6f}", solving, f"{run.user:.6f}", f"{run.system:.6f}", run.peak]
    return [run.round, *times, count, expected, run.verdict, run.message]


def yardsticks_of(rows):
    """The rows that ratios are taken of: bitcover as it comes, on each number of threads."""
    ours = [row for row in rows if row.solver == "bitcover" and row.is_ranked()]
    return sorted(ours, key=lambda row: row.threads)


def best_other(rows, kind, ours):
    """The fastest other solver on a cover, and its ratios; or the limit that all passed."""
    others = [row for row in rows if row.cover == kind and not row.is_bitcover]
    ranked = sorted((row for row in others if row.is_ranked()), key=rank)
    late = [row for row in others if row.stopped == "timeout"]
    if not (ranked or late):
        return ["-"] * (1 + len(ours))
    best = (ranked or late)[0]
    words = f"{best.solver}: {seconds(best.seconds())}" if ranked else f"> {seconds(best.limit)}"
    return [words, *(ratio(best, row) if row else "-" for row in ours)]


def wall_of(row):
    """The median time of whole processes, with the least and the most."""
    walls = [sample.wall for sample in row.counted()]
    spread = f" ({seconds(min(walls))} to {seconds(max(walls))})" if len(walls) > 1 else ""
    return seconds(row.median("wall")) + spread


def original(row, rows):
    """The row of the file that a copy was made of; none for that file itself."""
    if not row.solver.startswith("renamed and reordered"):
        return None
    name = row.solver.replace("renamed and reordered", "as it is")
    return next(r for r in rows if r.solver == name and r.threads == row.threads)


def rank(row):
    """Ranked rows by time, then those beyond the limit, then the rest."""
    if row.is_ranked():
        return (0, row.seconds())
    return (1, 0.0) if row.stopped == "timeout" else (2, 0.0)


def ratio(row, yardstick):
    """How many times as long as bitcover a row took."""
    if row.is_ranked():
        value = row.seconds() / yardstick.seconds()
        return f"{value:.2f}" if value < 10 else f"{value:,.0f}"
    if row.stopped == "timeout":
        return f"> {row.limit / yardstick.seconds():,.0f}"
    return "-"


def memory(size):
    """Bytes for people."""
    return f"{size / 2**20:,.0f} MiB"


def cells(values):
    """A line of a table."""
    return "| " + " | ".join(map(str, values)) + " |"


def replace(path, text):
    """Writes a file whole, or leaves the old one."""
    beside = f"{path}.new"
    Path(beside).write_text(text)
    os.replace(beside, path)

"""The bar chart: for each puzzle, how long each solver takes, on a logarithmic scale."""

import math
from html import escape

WIDTH, LEFT, RIGHT = 960, 210, 150
LINE, GAP, HEAD = 19, 34, 92
FONT = "font-family='DejaVu Sans, Verdana, Helvetica, sans-serif'"

# What ran into the limit.
PALE = 0.22

COLOURS = {"puzzle": "#1f4e8c", "cases": "#b4560f", "plain": "#e9b98c"}
LEGEND = [
    ("puzzle", "bitcover, whole process from the puzzle's text"),
    ("cases", "others' solving, the cover as bitcover searches it"),
    ("plain", "others' solving, the plain cover"),
]

# Of bitcover's rows, those that are drawn.
DRAWN = ["bitcover", "bitcover, links"]


def seconds(value):
    """A time for people."""
    if value < 1:
        return f"{value * 1e3:.3g} ms"
    return f"{value:.3g} s" if value < 100 else f"{value:.0f} s"


class Chart:
    """Collects the parts of the picture from the top down."""

    def __init__(self, results, limit, subtitle):
        self.results, self.limit, self.subtitle = results, limit, subtitle
        times = [row.seconds() for _, rows in results for row in rows if row.is_ranked()]
        self.low = 10 ** math.floor(math.log10(min(times, default=1e-3)))
        self.high = 10 ** math.ceil(math.log10(max([limit, *times]) * 1.01))
        self.parts = []
        self.y = HEAD

    def x(self, value):
        """Where a time lies."""
        share = math.log(max(value, self.low) / self.low) / math.log(self.high / self.low)
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def text(self, x, y, words, size=12, anchor="start", colour="#222222", weight="normal"):
        """Adds a line of text."""
        self.parts.append(
            f"<text x='{x:.1f}' y='{y:.1f}' font-size='{size}' text-anchor='{anchor}' "
            f"fill='{colour}' font-weight='{weight}'>{escape(words)}</text>"
        )

    def bar(self, y, height, kind, row):
        """Adds the bar of a row, and returns where it ends and what is said there."""
        colour = COLOURS[kind]
        if row.is_ranked():
            end, words = self.x(row.seconds()), seconds(row.seconds())
            style = f"fill='{colour}'"
        elif row.stopped == "timeout":
            end, words = self.x(row.limit), f"> {seconds(row.limit)}"
            style = f"fill='{colour}' fill-opacity='{PALE}'"
        else:
            return LEFT, "WRONG" if row.stopped == "wrong" else row.stopped
        width = max(end - LEFT, 1.5)
        self.parts.append(
            f"<rect x='{LEFT}' y='{y:.1f}' width='{width:.1f}' height='{height}' {style}/>"
        )
        return LEFT + width, words

    def line(self, name, bars):
        """Adds one solver: one bar, or two of half the height."""
        self.text(LEFT - 8, self.y + 13, name, anchor="end")
        height = 13 if len(bars) == 1 else 6.5
        ends, words = [], []
        for number, (kind, row) in enumerate(bars):
            end, word = self.bar(self.y + 3 + number * height, height, kind, row)
            ends.append(end)
            words.append(word)
        if len(words) == 2 and words[0] == words[1]:
            words = words[:1]
        colour = "#b00020" if "WRONG" in words else "#222222"
        self.text(max(ends) + 6, self.y + 13, " / ".join(words), 11, colour=colour)
        self.y += LINE

    def puzzle(self, puzzle, rows):
        """Adds a puzzle: bitcover first, then the others, the fastest first."""
        self.text(LEFT - 8, self.y + 14, puzzle.name, 14, "end", weight="bold")
        self.text(LEFT, self.y + 14, f"{puzzle.distinct:,} distinct, {puzzle.total:,} in all")
        self.y += 22
        for row in rows:
            if row.solver in DRAWN and row.is_bitcover:
                word = "thread" if row.threads == 1 else "threads"
                self.line(f"{row.solver}, {row.threads} {word}", [("puzzle", row)])
        solvers = {}
        for row in rows:
            if not row.is_bitcover:
                solvers.setdefault(row.solver, []).append((row.cover, row))
        for name, bars in sorted(solvers.items(), key=lambda entry: place(entry[1])):
            self.line(name, bars)
        self.y += GAP - 22

    def axis(self, top, bottom):
        """The scale: a line for each power of ten, named above and below."""
        lines = []
        for power in range(round(math.log10(self.low)), round(math.log10(self.high)) + 1):
            x, words = self.x(10.0**power), seconds(10.0**power)
            lines.append(
                f"<line x1='{x:.1f}' y1='{top}' x2='{x:.1f}' y2='{bottom:.1f}' stroke='#d8d8d8'/>"
            )
            for y in (top - 5, bottom + 16):
                lines.append(
                    f"<text x='{x:.1f}' y='{y:.1f}' font-size='11' text-anchor='middle' "
                    f"fill='#444444'>{words}</text>"
                )
        return lines

    def draw(self):
        """The whole picture."""
        for puzzle, rows in self.results:
            self.puzzle(puzzle, rows)
        bottom, body = self.y, self.parts
        self.parts = []
        self.text(16, 24, "Counting all solutions: bitcover and other solvers", 16, weight="bold")
        self.text(16, 42, self.subtitle, 11, colour="#444444")
        x = 16
        for kind, words in LEGEND:
            self.parts.append(
                f"<rect x='{x}' y='52' width='12' height='10' fill='{COLOURS[kind]}'/>"
            )
            self.text(x + 17, 61, words, 11)
            x += 17 + 6.4 * len(words) + 22
        middle = (LEFT + WIDTH - RIGHT) / 2
        label = "time, logarithmic scale: shorter is faster; pale bars were stopped at the limit"
        self.text(middle, bottom + 34, label, 11, "middle", "#444444")
        head = (
            f"<svg xmlns='http://www.w3.org/2000/svg' width='{WIDTH}' height='{bottom + 46:.0f}' "
            f"viewBox='0 0 {WIDTH} {bottom + 46:.0f}' {FONT}>"
        )
        ground = "<rect width='100%' height='100%' fill='#ffffff'/>"
        lines = [head, ground, *self.axis(HEAD - 6, bottom), *self.parts, *body, "</svg>"]
        return "\n".join(lines) + "\n"


def place(bars):
    """Where a solver stands among the others: by its first bar, the ranked ones first."""
    row = bars[0][1]
    if row.is_ranked():
        return (0, row.seconds())
    return (1, 0.0) if row.stopped == "timeout" else (2, 0.0)

"""Boards: dominoes, polyominoes, queens, and Langford's pairs."""

from functools import partial

from .instance import Cover, Instance

# Domino tilings of squares of even side (OEIS A004003).
SQUARES = {
    8: 12_988_816,
    10: 258_584_046_368,
    12: 53_060_477_521_960_000,
    16: 2_444_888_770_250_892_795_802_079_170_816,
    18: 548_943_583_215_388_338_077_567_813_208_427_340_288,
}

# Ways to place as many queens as the board has rows (OEIS A000170).
QUEENS = {8: 92, 9: 352, 10: 724, 11: 2_680, 12: 14_200, 13: 73_712, 14: 365_596}

# Langford's sequences, mirrored ones taken as one (OEIS A014552).
LANGFORD = {7: 26, 8: 150, 11: 17_792, 12: 108_144}

PENTOMINOES = {
    "F": [".XX", "XX.", ".X."],
    "I": ["XXXXX"],
    "L": ["XXXX", "X..."],
    "N": ["XXX.", "..XX"],
    "P": ["XXX", "XX."],
    "T": ["XXX", ".X.", ".X."],
    "U": ["X.X", "XXX"],
    "V": ["X..", "X..", "XXX"],
    "W": ["X..", "XX.", ".XX"],
    "X": [".X.", "XXX", ".X."],
    "Y": ["XXXX", ".X.."],
    "Z": ["XX.", ".X.", ".XX"],
}
TETROMINOES = {
    "I": ["XXXX"],
    "L": ["XXX", "X.."],
    "O": ["XX", "XX"],
    "S": [".XX", "XX."],
    "T": ["XXX", ".X."],
}
TROMINO = {"L": ["XX", "X."]}


def cell(row, column):
    """The item of a cell."""
    return f"{row}.{column}"


def board(rows, columns, without=()):
    """The cells of a board, in the order of the shorter side."""
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    if rows < columns:
        cells.sort(key=lambda at: (at[1], at[0]))
    return [at for at in cells if at not in without]


def dominoes(rows, columns, without=()):
    """The domino tilings of a board: the matchings of its grid."""
    cells = board(rows, columns, without)
    inside = set(cells)
    options = [
        (cell(row, column), cell(*other))
        for row, column in cells
        for other in ((row, column + 1), (row + 1, column))
        if other in inside
    ]
    return Cover([cell(*at) for at in cells], options)


def dominoes_of_four_rows(columns):
    """The domino tilings of a board of four rows, by their recurrence (OEIS A005178)."""
    ways = [1, 1, 5, 11]
    while len(ways) <= columns:
        ways.append(ways[-1] + 5 * ways[-2] + ways[-3] - ways[-4])
    return ways[columns]


def torus(side):
    """The perfect matchings of a square grid whose opposite sides are joined."""
    span = range(side)
    options = []
    for row in span:
        for column in span:
            for other in ((row, (column + 1) % side), ((row + 1) % side, column)):
                options.append((cell(row, column), cell(*other)))
    return Cover([cell(row, column) for row in span for column in span], options)


def positions(picture):
    """A piece turned and turned over in all ways, its cells counted from the first of each way."""
    cells = [(r, c) for r, line in enumerate(picture) for c, mark in enumerate(line) if mark == "X"]
    found = set()
    for _ in range(4):
        cells = [(column, -row) for row, column in cells]
        for turned in (cells, [(row, -column) for row, column in cells]):
            top, left = min(r for r, _ in turned), min(c for _, c in turned)
            found.add(tuple(sorted((r - top, c - left) for r, c in turned)))
    return sorted(found)


def polyominoes(pieces, rows, columns, each_once, without=()):
    """A board filled by pieces, each used exactly once or each as often as it fits."""
    cells = board(rows, columns, without)
    inside = set(cells)
    options = []
    for piece, picture in pieces.items():
        for position in positions(picture):
            for top, left in board(rows, columns):
                covered = [(top + row, left + column) for row, column in position]
                if inside.issuperset(covered):
                    named = [cell(*at) for at in covered]
                    options.append((piece, *named) if each_once else tuple(named))
    names = [cell(*at) for at in cells]
    return Cover([*pieces, *names] if each_once else names, options)


def queens(side):
    """Queens that do not attack each other: rows and columns primary, diagonals secondary."""
    span = range(side)
    options = [(f"r{r}", f"c{c}", f"a{r + c}", f"b{r - c + side - 1}") for r in span for c in span]
    # From the middle, where most is decided.
    middle = sorted(span, key=lambda line: abs(2 * line - side + 1))
    primary = [f"{kind}{line}" for line in middle for kind in "rc"]
    secondary = tuple(f"{kind}{line}" for kind in "ab" for line in range(2 * side - 1))
    return Cover(primary, options, secondary)


def langford(pairs):
    """Numbers, each twice, so that k others lie between the two that are k."""
    places = range(1, 2 * pairs + 1)
    options = [
        (f"k{number}", f"p{place}", f"p{place + number + 1}")
        for number in range(1, pairs + 1)
        for place in places
        if place + number + 1 in places
    ]
    items = [f"k{number}" for number in range(1, pairs + 1)] + [f"p{place}" for place in places]
    return Cover(items, options)


def instances():
    """The families `dominoes`, `polyominoes`, `queens` and `langford`."""
    for side, count in SQUARES.items():
        yield Instance(
            "dominoes", f"dominoes-{side}x{side}", partial(dominoes, side, side), count,
            "OEIS A004003", is_quick=side == 8,
        )  # fmt: skip
    for columns in (100, 300):
        yield Instance(
            "dominoes", f"dominoes-4x{columns}", partial(dominoes, 4, columns),
            dominoes_of_four_rows(columns), "the recurrence of OEIS A005178",
        )  # fmt: skip
    yield Instance(
        "dominoes", "dominoes-10x10-mutilated",
        lambda: dominoes(10, 10, without=((0, 0), (9, 9))), 0, "two cells of one colour are gone",
    )  # fmt: skip
    source = "P. W. Kasteleyn's formula for the torus, 1961"
    yield Instance("dominoes", "dominoes-torus-8", partial(torus, 8), 311_853_312, source)

    # The distinct fillings of rectangles, each in its four positions.
    for rows, columns, distinct in ((3, 20, 2), (4, 15, 368), (5, 12, 1010), (6, 10, 2339)):
        yield Instance(
            "polyominoes", f"pentominoes-{rows}x{columns}",
            partial(polyominoes, PENTOMINOES, rows, columns, True), 4 * distinct,
            "C. J. Bouwkamp, and many since", is_quick=rows == 4,
        )  # fmt: skip
    middle = ((3, 3), (3, 4), (4, 3), (4, 4))
    yield Instance(
        "polyominoes", "pentominoes-8x8-hole",
        lambda: polyominoes(PENTOMINOES, 8, 8, True, without=middle), 8 * 65,
        "D. S. Scott, 1958, each in its eight positions",
    )  # fmt: skip
    for name, pieces, rows, columns in (
        ("tetrominoes-6x8", TETROMINOES, 6, 8),
        ("tetrominoes-8x10", TETROMINOES, 8, 10),
        ("trominoes-9x10", TROMINO, 9, 10),
        ("trominoes-12x12", TROMINO, 12, 12),
        ("pentominoes-free-6x10", PENTOMINOES, 6, 10),
    ):
        yield Instance("polyominoes", name, partial(polyominoes, pieces, rows, columns, False))

    for side, count in QUEENS.items():
        yield Instance(
            "queens", f"queens-{side}", partial(queens, side), count, "OEIS A000170",
            is_quick=side == 9,
        )  # fmt: skip
    for pairs, count in LANGFORD.items():
        yield Instance(
            "langford", f"langford-{pairs}", partial(langford, pairs), 2 * count,
            "OEIS A014552, mirrored ones counted too", is_quick=pairs == 8,
        )  # fmt: skip

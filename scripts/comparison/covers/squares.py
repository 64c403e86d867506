"""Latin squares, whole and partial, and sudoku."""

from functools import partial

from .chance import Chance
from .instance import Cover, Instance

# Latin squares of each order (OEIS A002860).
LATIN = {4: 576, 5: 161_280, 6: 812_851_200, 7: 61_479_419_904_000}

# Puzzles with 17 clues that are known to have one solution, from G. Royle's collection.
ROYLE = [
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
    "000000012000035000000600070700000300000400800100000000000120000080000040050000600",
]


def latin_option(row, column, symbol):
    """What a symbol in a cell covers: the cell, the row's and the column's need of the symbol."""
    return f"c{row}.{column}", f"r{row}.{symbol}", f"k{column}.{symbol}"


def latin(order):
    """All Latin squares of an order: a cover of 3n² items with n³ options."""
    span = range(order)
    items = [f"{kind}{a}.{b}" for kind in "crk" for a in span for b in span]
    return Cover(items, [latin_option(r, c, s) for r in span for c in span for s in span])


def random_square(order, chance):
    """A Latin square drawn row by row: a row matches columns with symbols that are not used there.

    Such a matching always exists, by Hall's theorem.
    """
    rows = []
    for _ in range(order):
        left = [
            chance.shuffled(s for s in range(order) if all(row[column] != s for row in rows))
            for column in range(order)
        ]
        column_of = {}
        for column in range(order):
            augment(left, column, column_of, set())
        row = [0] * order
        for symbol, column in column_of.items():
            row[column] = symbol
        rows.append(row)
    return rows


def augment(left, column, column_of, tried):
    """Gives a column a symbol, moving others where it must; whether that was possible."""
    for symbol in left[column]:
        if symbol not in tried:
            tried.add(symbol)
            if symbol not in column_of or augment(left, column_of[symbol], column_of, tried):
                column_of[symbol] = column
                return True
    return False


def latin_with_holes(order, holes, seed):
    """The completions of a Latin square from which so many cells were taken."""
    chance = Chance(seed)
    square = random_square(order, chance)
    cells = [(row, column) for row in range(order) for column in range(order)]
    given = chance.some(cells, order * order - holes)
    return latin(order).fixed([latin_option(r, c, square[r][c]) for r, c in given])


def latin_with_free_symbols(order, symbols, more, seed):
    """The completions of a Latin square from which some symbols and `more` cells were taken.

    So every empty cell may hold each of these symbols at first, and solutions are many.
    """
    chance = Chance(seed)
    square = random_square(order, chance)
    cells = [(row, column) for row in range(order) for column in range(order)]
    filled = [(r, c) for r, c in cells if square[r][c] >= symbols]
    given = chance.some(filled, len(filled) - more)
    return latin(order).fixed([latin_option(r, c, square[r][c]) for r, c in given])


def sudoku(clues, height, width):
    """A sudoku with boxes of `height` rows and `width` columns; its clues by rows, 0 for none."""
    order = height * width
    span = range(order)

    def option(row, column, symbol):
        box = row // height * height + column // width
        return (*latin_option(row, column, symbol), f"b{box}.{symbol}")

    items = [f"{kind}{a}.{b}" for kind in "crkb" for a in span for b in span]
    cover = Cover(items, [option(r, c, s) for r in span for c in span for s in span])
    given = [divmod(at, order) + (int(clue) - 1,) for at, clue in enumerate(clues) if clue != "0"]
    return cover.fixed([option(*one) for one in given])


def with_fewer_clues(clues, number, seed):
    """A puzzle from which some clues were taken, so that it has several solutions."""
    given = [at for at, clue in enumerate(clues) if clue != "0"]
    gone = set(Chance(seed).some(given, number))
    return "".join("0" if at in gone else clue for at, clue in enumerate(clues))


def instances():
    """The families `latin`, `quasigroup` (partial Latin squares) and `sudoku`."""
    for order, count in LATIN.items():
        yield Instance(
            "latin", f"latin-{order}", partial(latin, order), count, "OEIS A002860",
            is_quick=order == 5,
        )  # fmt: skip
    for order, holes, seed in (
        (7, 28, 1),
        (7, 35, 2),
        (8, 36, 3),
        (8, 42, 4),
        (8, 46, 5),
        (9, 42, 6),
        (9, 46, 7),
        (9, 50, 8),
    ):
        yield Instance(
            "quasigroup", f"latin-{order}-holes-{holes}-{seed}",
            partial(latin_with_holes, order, holes, seed), is_quick=seed == 2,
        )  # fmt: skip
    for order, symbols, more, seed in (
        (7, 5, 0, 9),
        (8, 5, 0, 10),
        (8, 5, 2, 11),
        (9, 4, 2, 12),
        (9, 5, 0, 13),
    ):
        yield Instance(
            "quasigroup", f"latin-{order}-symbols-{symbols}-{seed}",
            partial(latin_with_free_symbols, order, symbols, more, seed),
        )  # fmt: skip
    for number, clues in enumerate(ROYLE, 1):
        yield Instance(
            "sudoku", f"sudoku-17-{number}", partial(sudoku, clues, 3, 3), 1,
            "G. Royle's collection", is_quick=number == 1,
        )  # fmt: skip
    for fewer, seed in ((1, 1), (2, 2), (3, 3), (4, 4)):
        yield Instance(
            "sudoku", f"sudoku-{17 - fewer}",
            partial(sudoku, with_fewer_clues(ROYLE[0], fewer, seed), 3, 3),
        )  # fmt: skip
    for height, width, count, source in (
        (2, 2, 288, "OEIS A107739"),
        (2, 3, 28_200_960, "published counts of such grids"),
    ):
        order = height * width
        yield Instance(
            "sudoku", f"sudoku-{order}x{order}",
            partial(sudoku, "0" * order**2, height, width), count, source,
        )  # fmt: skip

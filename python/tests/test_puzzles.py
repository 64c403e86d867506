"""Puzzles from the catalogue, from files, and built; what is wrong with them."""

from __future__ import annotations

import itertools
import pickle
from pathlib import Path

import numpy as np
import pytest

import bitcover as bc

FAMILY = """
name = "strips"
board = { motions = "half-turn" }
piece = [{ name = "bar", symbol = "ab", picture = "xx" }]
[[member]]
name = "4"
rows = 1
columns = 4
[[member]]
name = "square"
rows = 2
columns = 2
"""


def test_a_member_of_a_family_is_named(tmp_path: Path) -> None:
    path = tmp_path / "strips.toml"
    path.write_text(FAMILY)
    puzzle = bc.Puzzle.from_file(path, "square")
    assert (puzzle.name, puzzle.shape, bc.count(puzzle).total) == ("strips-square", (2, 2), 2)
    with pytest.raises(bc.PuzzleError, match="strips.toml: strips is a family"):
        bc.Puzzle.from_file(path)
    with pytest.raises(bc.PuzzleError, match="there is no puzzle other"):
        bc.Puzzle.from_file(path, "other")


def test_a_built_puzzle_is_solved_like_that_of_the_catalogue() -> None:
    soma = bc.Puzzle.from_catalog("soma")
    grid = next(bc.Solver(soma).solutions()).grid
    shapes = {name: grid == number for number, name in enumerate(soma.pieces)}
    pieces = {name: bc.Piece(shape, motions="rotations") for name, shape in shapes.items()}
    built = bc.Puzzle(board=np.ones((3, 3, 3)), pieces=pieces, name="built", title="Built")
    assert (built.shape, built.title) == ((3, 3, 3), "Built")
    assert bc.count(built).total == 11_520


def test_boards_of_every_kind_mean_the_same() -> None:
    pieces = {"domino": bc.Piece(["xx"], copies=2)}
    boards = [(2, 2), "..\n..", ["..", ".."], np.ones((2, 2), dtype=bool), [[1, 1], [1, 1]]]
    assert [bc.count(bc.Puzzle(board=board, pieces=pieces)).total for board in boards] == [2] * 5
    solid = bc.Puzzle(board=["..", "..", "", "..", ".."], pieces={"d": bc.Piece(["xx"], copies=4)})
    assert solid.shape == (2, 2, 2) and bc.count(solid).total == 9


def test_rings_motions_lattices_and_positions() -> None:
    bar = {"bar": bc.Piece(["xx"], copies=2)}
    assert bc.count(bc.Puzzle(board=(1, 4), pieces=bar)).total == 1
    ring = bc.Puzzle(board=(1, 4), pieces=bar, wrap="columns", motions="translate")
    assert bc.count(ring).total == 2
    given = bc.Puzzle(board=(1, 4), pieces={"a": ["x"], "b": ["xxx"]}, given="a@1,1")
    assert bc.count(given).total == 1 and given._repr_svg_().startswith("<svg")
    optional = bc.Puzzle(
        board=["?.?"], pieces={"a": ["x"], "b": bc.Piece(["xx"], optional=True)}, lattice="square"
    )
    assert bc.count(optional).total == 3


@pytest.mark.parametrize(("lattice", "total"), [("square", 4), ("hexagonal", 5), ("triangular", 3)])
def test_lattices_have_neighbours_of_their_own(lattice: str, total: int) -> None:
    # The pairs of neighbours on a board of two by two, counted by hand; the other cells stay empty.
    board, pair = np.full((2, 2), 2), np.ones((1, 2))
    assert bc.count(bc.Puzzle(board=board, pieces={"pair": pair}, lattice=lattice)).total == total


def test_hexagons_are_typed_as_in_a_puzzle_file() -> None:
    pair = bc.Puzzle(board=["? ?", " ? ?"], pieces={"pair": ["x x"]}, lattice="hexagonal")
    assert bc.count(pair).total == 5
    with pytest.raises(bc.PuzzleError, match="between two hexagons"):
        bc.Puzzle(board=["??", "??"], pieces={"pair": ["x x"]}, lattice="hexagonal")


CALENDAR = [
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "#"],
    ["Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "#"],
    *[[str(7 * week + day + 1) for day in range(7)] for week in range(4)],
    ["29", "30", "31", "#", "#", "#", "#"],
]


def test_a_calendar_is_built_of_arrays_with_regions_and_labels() -> None:
    catalog = bc.Puzzle.from_catalog("calendar")
    solution = next(bc.Solver(catalog).solutions())
    pieces = {name: solution.grid == number for number, name in enumerate(catalog.pieces)}
    month = np.zeros((7, 7), dtype=bool)
    month[:2, :6] = True
    labels = np.array(CALENDAR)
    regions = {
        "month": bc.Region(month, free=1),
        "day": bc.Region(labels=(str(day) for day in range(1, 32)), free=1),
    }
    built = bc.Puzzle(labels=labels, regions=regions, pieces=pieces, motions="translate")
    assert built.shape == (7, 7) and bc.count(built).total == 25_061
    found = {tuple(solution.free_labels) for solution in bc.Solver(built).solutions()}
    assert len(found) == 12 * 31 and ("Feb", "29") in found
    given = pickle.loads(pickle.dumps(built.with_given("Oct 6")))
    assert bc.count(given).total == 7


def test_labels_of_rows_and_boards_mean_the_same_as_arrays() -> None:
    bar = {"bar": bc.Piece(["xx"], region="end")}
    end = {"end": bc.Region(["..xx"]), "one": bc.Region(labels="a..d", free=2)}
    for labels in ("a b c d", ["a b c d"], [["a", "b", "c", "d"]]):
        assert bc.count(bc.Puzzle(labels=labels, pieces=bar, regions=end)).total == 1
        assert bc.count(bc.Puzzle(board=(1, 4), labels=labels, pieces=bar, regions=end)).total == 1
    drawn = bc.Puzzle(board=["#..."], labels=[["#", "b", "", "d"]], pieces={"bar": ["xxx"]})
    assert next(bc.Solver(drawn).solutions()).free_labels == []


@pytest.mark.parametrize(
    ("copies", "total"), [((2, 2), 1), ((1, 2), 4), ((0, None), 1), ((2, None), 1), ((1, 1), 3)]
)
def test_copies_are_a_number_or_a_range(copies: tuple[int, int | None], total: int) -> None:
    bar = {"bar": bc.Piece(["xx"], copies=copies)}
    assert bc.count(bc.Puzzle(board=["????"], pieces=bar)).total == total


def _chequered(cells: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The colours of cells as on a chessboard, more 1 than 2 if there are more of one, and 0 elsewhere; and
    those behind."""
    rows, columns = np.indices(cells.shape)
    colors = np.where(cells, 1 + (rows + columns) % 2, 0)
    behind = np.where(cells, 3 - colors, 0)
    return (colors, behind) if (colors == 1).sum() >= (colors == 2).sum() else (behind, colors)


def test_chequered_pentominoes_of_two_sides_are_built_of_arrays() -> None:
    plain = bc.Puzzle.from_catalog("pentominoes-4x15")
    # Pieces that lie turned over in the solution become others, so it must be the same one each time: with
    # several threads the first one is that of the quickest.
    grid = next(bc.Solver(plain, engine="links", threads=1).solutions()).grid
    pieces = {}
    for number, name in enumerate(plain.pieces):
        front, back = _chequered(grid == number)
        pieces[name] = bc.Piece(colors=front, back=back)
    board, _ = _chequered(np.ones((4, 15), dtype=bool))
    count = bc.count(bc.Puzzle(board=(4, 15), colors=board, pieces=pieces))
    known = bc.count("chequered-pentominoes-4x15")
    assert (count.distinct, count.total) == (known.distinct, known.total) == (10, 10)
    # Characters say what numbers say, and colours alone draw a board.
    marks = np.array([".", "w", "b"])
    pieces = {
        name: bc.Piece(colors=marks[piece.colors], back=marks[piece.back])
        for name, piece in pieces.items()
    }
    lettered = bc.Puzzle(colors=["wb" * 7 + "w", "bw" * 7 + "b"] * 2, pieces=pieces)
    assert bc.count(pickle.loads(pickle.dumps(lettered))).total == 10
    # Without another colour behind, a piece keeps its own when it is turned over.
    one_sided = {name: bc.Piece(colors=piece.colors) for name, piece in pieces.items()}
    assert bc.count(bc.Puzzle(colors=marks[board], pieces=one_sided)).total == 0


def test_cells_without_a_colour_agree_with_every_other() -> None:
    domino = {"d": bc.Piece(colors=[[1, -1]], motions="rotations")}
    # Ways of lying that cover the same cells are one.
    for colors, total in [([[1, 2]], 1), ([[2, 2]], 0), ([[-1, 2]], 1), (["1*"], 1)]:
        assert bc.count(bc.Puzzle(colors=colors, pieces=domino)).total == total
    three = bc.Puzzle(colors=[[1, 0, 2, 1]], pieces={"one": ["x"], **domino})
    assert bc.count(three).total == 1 and three.shape == (1, 4)
    cubes = bc.Puzzle(colors=np.full((2, 2, 2), 3), pieces={"bar": bc.Piece(colors="33", copies=4)})
    assert bc.count(cubes).total == 9


def test_colours_of_hexagons_are_typed_or_arrays() -> None:
    drawings = [
        (["1 2", " 2 1"], ["1 2"], ["2 1"]),
        ([[1, 2], [2, 1]], [[1, 2]], [[2, 1]]),
    ]
    for board, front, back in drawings:
        one_sided = {"d": bc.Piece(colors=front, motions="translate", copies=2)}
        assert bc.count(bc.Puzzle(colors=board, pieces=one_sided, lattice="hexagonal")).total == 0
        two_sided = {"d": bc.Piece(colors=front, back=back, copies=2)}
        assert bc.count(bc.Puzzle(colors=board, pieces=two_sided, lattice="hexagonal")).total > 0


def _turned(edges: tuple[int, ...]) -> set[tuple[int, ...]]:
    """The ways in which a square with such edges lies."""
    return {edges[turn:] + edges[:turn] for turn in range(4)}


def _by_hand(tiles: list[tuple[int, ...]], columns: int, laid: list[tuple[int, ...]]) -> int:
    """In how many ways tiles go on a board of this width behind those that are laid, row by row."""
    place = len(laid)
    ways = 0 if tiles else 1
    for number, tile in enumerate(tiles):
        for top, right, bottom, left in _turned(tile):
            fits_left = place % columns == 0 or laid[-1][1] == left
            fits_above = place < columns or laid[place - columns][2] == top
            if fits_left and fits_above:
                rest = tiles[:number] + tiles[number + 1 :]
                ways += _by_hand(rest, columns, [*laid, (top, right, bottom, left)])
    return ways


def test_squares_with_edges_in_two_colours_are_counted_as_by_hand() -> None:
    every = itertools.product((1, 2), repeat=4)
    squares = sorted({min(_turned(edges)) for edges in every})
    assert len(squares) == 6
    pieces = {str(number): bc.Piece(edges=edges) for number, edges in enumerate(squares)}
    puzzle = bc.Puzzle(board=(2, 3), pieces=pieces)
    assert bc.count(puzzle).total == _by_hand(squares, 3, [])
    again = pickle.loads(pickle.dumps(puzzle))
    for solution in itertools.islice(bc.Solver(again).solutions(), 20):
        # The line has the colours of the edges, too.
        assert sorted(solution.grid.ravel()) == list(range(6)) and "::" in solution.line
    rim = bc.Puzzle(board=(1, 1), pieces={"a": bc.Piece(edges=[1, 1, 1, 2])}, rim=1)
    assert bc.count(rim).total == 0


def test_edges_of_hexagons_and_triangles() -> None:
    for lattice, edges in (("hexagonal", "abcdef"), ("triangular", "abc")):
        pieces = {"a": bc.Piece(edges=edges), "b": bc.Piece(edges=edges)}
        puzzle = bc.Puzzle(board=np.ones((1, 2)), pieces=pieces, lattice=lattice)
        # The colour where they meet, and which of the two is on the left.
        assert bc.count(puzzle).total == 2 * len(edges)


def test_repr_svg_and_words() -> None:
    kanoodle = bc.Puzzle.from_catalog("kanoodle")
    assert repr(kanoodle) == "Puzzle('kanoodle', board=(5, 11), pieces=12)"
    assert kanoodle._repr_svg_().startswith("<svg") and kanoodle.about and kanoodle.title


@pytest.mark.parametrize(
    "puzzle",
    [
        bc.Puzzle.from_catalog("soma"),
        bc.Puzzle.from_catalog("soma").with_given("L@1,1,1 1,1,2 1,1,3 1,2,1"),
        bc.Puzzle.parse(FAMILY, "strips-4"),
        bc.Puzzle(board=(2, 2), pieces={"domino": bc.Piece(["xx"], copies=2)}),
    ],
)
def test_puzzles_and_solvers_are_pickled(puzzle: bc.Puzzle) -> None:
    again = pickle.loads(pickle.dumps(puzzle))
    assert repr(again) == repr(puzzle) and bc.count(again).total == bc.count(puzzle).total
    solver = pickle.loads(pickle.dumps(bc.Solver(puzzle, threads=1, engine="search")))
    assert solver.count().total == bc.count(puzzle).total and solver.count().engine == "search"


def _with(region: object, confined: str | None = None) -> bc.Puzzle:
    """A board of one labelled cell with a region r."""
    pieces = {"p": bc.Piece("x", region=confined)}
    return bc.Puzzle(labels=["a"], pieces=pieces, regions={"r": region})


def _of(piece: bc.Piece, **more: object) -> bc.Puzzle:
    """A board of one cell with one piece."""
    return bc.Puzzle(board=(1, 1), pieces={"a": piece}, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: bc.Puzzle.from_catalog("kanodle"), bc.PuzzleError, "did you mean kanoodle"),
        (lambda: bc.Puzzle.from_catalog("logiq"), bc.PuzzleError, "choose one of logiq-2"),
        (lambda: bc.Puzzle.family("nothing"), bc.PuzzleError, "no puzzle nothing"),
        (lambda: bc.Puzzle.parse("name = 3"), bc.PuzzleError, "line 1"),
        (lambda: bc.Puzzle(board=(2, 2), pieces={}), bc.PuzzleError, "no pieces"),
        (lambda: bc.Puzzle(board=(0, 2), pieces={"a": "x"}), bc.ArgumentError, "board"),
        (lambda: bc.Puzzle(board=(9999, 2), pieces={"a": "x"}), bc.ArgumentError, "board"),
        (lambda: bc.Puzzle(board=[[3]], pieces={"a": "x"}), bc.ArgumentError, "not 3"),
        (lambda: bc.Puzzle(board=[1, 2], pieces={"a": "x"}), bc.ArgumentError, "2 or 3"),
        (lambda: bc.Puzzle(board=["./"], pieces={"a": "x"}), bc.PuzzleError, "means nothing"),
        (lambda: bc.Puzzle(board=(1, 1), pieces=["x"]), bc.ArgumentError, "by name"),
        (lambda: bc.Puzzle(board=(1, 1), pieces={"a": ""}), bc.PuzzleError, "a"),
        (
            lambda: bc.Puzzle(board=(1, 1), pieces={"a": "x"}, motions="all"),
            bc.ArgumentError,
            "translate",
        ),
        (
            lambda: bc.Puzzle(board=(1, 1), pieces={"a": "x"}, lattice="hex"),
            bc.ArgumentError,
            "face-centred",
        ),
        (
            lambda: bc.Puzzle(board=(1, 1), pieces={"a": "x"}, wrap=["sides"]),
            bc.ArgumentError,
            "columns",
        ),
        (
            lambda: bc.Puzzle(board=(1, 1), pieces={"a": "x"}, given="b@1,1"),
            bc.PuzzleError,
            "no piece b",
        ),
        (lambda: bc.Puzzle(pieces={"a": "x"}), bc.ArgumentError, "a board, or labels"),
        (lambda: bc.Puzzle(board=(1, 1)), bc.PuzzleError, "no pieces"),
        (lambda: bc.Puzzle(labels=["a a"], pieces={"a": "x"}), bc.PuzzleError, "two cells"),
        (lambda: bc.Puzzle(labels=[["a b"]], pieces={"a": "x"}), bc.ArgumentError, "without space"),
        (lambda: bc.Puzzle(labels=[["a"], ["b", "c"]], pieces={"a": "x"}), bc.ArgumentError, "long"),
        (lambda: bc.Puzzle(labels=[[[["a"]]]], pieces={"a": "x"}), bc.ArgumentError, "2 or 3"),
        (lambda: _with(bc.Region()), bc.ArgumentError, "region r is given"),
        (lambda: _with(bc.Region("x", labels="a")), bc.ArgumentError, "region r is given"),
        (lambda: _with("x"), bc.ArgumentError, "region r is given"),
        (lambda: _with(bc.Region("x", free=-1)), bc.ArgumentError, "cannot stay free"),
        (lambda: _with(bc.Region("x", free=2)), bc.PuzzleError, "2 cannot stay free"),
        (lambda: _with(bc.Region(labels="b")), bc.PuzzleError, "no cell is labelled b"),
        (lambda: _with(bc.Region("."), "r"), bc.PuzzleError, "no cells"),
        (lambda: _with(bc.Region("x"), "s"), bc.PuzzleError, "there is no region s"),
        (lambda: bc.Puzzle(board=[["ab"]], pieces={"a": "x"}), bc.ArgumentError, "single characters"),
        (lambda: bc.Puzzle(colors=[[10]], pieces={"a": "x"}), bc.ArgumentError, "1 to 9, not 10"),
        (lambda: bc.Puzzle(colors=[[0.5]], pieces={"a": "x"}), bc.ArgumentError, "not 0.5"),
        (lambda: bc.Puzzle(colors=["a/"], pieces={"a": "x"}), bc.PuzzleError, "no colour"),
        (lambda: bc.Puzzle(board=(1, 2), colors="a", pieces={"a": "x"}), bc.PuzzleError, "column 2"),
        (lambda: _of(bc.Piece()), bc.ArgumentError, "piece a is given by one of"),
        (lambda: _of(bc.Piece("x", colors="x")), bc.ArgumentError, "piece a is given by one of"),
        (lambda: _of(bc.Piece("x", back="x")), bc.ArgumentError, "back but no colours"),
        (lambda: _of(bc.Piece(colors="w")), bc.PuzzleError, "the board has none"),
        (lambda: _of(bc.Piece(colors="?")), bc.PuzzleError, "no colour"),
        (lambda: _of(bc.Piece(colors="w", back="bb"), colors="w"), bc.PuzzleError, "other cells"),
        (lambda: _of(bc.Piece(edges="abc")), bc.PuzzleError, "3 coloured edges"),
        (lambda: _of(bc.Piece(edges=[1, 2, 3, 10])), bc.ArgumentError, "not 10"),
        (lambda: _of(bc.Piece(edges="abc/")), bc.PuzzleError, "no colour"),
        (lambda: _of(bc.Piece("x"), rim="a"), bc.PuzzleError, "give pieces edges"),
        (lambda: _of(bc.Piece("x"), rim="red"), bc.ArgumentError, "not 'red'"),
        (
            lambda: bc.Puzzle(board=(1, 1), pieces={"a": bc.Piece("x", copies=(2, 1))}),
            bc.ArgumentError,
            "least, most",
        ),
        (
            lambda: bc.Puzzle(board=(1, 1), pieces={"a": bc.Piece("x", copies=(1,))}),
            bc.ArgumentError,
            "least, most",
        ),
        (
            lambda: bc.Puzzle(board=(1, 1), pieces={"a": bc.Piece("x", copies=0)}),
            bc.ArgumentError,
            "0 copies",
        ),
        (
            lambda: bc.Puzzle(board=(1, 1), pieces={"a": bc.Piece("x", 3, "ab")}),
            bc.ArgumentError,
            "2 symbols",
        ),
    ],
)
def test_what_is_wrong_is_said(make: object, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        make()  # type: ignore[operator]
    assert issubclass(error, bc.Error) and issubclass(error, ValueError)


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: bc.Solver("soma", engine="serch"), bc.ArgumentError, "did you mean search"),
        (lambda: bc.Solver("soma", memory="plenty"), bc.ArgumentError, "plenty is no size"),
        (lambda: bc.Solver("soma", memory=100), bc.ArgumentError, "less than 16K"),
        (lambda: bc.Solver("soma", threads=0), bc.ArgumentError, "not 0"),
        (lambda: bc.Solver("soma", disk=-1), bc.ArgumentError, "bytes"),
        (lambda: bc.Solver("soma", anchor="Q"), bc.ArgumentError, "no piece Q"),
        (lambda: bc.Solver(3), TypeError, "not int"),
        (lambda: bc.Solver("soma").sample(-1), bc.ArgumentError, "negative"),
        (lambda: bc.Solver("soma").sample(1, seed=-1), bc.ArgumentError, "seed"),
        (lambda: bc.Solver("soma").estimate(-1), bc.ArgumentError, "seconds"),
        (lambda: bc.Solver("soma").estimate(probes=0), bc.ArgumentError, "probe"),
        (lambda: bc.Solver("soma").with_given("Q@1,1,1"), bc.PuzzleError, "no piece Q"),
        (lambda: bc.Solver("soma").shards(0), bc.SolveError, "1 to 1000"),
        (lambda: bc.Solver("soma").count(progress=3), TypeError, "progress"),
        (lambda: bc.Solver("soma").statistics().heat("Q"), bc.ArgumentError, "no piece 'Q'"),
        (lambda: bc.Solver("soma").solve_to("out", format="txt"), bc.ArgumentError, "ndjson"),
        (lambda: bc.merge([]), bc.SolveError, "no results"),
        (lambda: bc.verify("soma", "nowhere"), bc.VerifyError, "cannot be read"),
        (lambda: bc.Solver(bc.Cover(["a"], [["a"]])).with_given("x"), bc.ArgumentError, "cover"),
        (lambda: bc.Solver("soma", engine="frontier", memory="16K").sample(1), bc.SolveError, "M|memory"),
    ],
)
def test_what_is_wrong_with_a_call_is_said(
    make: object, error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        make()  # type: ignore[operator]

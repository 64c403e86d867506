"""Puzzles from the catalogue, from files, and built; what is wrong with them."""

from __future__ import annotations

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

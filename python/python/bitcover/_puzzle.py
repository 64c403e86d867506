"""Puzzles: boards and pieces, from the catalogue, from files, or from arrays."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Union

import numpy as np
from numpy.typing import ArrayLike

from ._bitcover import PuzzleCore
from ._errors import ArgumentError, PuzzleError

Drawing = Union[str, Sequence[str], ArrayLike]
"""Rows of characters, an empty one between layers; or an array of two or three dimensions."""

Shape = Union[str, list[str], tuple[list[str], Union[list[str], None]]]
"""The shape of a piece: the colours of edges; rows of cells; or those of colours in front and behind."""

#: The symbols that pieces without one are given, in this order.
_SYMBOLS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


@dataclass(frozen=True)
class Piece:
    """A piece of a puzzle that is built: its shape, and what else may be said of it. The shape is given as
    `shape`, by the colours of its cells, or as a single cell by the colours of its `edges`.

    >>> import bitcover as bc
    >>> pieces = {"bar": bc.Piece(["xx"], copies=2, motions="rotations"), "dot": ["x"]}
    >>> bc.count(bc.Puzzle(board=(1, 5), pieces=pieces))
    Count(distinct=2, total=3, complete=True)
    >>> domino = bc.Piece(["xx"], copies=(0, None))
    >>> bc.count(bc.Puzzle(board=(8, 8), pieces={"domino": domino})).total
    12988816
    >>> domino = bc.Piece(colors=["wb"], back=["bb"], copies=2)
    >>> bc.count(bc.Puzzle(colors=["wb", "bb"], pieces={"domino": domino})).total
    2
    >>> tiles = {"a": bc.Piece(edges="rggg"), "b": bc.Piece(edges="rbbb")}
    >>> bc.count(bc.Puzzle(board=(1, 2), pieces=tiles)).total
    2
    """

    shape: Drawing | None = None
    """Rows of characters, of which all but `.` and space are cells, or an array that is not zero there."""
    copies: int | tuple[int, int | None] = 1
    """How many of them are used: a number, or the least and the most, where `None` is as many as
    fit. From 0 on they lie only where they fill a cell that must be filled."""
    symbol: str | None = None
    """A character for each copy, for pictures; they are given some where none are said."""
    motions: str | None = None
    """How it may be turned, where not in every way: `"translate"`, `"half-turn"`, `"rotations"` or
    `"rotations-and-flips"`."""
    optional: bool = False
    """Whether copies may be left out; such a piece lies only where it fills a cell that must be filled."""
    region: str | None = None
    """The region that it lies in, where it may not lie anywhere."""
    colors: Drawing | None = None
    """Its cells, each by its colour: rows of characters, or an array of characters or of numbers from 1 to
    9, where `*` or -1 is a cell that lies on every colour, and `.`, space or 0 no cell. It lies where each
    of its colours is that of the board."""
    back: Drawing | None = None
    """The colours behind, of a flat piece with two sides: of each cell in its place, as if one looked
    through the piece."""
    edges: str | Iterable[str | int] | None = None
    """The colours of the sides of a single cell, clockwise from the top: four of a square, six of a
    hexagon, three of a triangle. Where two sides meet, their colours agree. It is not turned over, unless
    `motions` says so."""


@dataclass(frozen=True)
class Region:
    """A region of the board of a puzzle that is built: some of its cells, drawn or by their labels.

    >>> import bitcover as bc
    >>> days = bc.Puzzle(
    ...     labels=["Mon Tue Wed Thu"],
    ...     regions={"day": bc.Region(labels="Mon..Thu", free=1)},
    ...     pieces={"bar": ["xxx"]},
    ... )
    >>> sorted(solution.free_labels for solution in bc.Solver(days).arrangements())
    [['Mon'], ['Thu']]
    """

    cells: Drawing | None = None
    """Rows of characters, of which all but `.`, `#` and space are cells, or an array that is not zero
    there."""
    labels: str | Iterable[str] | None = None
    """The labels of the cells instead, each by itself or, as in `"Jan..Dec"`, from one to another."""
    free: int | None = None
    """How many of the cells stay free, exactly; nothing is said of that otherwise."""


def _rows(drawing: Drawing, mark: Callable[[Any], str], lattice: str | None) -> list[str]:
    """A drawing as rows of characters, hexagons as they are typed."""
    if isinstance(drawing, str):
        return drawing.splitlines()
    if isinstance(drawing, Sequence) and drawing and all(isinstance(row, str) for row in drawing):
        return [str(row) for row in drawing]
    array = np.asarray(drawing)
    if array.ndim not in (2, 3):
        raise ArgumentError(
            f"a drawing is rows of characters, or an array of 2 or 3 dimensions, not of {array.ndim}"
        )
    # A text longer than a character would shift those that follow.
    long = [text for text in array.ravel().tolist() if isinstance(text, str) and len(text) > 1]
    if long:
        raise ArgumentError(f"an array that is a drawing has single characters, not {long[0]!r}")
    layers = array if array.ndim == 3 else array[np.newaxis]
    rows: list[str] = []
    for number, layer in enumerate(layers):
        rows += [""] * (number > 0)
        # A row that has no cell would end the layer.
        for indent, values in enumerate(layer.tolist()):
            marks = [mark(value) for value in values]
            # Each row of hexagons begins half a hexagon further right than the one above.
            rows.append(" " * indent + " ".join(marks) if lattice == "hexagonal" else "".join(marks))
    return rows


class Puzzle:
    """A puzzle: a board, and pieces that fill it.

    `board` is the size as (rows, columns) or (layers, rows, columns); rows of characters, where `.` is a
    cell, `?` one that may stay empty and `#` none; or an array of two or three dimensions, where 0 or
    False is no cell, 1 or True a cell, and 2 a cell that may stay empty. `pieces` maps names to shapes
    (rows of characters or arrays, not zero where there is a cell) or to `Piece`. `labels` puts words on
    cells: rows of words with space between them, `.` for a cell without a label and `#` for no cell, or an
    array of them; alone they draw the board. `colors` are those of the cells, on which pieces lie where
    they have the same: rows of characters, or an array of characters or of numbers from 1 to 9, where `*`,
    `.` or -1 is a cell without a colour, `?` one that may stay empty, and `#`, space or 0 no cell; alone they
    draw the board, too. `rim` is the colour of the edges of pieces that border on no cell. `regions` maps
    names to `Region`, of which cells may stay free and to which pieces may be confined. `motions` says how
    the whole board may be turned, `lattice` is `"square"`, `"cubic"`, `"face-centred"`, `"hexagonal"` or
    `"triangular"`, and `wrap` names the axes that are closed to rings (`"layers"`, `"rows"`, `"columns"`).
    `given` lays pieces on the board from the start: a partial picture, or
    `"T@1,1 1,2 1,3 2,2"` with rows and columns counted from 1. Hexagons are typed as in a puzzle file,
    two columns apart, each row one column to the left or to the right of the one above; each row of an
    array of them begins half a hexagon further right than the one above.

    >>> import bitcover as bc
    >>> import numpy as np
    >>> board = np.ones((2, 3), dtype=bool)
    >>> puzzle = bc.Puzzle(board=board, pieces={"elbow": ["x.", "xx"], "bar": np.ones((1, 3))})
    >>> puzzle
    Puzzle('puzzle', board=(2, 3), pieces=2)
    >>> bc.count(puzzle).total
    0
    >>> bc.count(bc.Puzzle(board=(2, 3), pieces={"elbow": bc.Piece(["x.", "xx"], copies=2)})).total
    2
    >>> one = bc.Region(np.ones((2, 3)), free=1)
    >>> pieces = {"elbow": ["x.", "xx"], "bar": np.ones((1, 2))}
    >>> bc.count(bc.Puzzle(board=(2, 3), pieces=pieces, regions={"one": one})).total
    12
    >>> chequered = np.array([[1, 2, 1], [2, 1, 2]])
    >>> pieces = {"elbow": bc.Piece(colors=np.array([[1, 0], [2, 1]]), copies=2)}
    >>> bc.count(bc.Puzzle(colors=chequered, pieces=pieces)).total
    0
    >>> pieces = {"elbow": bc.Piece(colors=["w.", "bw"], back=["b.", "wb"], copies=2)}
    >>> bc.count(bc.Puzzle(colors=["wbw", "bwb"], pieces=pieces)).total
    2
    """

    __slots__ = ("_core", "_source", "_given")

    def __init__(
        self,
        board: Drawing | tuple[int, ...] | None = None,
        pieces: Mapping[str, Drawing | Piece] | None = None,
        *,
        labels: Drawing | None = None,
        colors: Drawing | None = None,
        rim: str | int | None = None,
        regions: Mapping[str, Region] | None = None,
        name: str = "puzzle",
        title: str | None = None,
        motions: str | None = None,
        lattice: str | None = None,
        wrap: Iterable[str] = (),
        given: str | Iterable[str] = (),
    ) -> None:
        rows = None
        if board is None:
            if labels is None and colors is None:
                raise ArgumentError("a puzzle has a board, or labels or colours that draw one")
        elif isinstance(board, tuple) and board and all(isinstance(size, int) for size in board):
            if len(board) not in (2, 3) or min(board) < 1 or max(board) > 4096:
                raise ArgumentError(f"a board of {board} is none: give 2 or 3 sizes, 1 to 4096")
            rows = _rows(np.ones(board, dtype=np.int8), _board_mark, lattice)
            if len(board) == 3 and lattice is None:
                lattice = "cubic"
        else:
            rows = _rows(board, _board_mark, lattice)
        for drawing in (board, colors):
            is_array = drawing is not None and not isinstance(drawing, (str, Sequence))
            if is_array and np.asarray(drawing).ndim == 3 and lattice is None:
                lattice = "cubic"
        described = _described(pieces or {}, lattice)
        words = None if labels is None else _label_rows(labels)
        paints = None if colors is None else _rows(colors, _board_paint, lattice)
        edge = None if rim is None else _paint(rim)
        areas = _areas(regions or {})
        wrapped = [wrap] if isinstance(wrap, str) else list(wrap)
        arguments = (
            *(name, title, rows, words, paints, edge),
            *(described, areas, motions, lattice, wrapped),
        )
        self._set("build", arguments, [given] if isinstance(given, str) else list(given))

    def _set(self, source: str, arguments: tuple[Any, ...], given: Sequence[str]) -> None:
        core: PuzzleCore = getattr(PuzzleCore, source)(*arguments)
        for position in given:
            core = core.with_given(position)
        self._core = core
        self._source = (source, arguments)
        self._given = tuple(given)

    @classmethod
    def _of(cls, source: str, arguments: tuple[Any, ...], given: Sequence[str]) -> Puzzle:
        puzzle = cls.__new__(cls)
        puzzle._set(source, arguments, given)
        return puzzle

    @classmethod
    def from_catalog(cls, name: str) -> Puzzle:
        """The puzzle of this name in the catalogue.

        >>> import bitcover as bc
        >>> bc.Puzzle.from_catalog("soma")
        Puzzle('soma', board=(3, 3, 3), pieces=7)
        """
        return cls._of("from_catalog", (name,), ())

    @staticmethod
    def family(name: str) -> list[str]:
        """The names of the puzzles of a family of the catalogue.

        >>> import bitcover as bc
        >>> bc.Puzzle.family("logiq")
        ['logiq-2', 'logiq-3', 'logiq-4', 'logiq-5']
        """
        return PuzzleCore.family(name)

    @classmethod
    def parse(cls, text: str, member: str | None = None) -> Puzzle:
        """The puzzle of a puzzle file, given as text; of a family this `member`, by its name with or
        without that of the family.

        >>> import bitcover as bc
        >>> bc.Puzzle.parse('''name = "strip"
        ... [board]
        ... rows = 1
        ... columns = 4
        ... motions = "half-turn"
        ... [[piece]]
        ... name = "bar"
        ... symbol = "ab"
        ... picture = "xx"
        ... ''')
        Puzzle('strip', board=(1, 4), pieces=2)
        """
        return cls._of("parse", (text, member), ())

    @classmethod
    def from_file(cls, path: str | os.PathLike[str], member: str | None = None) -> Puzzle:
        """The puzzle of a puzzle file; of a family this `member`.

        >>> import bitcover as bc, pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder, "dots.toml")
        ...     _ = path.write_text('''name = "dots"
        ... board = { rows = 1, columns = 2, motions = "half-turn" }
        ... piece = [{ symbol = "ab", picture = "x" }]
        ... ''')
        ...     bc.Puzzle.from_file(path).name
        'dots'
        """
        text = Path(path).read_text(encoding="utf-8")
        try:
            return cls.parse(text, member)
        except PuzzleError as error:
            raise PuzzleError(f"{os.fspath(path)}: {error}") from None

    def with_given(self, position: str) -> Puzzle:
        """This puzzle with more pieces on the board from the start.

        >>> import bitcover as bc
        >>> soma = bc.Puzzle.from_catalog("soma")
        >>> bc.count(soma.with_given("L@1,1,1 1,1,2 1,1,3 1,2,1")).total
        219
        """
        return self._of(*self._source, (*self._given, position))

    @property
    def name(self) -> str:
        """Its name, such as `logiq-5`."""
        return self._core.name

    @property
    def title(self) -> str:
        """Its name for people."""
        return self._core.title

    @property
    def about(self) -> str:
        """What it is, in a sentence or two."""
        return self._core.about

    @property
    def pieces(self) -> list[str]:
        """The names of the pieces; their places here are their numbers in arrays.

        >>> import bitcover as bc
        >>> bc.Puzzle.from_catalog("soma").pieces
        ['V', 'L', 'T', 'Z', 'A', 'B', 'P']
        """
        return [name for name, _ in self._core.pieces]

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the board, as (rows, columns) or (layers, rows, columns): that of `grid`."""
        shape = self._core.shape
        return shape if shape[0] > 1 else shape[1:]

    def __repr__(self) -> str:
        copies = sum(copies for _, copies in self._core.pieces)
        return f"Puzzle({self.name!r}, board={self.shape}, pieces={copies})"

    def _repr_svg_(self) -> str:
        """The board, with the pieces that lie on it from the start."""
        return self._core.svg()

    def __reduce__(self) -> tuple[Any, ...]:
        return (Puzzle._of, (*self._source, self._given))


def _board_mark(value: Any) -> str:
    if isinstance(value, str):
        return value
    for number, mark in enumerate("#.?"):
        if value == number:
            return mark
    raise ArgumentError(f"a board has 0, 1 and 2 in its places, or False and True, not {value!r}")


def _piece_mark(value: Any) -> str:
    if isinstance(value, str):
        return value
    return "x" if value else "."


def _paint(value: Any) -> str:
    """The character of a colour."""
    if isinstance(value, str) and len(value) == 1:
        return value
    for number in range(1, 10):
        if value == number:
            return str(number)
    raise ArgumentError(f"a colour is a character or a number from 1 to 9, not {value!r}")


def _board_paint(value: Any) -> str:
    if value == 0 or value == "":
        return "#"
    return "*" if value == -1 else _paint(value)


def _piece_paint(value: Any) -> str:
    if value == 0 or value == "":
        return "."
    return "*" if value == -1 else _paint(value)


def _shape(name: str, piece: Piece, lattice: str | None) -> Shape:
    """The shape of a piece as the library takes it."""
    ways = [way for way in (piece.shape, piece.colors, piece.edges) if way is not None]
    if len(ways) != 1:
        raise ArgumentError(f"piece {name} is given by one of its shape, its colours and its edges")
    if piece.colors is None and piece.back is not None:
        raise ArgumentError(f"piece {name} has a back but no colours in front")
    if piece.shape is not None:
        return _rows(piece.shape, _piece_mark, lattice)
    if piece.colors is not None:
        front = _rows(piece.colors, _piece_paint, lattice)
        return front, None if piece.back is None else _rows(piece.back, _piece_paint, lattice)
    return "".join(map(_paint, piece.edges or ""))


def _label_rows(labels: Drawing) -> list[str]:
    """Labels as rows of words."""
    if isinstance(labels, str):
        return labels.splitlines()
    if isinstance(labels, Sequence) and labels and all(isinstance(row, str) for row in labels):
        return [str(row) for row in labels]
    try:
        array = np.asarray(labels, dtype=np.str_)
    except ValueError:
        raise ArgumentError("the rows of an array of labels are equally long") from None
    if array.ndim not in (2, 3):
        raise ArgumentError(
            f"labels are rows of words, or an array of 2 or 3 dimensions, not of {array.ndim}"
        )
    for label in array.ravel().tolist():
        if label != "" and label.split() != [label]:
            raise ArgumentError(f"{label!r} cannot be a label: it is a word without space")
    layers = array if array.ndim == 3 else array[np.newaxis]
    rows: list[str] = []
    for number, layer in enumerate(layers.tolist()):
        rows += [""] * (number > 0)
        rows += [" ".join(label or "." for label in row) for row in layer]
    return rows


def _areas(
    regions: Mapping[str, Region],
) -> list[tuple[str, list[str] | None, str | None, int | None]]:
    """The regions as the library takes them: each by rows, of any lattice, or by labels."""
    areas: list[tuple[str, list[str] | None, str | None, int | None]] = []
    for name, region in regions.items():
        if not isinstance(region, Region) or (region.cells is None) == (region.labels is None):
            raise ArgumentError(f"region {name} is given as Region(cells) or Region(labels=…)")
        if region.free is not None and region.free < 0:
            raise ArgumentError(f"of region {name} {region.free} cells cannot stay free")
        if region.cells is not None:
            areas.append((name, _rows(region.cells, _piece_mark, None), None, region.free))
        elif region.labels is not None:
            labels = region.labels if isinstance(region.labels, str) else " ".join(region.labels)
            areas.append((name, None, labels, region.free))
    return areas


def _bounds(name: str, copies: tuple[int, int | None]) -> tuple[int, int | None]:
    """The least and the most copies."""
    least, most = copies if len(copies) == 2 else (-1, None)
    if not isinstance(least, int) or least < 0 or (most is not None and not least <= most):
        raise ArgumentError(f"{name} is used (least, most) times, not {copies}")
    return least, most


def _described(
    pieces: Mapping[str, Drawing | Piece],
    lattice: str | None,
) -> list[tuple[str, str, Shape, str | None, bool, tuple[int, int | None] | None, str | None]]:
    """The pieces as the library takes them, each with a symbol for each copy where their number is said."""
    if not isinstance(pieces, Mapping):
        raise ArgumentError("pieces are given by name: {name: shape}")
    known = {name: piece if isinstance(piece, Piece) else Piece(piece) for name, piece in pieces.items()}
    taken = {symbol for piece in known.values() for symbol in piece.symbol or ""}
    free = [symbol for symbol in _SYMBOLS if symbol not in taken]
    described = []
    for name, piece in known.items():
        symbols, copies, bounds = piece.symbol, piece.copies, None
        if isinstance(copies, tuple):
            # Copies beyond the first are given symbols by the library.
            bounds, copies = _bounds(name, copies), 1
        if symbols is None:
            if copies < 1 or copies > len(free):
                raise ArgumentError(f"{copies} copies of {name} cannot have a symbol each")
            # A piece whose name begins with a free letter is drawn with that.
            if copies == 1 and name[:1] in free:
                symbols = name[0]
                free.remove(symbols)
            else:
                symbols = "".join(free[:copies])
                del free[:copies]
        elif copies not in (1, len(symbols)):
            raise ArgumentError(f"{name} has {copies} copies and {len(symbols)} symbols")
        shape = _shape(name, piece, lattice)
        described.append(
            (str(name), symbols, shape, piece.motions, piece.optional, bounds, piece.region)
        )
    return described

"""Exact covers that are no puzzles: from matrices, from items and options, from files."""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Union

import numpy as np
from numpy.typing import NDArray

from ._bitcover import CoverCore
from ._errors import CoverError

Times = Union[int, tuple[int, int]]
"""How many options cover an item: a number, or the least and the most."""


#: How the library takes numbers.
_NUMBERS = "<u4"


class Cover:
    """An exact cover: items, and options that cover some of them.

    A solution is a choice of options that covers each of `items` once and each of `secondary` at most
    once. Items are any labels that can be hashed. `items` and `secondary` may map labels to how many
    options cover them, as a number or as (least, most). `colors` gives options colours for secondary
    items: for each option, or those by number in a mapping, {item: colour}; options that share a
    secondary item must then agree on its colour. Options are numbered from 0. An option that has no
    primary item is never chosen.

    >>> import bitcover as bc
    >>> cover = bc.Cover([("queen", 1), ("queen", 2)], [[("queen", 1)], [("queen", 2)], [("queen", 2)]])
    >>> cover
    Cover(items=2, options=3)
    >>> [solution.options for solution in bc.Solver(cover).solutions()]
    [(0, 1), (0, 2)]
    >>> agreed = bc.Cover(["a", "b"], [["a", "x"], ["a", "x"], ["b", "x"]], secondary=["x"],
    ...                   colors=[{"x": "red"}, {"x": "blue"}, {"x": "red"}])
    >>> next(bc.Solver(agreed).solutions()).labels
    [['a', 'x'], ['b', 'x']]
    """

    __slots__ = ("_core", "_source", "_options")

    _options: Sequence[Sequence[Hashable]] | None

    def __init__(
        self,
        items: Iterable[Hashable] | Mapping[Hashable, Times],
        options: Iterable[Iterable[Hashable]],
        *,
        secondary: Iterable[Hashable] | Mapping[Hashable, int] = (),
        colors: Sequence[Mapping[Hashable, Hashable]]
        | Mapping[int, Mapping[Hashable, Hashable]]
        | None = None,
    ) -> None:
        numbers: dict[Hashable, int] = {}
        declared: list[tuple[bool, int, int]] = []
        for is_primary, labels in ((True, items), (False, secondary)):
            times = labels if isinstance(labels, Mapping) else None
            for label in labels:
                if label in numbers:
                    raise CoverError(f"item {label!r} is declared twice")
                numbers[label] = len(declared)
                declared.append((is_primary, *_bounds(label, times[label] if times else 1)))
        listed = [list(option) for option in options]
        starts, entries = [0], []
        for number, option in enumerate(listed):
            for label in option:
                if label not in numbers:
                    raise CoverError(f"option {number} names item {label!r}, which is not declared")
                entries.append(numbers[label])
            if len(set(entries[starts[-1] :])) < len(option):
                raise CoverError(f"option {number} names an item twice")
            starts.append(len(entries))
        coloured = None if colors is None else _coloured(listed, colors, numbers, declared)
        arguments = (
            _packed(declared),
            _packed(starts),
            _packed(entries),
            None if coloured is None else _packed(coloured),
        )
        self._set("build", arguments, listed)

    def _set(
        self, source: str, arguments: tuple[Any, ...], options: Sequence[Sequence[Hashable]] | None
    ) -> None:
        self._core: CoverCore = getattr(CoverCore, source)(*arguments)
        self._source = (source, arguments)
        self._options = options

    @classmethod
    def _of(
        cls, source: str, arguments: tuple[Any, ...], options: Sequence[Sequence[Hashable]] | None
    ) -> Cover:
        cover = cls.__new__(cls)
        cover._set(source, arguments, options)
        return cover

    @classmethod
    def from_matrix(cls, matrix: Any, *, secondary: Iterable[int] = ()) -> Cover:
        """The cover of a 0/1 matrix (an array, lists, or a sparse matrix of scipy): a column is an item,
        a row an option. `secondary` are numbers of columns that need not be covered.

        >>> import bitcover as bc
        >>> import numpy as np
        >>> bc.Solver(bc.Cover.from_matrix(np.eye(3, dtype=int))).count().total
        1
        """
        starts, entries, columns = _compressed(matrix)
        optional = set(secondary)
        if not all(isinstance(item, (int, np.integer)) and 0 <= item < columns for item in optional):
            raise CoverError(f"secondary items are columns, numbered from 0 to {columns - 1}")
        items = np.ones((columns, 3), dtype=_NUMBERS)
        items[list(optional), 0] = 0
        arguments = (items.tobytes(), _packed(starts), _packed(entries), None)
        return cls._of("build", arguments, None)

    @classmethod
    def parse(cls, text: str) -> Cover:
        """The cover of a text in Knuth's format (colours and multiplicities included).

        >>> import bitcover as bc
        >>> solver = bc.Solver(bc.Cover.parse("a b | x\\na x\\nb\\nb x\\n"))
        >>> [solution.labels for solution in solver.solutions()]
        [[['a', 'x'], ['b']]]
        """
        return cls._of("parse_dlx", (text,), None)

    @classmethod
    def from_file(cls, path: str | os.PathLike[str]) -> Cover:
        """The cover of a file: in Knuth's format, or a 0/1 matrix if its name ends in `.matrix`.

        >>> import bitcover as bc, pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder, "small.dlx")
        ...     _ = path.write_text("a b\\na b\\n")
        ...     bc.Cover.from_file(path)
        Cover(items=2, options=1)
        """
        text = Path(path).read_text(encoding="utf-8")
        source = "parse_matrix" if Path(path).suffix == ".matrix" else "parse_dlx"
        try:
            return cls._of(source, (text,), None)
        except CoverError as error:
            raise CoverError(f"{os.fspath(path)}: {error}") from None

    @property
    def item_count(self) -> int:
        """How many items there are."""
        return self._core.item_count

    @property
    def option_count(self) -> int:
        """How many options can be chosen: those that have a primary item."""
        return self._core.option_count

    def __repr__(self) -> str:
        return f"Cover(items={self.item_count}, options={self.option_count})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (Cover._of, (*self._source, self._options))


def _bounds(label: Hashable, times: Times) -> tuple[int, int]:
    """The least and the most options that cover an item."""
    least, most = times if isinstance(times, tuple) else (times, times)
    is_range = isinstance(least, int) and isinstance(most, int) and 0 <= least <= most
    if not is_range or not 0 < most < 1 << 32:
        raise CoverError(f"item {label!r} cannot be covered {times!r} times")
    return least, most


def _coloured(
    options: list[list[Hashable]],
    colors: Sequence[Mapping[Hashable, Hashable]] | Mapping[int, Mapping[Hashable, Hashable]],
    numbers: Mapping[Hashable, int],
    declared: Sequence[tuple[bool, int, int]],
) -> list[int]:
    """For each entry the number of its colour, or 0."""
    if not isinstance(colors, Mapping) and len(colors) != len(options):
        raise CoverError(f"there are {len(options)} options, and colours for {len(colors)}")
    known: dict[Hashable, int] = {}
    coloured = []
    for number, option in enumerate(options):
        own = colors.get(number, {}) if isinstance(colors, Mapping) else colors[number]
        for label in own or {}:
            if label not in option:
                raise CoverError(f"option {number} has no item {label!r} to give a colour")
            if declared[numbers[label]] != (False, 1, 1):
                raise CoverError(f"option {number} gives item {label!r} a colour, which is not secondary")
        for label in option:
            is_coloured = own is not None and label in own
            coloured.append(known.setdefault(own[label], len(known) + 1) if is_coloured else 0)
    return coloured


def _packed(numbers: Any) -> bytes:
    """Numbers as the library takes them."""
    return np.asarray(numbers).astype(_NUMBERS).tobytes()


def _compressed(matrix: Any) -> tuple[NDArray[Any], NDArray[Any], int]:
    """Where each row of a matrix begins, the columns of its ones, and the number of columns."""
    if hasattr(matrix, "tocsr"):
        sparse = matrix.tocsr().copy()
        sparse.sum_duplicates()
        sparse.eliminate_zeros()
        values, columns = np.asarray(sparse.data), sparse.indices
        starts, width = sparse.indptr, sparse.shape[1]
    else:
        try:
            array = np.asarray(matrix)
        except ValueError:
            raise CoverError("the rows of a matrix are equally long") from None
        if array.ndim != 2:
            raise CoverError(f"a matrix has 2 dimensions, not {array.ndim}")
        # Places in one row of all rows, which numpy finds sooner than pairs.
        row, width = array.ravel(), array.shape[1]
        places = np.flatnonzero(row)
        values, columns = row[places], places % max(width, 1)
        starts = np.searchsorted(places, width * np.arange(array.shape[0] + 1))
    if values.dtype != np.bool_ and values.size and not bool(np.all(values == 1)):
        raise CoverError("a matrix has only 0 and 1 in its places")
    return starts, columns, int(width)

"""Solutions, one by one and in batches."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any, Generic, TypeVar, Union

import numpy as np
from numpy.typing import NDArray

from ._bitcover import SolutionCore, SolutionsCore
from ._cover import Cover
from ._errors import ArgumentError
from ._puzzle import Puzzle

Cell = tuple[int, ...]


class PuzzleSolution:
    """A solution of a puzzle. What is asked of it is worked out then.

    >>> import bitcover as bc
    >>> solution = bc.Solver("soma").sample(1, seed=1)[0]
    >>> solution.grid.shape, solution.names.shape
    ((3, 3, 3), (3, 3, 3))
    >>> len(solution.placements), len(solution.images())
    (7, 24)
    """

    __slots__ = ("_core", "_puzzle")

    def __init__(self, core: SolutionCore, puzzle: Puzzle) -> None:
        self._core = core
        self._puzzle = puzzle

    @property
    def grid(self) -> NDArray[np.int32]:
        """The number of the piece at each place of the board, by `Puzzle.pieces`; -1 where none lies.
        Its shape is `Puzzle.shape`."""
        return np.frombuffer(self._core.numbers(), dtype=np.int32).reshape(self._puzzle.shape)

    @property
    def names(self) -> NDArray[np.str_]:
        """The name of the piece at each place of the board, empty where none lies.

        >>> import bitcover as bc
        >>> strip = bc.Puzzle(board=["..#."], pieces={"a": ["x"], "bc": ["xx"]})
        >>> next(bc.Solver(strip).solutions()).names.tolist()
        [['bc', 'bc', '', 'a']]
        """
        return np.array([*self._puzzle.pieces, ""])[self.grid]

    @property
    def placements(self) -> list[tuple[str, list[Cell]]]:
        """The pieces in the order of their first cells, each with its cells: (row, column), on boards of
        several layers (layer, row, column), from 0.

        >>> import bitcover as bc
        >>> strip = bc.Puzzle(board=(1, 3), pieces={"a": ["x"], "b": ["xx"]})
        >>> sorted(next(bc.Solver(strip).solutions()).placements)[1][0]
        'b'
        """
        first = 3 - len(self._puzzle.shape)
        placed = self._core.placements()
        return [(name, [cell[first:] for cell in cells]) for name, cells in placed]

    @property
    def line(self) -> str:
        """The solution in one line: the symbols of the pieces cell by cell, rows separated by `/`."""
        return self._core.line

    @property
    def free_labels(self) -> list[str]:
        """The labels of the cells that regions leave free, in reading order: the date of a calendar.

        >>> import bitcover as bc
        >>> calendar = bc.Puzzle.from_catalog("calendar").with_given("Oct 6")
        >>> {tuple(solution.free_labels) for solution in bc.Solver(calendar).solutions()}
        {('Oct', '6')}
        """
        return self._core.free_labels()

    def images(self) -> list[PuzzleSolution]:
        """The arrangements that the motions of the board make of it, each once, itself among them."""
        return [PuzzleSolution(core, self._puzzle) for core in self._core.images()]

    def __str__(self) -> str:
        return str(self._core)

    def __repr__(self) -> str:
        return f"PuzzleSolution({self.line!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PuzzleSolution):
            return NotImplemented
        return self._core == other._core

    def __hash__(self) -> int:
        return hash(self.line)

    def _repr_svg_(self) -> str | None:
        return self._core.svg()


class CoverSolution:
    """A solution of an exact cover: the options that are chosen.

    >>> import bitcover as bc
    >>> next(bc.Solver(bc.Cover(["a", "b"], [["a"], ["b"], ["c"]], secondary=["c"])).solutions())
    CoverSolution((0, 1))
    """

    __slots__ = ("_core", "_cover")

    def __init__(self, core: SolutionCore, cover: Cover) -> None:
        self._core = core
        self._cover = cover

    @property
    def options(self) -> tuple[int, ...]:
        """The numbers of the options, ascending, from 0."""
        return tuple(self._core.options())

    @property
    def labels(self) -> list[list[Hashable]]:
        """The items of each option, as they were named; numbers of columns where the cover was a matrix.

        >>> import bitcover as bc
        >>> next(bc.Solver(bc.Cover.from_matrix([[1, 0], [0, 1]])).solutions()).labels
        [[0], [1]]
        """
        named = self._cover._options
        if named is not None:
            return [list(named[option]) for option in self.options]
        words = self._core.option_words()
        if self._cover._source[0] == "build":
            return [[int(word) for word in option] for option in words]
        return [list(option) for option in words]

    def __str__(self) -> str:
        return "\n".join(
            f"{number}: {' '.join(map(str, labels))}"
            for number, labels in zip(self.options, self.labels)
        )

    def __repr__(self) -> str:
        return f"CoverSolution({self.options})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CoverSolution):
            return NotImplemented
        return self.options == other.options

    def __hash__(self) -> int:
        return hash(self.options)

    def _repr_html_(self) -> str:
        from html import escape

        rows = "".join(
            f"<tr><td>{number}</td><td>{escape(' '.join(map(str, labels)))}</td></tr>"
            for number, labels in zip(self.options, self.labels)
        )
        return f"<table><tr><th>option</th><th>items</th></tr>{rows}</table>"


Solution = Union[PuzzleSolution, CoverSolution]
"""A solution of whatever is solved."""

S = TypeVar("S")


class Solutions(Generic[S]):
    """Solutions one by one, while the search goes on; it ends when they are left.

    It is an iterator, and a context manager for those who want to say where the search ends. Some
    solutions wait to be taken, and then the search waits, so that memory stays as it is however many
    there are.

    >>> import bitcover as bc
    >>> with bc.Solver("kanoodle").solutions() as solutions:
    ...     few = [next(solutions) for _ in range(3)]
    >>> len(few)
    3
    """

    __slots__ = ("_core", "_subject", "_kind", "_next")

    def __init__(
        self, core: SolutionsCore, subject: Any, kind: Callable[[SolutionCore, Any], S]
    ) -> None:
        self._core = core
        self._next = core.next
        self._subject = subject
        self._kind = kind

    def __iter__(self) -> Iterator[S]:
        return self

    def __next__(self) -> S:
        core = self._next()
        if core is None:
            raise StopIteration
        return self._kind(core, self._subject)

    def close(self) -> None:
        """Ends the search."""
        self._core.close()

    def __enter__(self) -> Solutions[S]:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Solutions({self._subject!r})"


class Batches:
    """Arrays of solutions, while the search goes on. See `Solver.solutions_array`."""

    __slots__ = ("_core", "_size", "_shape")

    def __init__(self, core: SolutionsCore, size: int, shape: tuple[int, ...] | None) -> None:
        if size < 1:
            raise ArgumentError(f"a batch has at least one solution, not {size}")
        self._core = core
        self._size = size
        self._shape = shape

    def __iter__(self) -> Batches:
        return self

    def __next__(self) -> NDArray[np.int32]:
        data, taken = self._core.take(self._size)
        if taken == 0:
            raise StopIteration
        numbers = np.frombuffer(data, dtype=np.int32)
        if self._shape is not None:
            return numbers.reshape((taken, *self._shape))
        # The library counts options from 1.
        return np.where(numbers > 0, numbers - 1, np.int32(-1)).reshape((taken, -1))

    def close(self) -> None:
        """Ends the search."""
        self._core.close()

    def __enter__(self) -> Batches:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

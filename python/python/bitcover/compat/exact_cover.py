"""The calls of the package exact-cover, version 1.5.

>>> from bitcover.compat.exact_cover import get_all_solutions, get_exact_cover, get_solution_count
>>> matrix = [[1, 0, 0], [0, 1, 1], [0, 1, 0], [0, 0, 1]]
>>> get_solution_count(matrix)
2
>>> get_exact_cover(matrix).tolist() in ([0, 1], [0, 2, 3])
True
>>> sorted(sorted(solution) for solution in get_all_solutions(matrix))
[[0, 1], [0, 2, 3]]

As there, a matrix is taken as one of truth values, rows of a solution are numbers from 0, and
`NoSolution` is raised where there is none. Which solution comes first differs, and so does the order
of the rows of a solution, which are ascending here.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._cover import Cover
from .._errors import Error
from .._solver import Solver

__all__ = ["NoSolution", "get_all_solutions", "get_exact_cover", "get_solution_count"]


class NoSolution(Error):
    """There is no solution."""


def _solver(matrix: ArrayLike) -> Solver:
    return Solver(Cover.from_matrix(np.asarray(matrix, dtype=np.bool_)))


def get_exact_cover(matrix: ArrayLike) -> NDArray[np.intp]:
    """The rows of one exact cover, ascending.

    >>> get_exact_cover([[1, 1], [0, 1]]).tolist()
    [0]
    """
    with _solver(matrix).solutions() as solutions:
        for solution in islice(solutions, 1):
            if solution.options:
                return np.array(solution.options, dtype=np.intp)
    raise NoSolution("there is no exact cover")


def get_solution_count(matrix: ArrayLike) -> int:
    """The number of exact covers.

    >>> get_solution_count([[1, 1], [1, 0], [0, 1]])
    2
    """
    return _solver(matrix).count().total


def get_all_solutions(matrix: ArrayLike, max_count: int | None = None) -> set[tuple[Any, ...]]:
    """All exact covers, or at most `max_count` of them, each as a tuple of rows.

    >>> get_all_solutions([[1, 1], [1, 0], [0, 1]], max_count=5) == {(0,), (1, 2)}
    True
    """
    found: set[tuple[Any, ...]] = set()
    with _solver(matrix).solutions_array() as batches:
        for batch in batches:
            rows = batch.tolist() if max_count is None else batch.tolist()[: max_count - len(found)]
            found.update(tuple(row[: row.index(-1)] if row[-1] < 0 else row) for row in rows)
            if max_count is not None and len(found) >= max_count:
                break
    found.discard(())
    if not found:
        raise NoSolution("there is no exact cover")
    return found

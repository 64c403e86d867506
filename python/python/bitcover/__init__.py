"""bitcover counts, lists and samples the solutions of polyform puzzles and of exact covers.

>>> import bitcover as bc
>>> bc.count("kanoodle").total
371020
>>> solver = bc.Solver("soma", threads=2)
>>> next(solver.solutions()).grid.shape
(3, 3, 3)
>>> cover = bc.Cover.from_matrix([[1, 0, 1], [0, 1, 0], [1, 1, 1]])
>>> bc.Solver(cover).count().total
2

What is solved is a `Puzzle` or a `Cover`; a `Solver` counts, lists, samples, estimates and writes its
solutions. Cells are counted from 0, as layer, row and column.
"""

from ._bitcover import __version__
from ._cover import Cover
from ._errors import (
    ArgumentError,
    Cancelled,
    CoverError,
    Error,
    PuzzleError,
    SolveError,
    VerifyError,
)
from ._figures import Count, Estimate, Figure, Progress, Statistics, Verified
from ._puzzle import Piece, Puzzle, Region
from ._shards import Shard, ShardResult, merge
from ._solution import CoverSolution, PuzzleSolution, Solution, Solutions
from ._solver import Solver, count, verify

__all__ = [
    "ArgumentError",
    "Cancelled",
    "Count",
    "Cover",
    "CoverError",
    "CoverSolution",
    "Error",
    "Estimate",
    "Figure",
    "Piece",
    "Progress",
    "Puzzle",
    "PuzzleError",
    "PuzzleSolution",
    "Region",
    "Shard",
    "ShardResult",
    "Solution",
    "Solutions",
    "SolveError",
    "Solver",
    "Statistics",
    "Verified",
    "VerifyError",
    "__version__",
    "count",
    "merge",
    "verify",
]

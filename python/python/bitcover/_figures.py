"""What runs come to: counts, estimates, statistics, and how far they are."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from ._bitcover import Outcome


@dataclass(frozen=True)
class Count:
    """What a count came to.

    >>> import bitcover as bc
    >>> count = bc.count("soma")
    >>> count
    Count(distinct=480, total=11520, complete=True)
    >>> count.name, count.engine in ("search", "scan", "frontier", "links")
    ('soma', True)
    """

    distinct: int | None
    """Solutions up to the motions of the board; `None` of a cover, unless they were asked for."""
    total: int
    """All arrangements on the fixed board; all solutions of a cover. Of any size."""
    complete: bool
    """Whether these are all: a partial count is not the count."""
    name: str
    """What was counted."""
    engine: str
    """The engine that counted."""
    nodes: int
    """Nodes of a search, or states of a sweep."""
    seconds: float
    """How long it took, earlier sessions of the run included."""
    fingerprint: str | None
    """The fingerprint of the distinct solutions, where they were listed."""

    def __repr__(self) -> str:
        distinct = "" if self.distinct is None else f"distinct={self.distinct}, "
        return f"Count({distinct}total={self.total}, complete={self.complete})"

    @classmethod
    def _of(cls, outcome: Outcome) -> Count:
        name, engine, total, distinct, nodes, seconds, complete, fingerprint = outcome
        return cls(distinct, total, complete, name, engine, nodes, seconds, fingerprint)


@dataclass(frozen=True)
class Progress:
    """How far a run is, as callbacks are told."""

    phase: str
    """`"search"` or `"sweep"`; the share begins anew with each."""
    share: float
    """The part that is done, below 1."""
    distinct: int
    """Distinct solutions so far."""
    nodes: int
    """Nodes or states so far."""
    seconds: float
    """How long it has taken."""


@dataclass(frozen=True)
class Figure:
    """An estimate with the ends of its interval of 95%.

    >>> import bitcover as bc
    >>> figure = bc.Solver("soma").estimate(probes=100).total
    >>> figure.low <= figure.estimate <= figure.high
    True
    """

    estimate: float
    low: float
    high: float

    def __float__(self) -> float:
        return self.estimate

    def __repr__(self) -> str:
        return f"{self.estimate:.4g} ({self.low:.4g} to {self.high:.4g})"


@dataclass(frozen=True)
class Estimate:
    """How many arrangements there may be, and what a search would take.

    >>> import bitcover as bc
    >>> estimate = bc.Solver("soma").estimate(probes=100)
    >>> len(estimate.depths) > 1, estimate.probes >= 0
    (True, True)
    """

    total: Figure
    """The number of arrangements."""
    nodes: Figure
    """The number of nodes of a search."""
    depths: list[Figure]
    """The number of nodes at each depth."""
    exact: bool
    """Whether the whole tree was searched, so that the figures are exact."""
    probes: int
    """How many probes there were."""
    nodes_per_second: float
    """Nodes that one thread visits in a second."""

    def __repr__(self) -> str:
        return f"Estimate(total={self.total!r}, nodes={self.nodes!r}, exact={self.exact})"


@dataclass(frozen=True)
class Verified:
    """What a file of solutions was found to hold by the independent checker."""

    path: Path
    """The file."""
    distinct: int | None
    """Solutions up to the motions of the board; `None` of a cover."""
    total: int
    """All arrangements that they stand for."""
    fingerprint: str
    """The fingerprint of the distinct solutions."""
    complete: bool
    """Whether the file says that these are all."""
    arrangements: bool
    """Whether every arrangement is listed."""


@dataclass(frozen=True)
class Statistics:
    """In how many arrangements each placement of a puzzle occurs, or each option of a cover.

    The columns `piece`, `cells` and `count` (of a cover `option` and `count`) are one long each and go
    by placement, so that ``pandas.DataFrame(statistics.columns())`` is a table.

    >>> import bitcover as bc
    >>> statistics = bc.Solver("soma").statistics()
    >>> statistics.total, int(statistics.count[statistics.piece == "L"].sum())
    (11520, 11520)
    >>> float(statistics.heat("L").sum()) / statistics.total  # cells in each arrangement
    4.0
    """

    total: int
    """All arrangements on the fixed board; all solutions of a cover."""
    count: NDArray[Any]
    """For each placement or option, in how many of them it occurs; of Python integers where 64 bits do
    not suffice."""
    piece: NDArray[np.str_]
    """The piece of each placement; empty of a cover."""
    cells: list[list[tuple[int, ...]]]
    """The cells of each placement, as layer, row and column; empty of a cover."""
    option: NDArray[np.int64]
    """The number of each option of a cover, from 0; empty of a puzzle."""
    shape: tuple[int, ...]
    """The shape of the board, without layers where there is one; empty of a cover."""

    def columns(self) -> dict[str, Any]:
        """The columns by name, as long as one another.

        >>> import bitcover as bc
        >>> sorted(bc.Solver("soma").statistics().columns())
        ['cells', 'count', 'piece']
        """
        if self.shape:
            return {"piece": self.piece, "cells": self.cells, "count": self.count}
        return {"option": self.option, "count": self.count}

    def heat(self, piece: str) -> NDArray[np.float64]:
        """For each place of the board, in how many arrangements this piece lies there: a heat map.

        >>> import bitcover as bc
        >>> bc.Solver("soma").statistics().heat("V").shape
        (3, 3, 3)
        """
        if piece not in self.piece:
            from ._errors import ArgumentError

            names = ", ".join(dict.fromkeys(self.piece.tolist()))
            raise ArgumentError(f"there is no piece {piece!r}; the pieces are {names}")
        heat = np.zeros(self.shape)
        for name, cells, count in zip(self.piece, self.cells, self.count):
            if name == piece:
                for cell in cells:
                    heat[cell] += float(count)
        return heat

    def __repr__(self) -> str:
        what = "placements" if self.shape else "options"
        return f"Statistics(total={self.total}, {what}={len(self.count)})"

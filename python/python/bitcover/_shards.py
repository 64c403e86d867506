"""A count in parts, for other processes and machines."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ._bitcover import merge as merge_texts
from ._figures import Count
from ._progress import Tell, Telling


@dataclass(frozen=True)
class ShardResult:
    """What a part of a count came to; `merge` adds them up. It can be pickled."""

    _text: str

    def __repr__(self) -> str:
        return "ShardResult(…)"


@dataclass(frozen=True)
class Shard:
    """A part of a count. Calling it counts; it can be pickled, and called in any process.

    >>> import bitcover as bc, pickle
    >>> shards = bc.Solver("soma").shards(3)
    >>> shards[0]
    Shard(1 of 3)
    >>> bc.merge(pickle.loads(pickle.dumps(shard))() for shard in shards).total
    11520
    """

    index: int
    """Which part it is, from 0."""
    count: int
    """How many parts there are."""
    _text: str
    _subject: Any
    _options: dict[str, Any]

    def __call__(
        self,
        threads: int | None = None,
        *,
        journal: str | os.PathLike[str] | None = None,
        progress: Tell = False,
    ) -> ShardResult:
        """Counts this part, on this many threads; by default on as many as the solver had. With
        `journal`, what is done is saved in that file, and a part whose worker was lost goes on when it is
        called with it again. `progress` is as for `Solver.count`.

        >>> import bitcover as bc, tempfile
        >>> [shard] = bc.Solver("soma").shards(1)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     bc.merge([shard(journal=f"{folder}/part.journal")]).total
        11520
        """
        from ._solver import Solver

        options = self._options if threads is None else {**self._options, "threads": threads}
        saved = None if journal is None else Path(journal)
        with Telling(progress) as tell:
            core = Solver(self._subject, **options)._core
            return ShardResult(core.run_shard(self._text, saved, tell))

    def __repr__(self) -> str:
        return f"Shard({self.index + 1} of {self.count})"


def merge(results: Iterable[ShardResult]) -> Count:
    """The sum of the results of all parts of a count, in any order; refused if one is missing.

    >>> import bitcover as bc
    >>> results = [shard() for shard in bc.Solver("soma").shards(2)]
    >>> bc.merge(results)
    Count(distinct=480, total=11520, complete=True)
    >>> bc.merge(results[:1])
    Traceback (most recent call last):
    ...
    bitcover.SolveError: of 2 shards these are missing: 1
    """
    return Count._of(merge_texts([result._text for result in results]))

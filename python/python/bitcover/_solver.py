"""The solver, and short ways to it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ._bitcover import SolverCore
from ._cover import Cover
from ._errors import ArgumentError
from ._figures import Count, Estimate, Figure, Statistics, Verified
from ._progress import Tell, Telling
from ._puzzle import Puzzle
from ._shards import Shard
from ._solution import Batches, CoverSolution, PuzzleSolution, Solutions


class Solver:
    """Counts, lists, samples and estimates the solutions of a puzzle or of an exact cover.

    `subject` is a `Puzzle`, a `Cover`, or the name of a puzzle of the catalogue. `threads` is how many
    work (one for each core), `memory` and `disk` how much may be used (`"4G"`, or bytes; 70% of the memory
    and nothing of the disk), `engine` is `"search"`, `"scan"`, `"frontier"` or `"links"` (the one that
    suits), `anchor` the piece by which symmetry is broken; with `symmetry=False` it is not broken.

    Runs let other threads of Python go on, and end with Ctrl-C. A solver can be pickled.

    >>> import bitcover as bc
    >>> solver = bc.Solver("soma", threads=2, memory="1G")
    >>> solver
    Solver(Puzzle('soma', board=(3, 3, 3), pieces=7))
    >>> solver.count().total
    11520
    """

    __slots__ = ("_core", "_subject", "_options")

    def __init__(
        self,
        subject: Puzzle | Cover | str,
        *,
        threads: int | None = None,
        memory: str | int | None = None,
        disk: int | None = None,
        engine: str | None = None,
        anchor: str | None = None,
        symmetry: bool = True,
    ) -> None:
        if isinstance(subject, str):
            subject = Puzzle.from_catalog(subject)
        if not isinstance(subject, (Puzzle, Cover)):
            raise TypeError(f"a solver takes a Puzzle, a Cover or a name, not {type(subject).__name__}")
        if threads is not None and not 1 <= threads <= 4096:
            raise ArgumentError(f"from 1 to 4096 threads work, not {threads}")
        if disk is not None and disk < 0:
            raise ArgumentError(f"{disk} is no number of bytes")
        self._subject = subject
        self._options: dict[str, Any] = {
            "threads": threads,
            "memory": None if memory is None else str(memory),
            "disk": disk,
            "engine": engine,
            "anchor": anchor,
            "symmetry": symmetry,
        }
        self._core = SolverCore(subject._core, *self._options.values())

    def count(self, *, distinct: bool = False, progress: Tell = False) -> Count:
        """Counts all solutions. Of a puzzle those up to the motions of the board are always counted;
        `distinct=True` counts those of a cover up to its symmetries, too. With `progress=True` a bar of
        tqdm shows how far it is, or a line of standard error where there is no tqdm; a function is called
        with a `Progress` now and then, and may end the run by an exception; a bar of tqdm shows it itself.

        >>> import bitcover as bc
        >>> ring = bc.Cover.parse("a b c d\\na b\\nb c\\nc d\\nd a\\n")
        >>> bc.Solver(ring).count(distinct=True)
        Count(distinct=1, total=2, complete=True)
        """
        with Telling(progress) as tell:
            return Count._of(self._core.count(distinct, tell))

    def solutions(self) -> Solutions[Any]:
        """The solutions as they are found, each distinct one once; of a cover every one. In any order.

        >>> import bitcover as bc
        >>> sum(1 for solution in bc.Solver("soma").solutions())
        480
        """
        return self._solutions(False)

    def arrangements(self) -> Solutions[Any]:
        """Every arrangement on the fixed board, as they are found.

        >>> import bitcover as bc
        >>> next(bc.Solver("soma").arrangements()).grid.min()
        np.int32(0)
        """
        return self._solutions(True)

    def _solutions(self, arrangements: bool) -> Solutions[Any]:
        core = self._core.solutions(arrangements, False)
        if isinstance(self._subject, Puzzle):
            return Solutions(core, self._subject, PuzzleSolution)
        return Solutions(core, self._subject, CoverSolution)

    def solutions_array(self, size: int = 4096, *, arrangements: bool = False) -> Batches:
        """All solutions in arrays of at most `size`: of shape (number, *Puzzle.shape) with the number of
        the piece at each place, -1 where none lies; of a cover (number, most options) with the numbers of
        the options, from 0, and then -1. Only the last array is shorter. They come from the engine that
        seems to list all of them soonest; where the first are enough, `engine="search"` finds those
        sooner.

        >>> import bitcover as bc
        >>> [batch.shape for batch in bc.Solver("soma").solutions_array(200)]
        [(200, 3, 3, 3), (200, 3, 3, 3), (80, 3, 3, 3)]
        """
        shape = self._subject.shape if isinstance(self._subject, Puzzle) else None
        return Batches(self._core.solutions(arrangements, True), size, shape)

    def sample(self, number: int, seed: int = 0) -> list[Any]:
        """This many arrangements drawn at random, each as likely as any other, independent of the others,
        and the same for the same seed.

        >>> import bitcover as bc
        >>> bc.Solver("soma").sample(2, seed=7) == bc.Solver("soma").sample(2, seed=7)
        True
        """
        if number < 0 or not 0 <= seed < 1 << 64:
            raise ArgumentError("a number of solutions is not negative, and a seed less than 2**64")
        drawn = self._core.sample(number, seed)
        if isinstance(self._subject, Puzzle):
            return [PuzzleSolution(core, self._subject) for core in drawn]
        return [CoverSolution(core, self._subject) for core in drawn]

    def estimate(self, seconds: float = 1.0, *, probes: int | None = None, seed: int = 0) -> Estimate:
        """Estimates in about this time how many arrangements there are and what a search takes; with
        `probes`, by so many, the same for the same seed.

        >>> import bitcover as bc
        >>> bc.Solver("soma").estimate(0.1).total.estimate > 1000
        True
        """
        if (probes is not None and probes < 1) or not 0 <= seed < 1 << 64:
            raise ArgumentError("there is at least one probe, and a seed is less than 2**64")
        total, nodes, depths, exact, made, speed = self._core.estimate(seconds, probes, seed)
        figures = [Figure(*depth) for depth in depths]
        return Estimate(Figure(*total), Figure(*nodes), figures, exact, made, speed)

    def statistics(self) -> Statistics:
        """In how many arrangements each placement occurs, or each option of a cover, as arrays.

        >>> import bitcover as bc
        >>> bc.Solver("soma").statistics()
        Statistics(total=11520, placements=688)
        """
        total, placements, options = self._core.statistics()
        counts = [count for *_, count in placements] or [count for _, count in options]
        fits = max(counts, default=0) < 1 << 63
        shape = self._subject.shape if isinstance(self._subject, Puzzle) else ()
        first = 3 - len(shape)
        return Statistics(
            total=total,
            count=np.array(counts, dtype=np.int64 if fits else object),
            piece=np.array([piece for piece, *_ in placements], dtype=np.str_),
            cells=[[cell[first:] for cell in cells] for _, cells, _ in placements],
            option=np.array([option for option, _ in options], dtype=np.int64),
            shape=shape,
        )

    def plan(self) -> str:
        """What a count would do, and why, in words.

        >>> import bitcover as bc
        >>> "engine search" in bc.Solver("soma", engine="search").plan()
        True
        """
        return self._core.plan()[1]

    def with_given(self, position: str) -> Solver:
        """This solver for its puzzle with more pieces on the board from the start.

        >>> import bitcover as bc
        >>> bc.Solver("soma").with_given("L@1,1,1 1,1,2 1,1,3 1,2,1").count().total
        219
        """
        if not isinstance(self._subject, Puzzle):
            raise ArgumentError("an exact cover has no starting position")
        return Solver(self._subject.with_given(position), **self._options)

    def solve_to(
        self,
        directory: str | os.PathLike[str],
        *,
        journal: str | os.PathLike[str] | None = None,
        format: str = "text",
        arrangements: bool = False,
        force: bool = False,
        progress: Tell = False,
    ) -> Count:
        """Writes all solutions, in order, to a file in a directory, named after what is solved: a line
        each (`format="text"`), as `"csv"`, `"ndjson"` or `"packed"`; each distinct one once, or every
        arrangement. Nothing that is there is replaced, unless `force=True`. With `journal`, what is done is
        saved in that file, and a run that was stopped, by Ctrl-C or the loss of power, goes on when it is
        repeated. The count that is returned is the report: `dataclasses.asdict` has its figures.
        `progress` is as for `count`.

        >>> import bitcover as bc, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     count = bc.Solver("soma").solve_to(f"{folder}/out", journal=f"{folder}/run.journal")
        ...     [(count.distinct, file.distinct) for file in bc.verify("soma", f"{folder}/out")]
        [(480, 480)]
        """
        saved = None if journal is None else Path(journal)
        with Telling(progress) as tell:
            return Count._of(
                self._core.solve_to(Path(directory), saved, arrangements, format, force, tell)
            )

    def shards(self, count: int) -> list[Shard]:
        """A count in this many parts of about as much work each, which can be pickled and called in any
        process; `merge` adds their results up. They are searched or, with `engine="frontier"`, swept,
        each in the solver's `memory` and `disk`; the other engines cannot be split, and are refused.
        Solutions that are to be listed by several machines are those of the command line, `bitcover
        shard`.

        >>> import bitcover as bc
        >>> bc.merge(shard() for shard in bc.Solver("soma").shards(2)).total
        11520
        >>> bc.merge(shard() for shard in bc.Solver("iq-fit", engine="frontier").shards(2))
        Count(distinct=16967212, total=67868848, complete=True)
        """
        if self._options["engine"] not in (None, "search", "frontier"):
            raise ArgumentError(
                f"shards are counted by engine search or frontier, not {self._options['engine']}"
            )
        texts = self._core.shards(count)
        subject, options = self._subject, {**self._options, "engine": None}
        return [Shard(index, len(texts), text, subject, options) for index, text in enumerate(texts)]

    def __repr__(self) -> str:
        return f"Solver({self._subject!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (_solver, (self._subject, self._options))


def _solver(subject: Puzzle | Cover, options: dict[str, Any]) -> Solver:
    return Solver(subject, **options)


def count(subject: Puzzle | Cover | str, **options: Any) -> Count:
    """Counts the solutions of a puzzle, a cover, or a puzzle of the catalogue by name. Options are those
    of `Solver`.

    >>> import bitcover as bc
    >>> bc.count("kanoodle")
    Count(distinct=92755, total=371020, complete=True)
    """
    return Solver(subject, **options).count()


def verify(subject: Puzzle | Cover | str, path: str | os.PathLike[str]) -> Sequence[Verified]:
    """Checks a file of solutions, or those of a directory, by the independent checker.

    >>> import bitcover as bc, pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = bc.Solver("soma").solve_to(folder)
    ...     print(bc.verify("soma", folder)[0].total)
    ...     path = pathlib.Path(folder, "soma.txt")
    ...     _ = path.write_text(path.read_text().replace("# total: 11520", "# total: 11521"))
    ...     try:
    ...         bc.verify("soma", path)
    ...     except bc.VerifyError:
    ...         print("refused")
    11520
    refused
    """
    files = Solver(subject)._core.verify(Path(path))
    return [Verified(*file) for file in files]

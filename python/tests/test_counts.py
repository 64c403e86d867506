"""Counts, plans, estimates, samples and statistics."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import bitcover as bc


@pytest.mark.parametrize(
    ("name", "distinct", "total"),
    [("soma", 480, 11_520), ("logiq-2", 23, 552), ("kanoodle", 92_755, 371_020)],
)
def test_catalogue_counts(name: str, distinct: int, total: int) -> None:
    count = bc.count(name)
    assert (count.distinct, count.total, count.complete) == (distinct, total, True)
    assert repr(count) == f"Count(distinct={distinct}, total={total}, complete=True)"


@pytest.mark.parametrize("engine", ["search", "scan", "frontier", "links"])
def test_engines_threads_and_memory_count_alike(engine: str) -> None:
    for threads in (1, 2):
        count = bc.count("logiq-2", engine=engine, threads=threads, memory="500M")
        assert (count.distinct, count.total, count.engine) == (23, 552, engine)


def test_symmetry_and_anchor_change_no_count() -> None:
    assert bc.count("soma", symmetry=False).total == 11_520
    assert bc.count("soma", anchor="L").total == 11_520


def test_counts_larger_than_64_and_128_bits_are_exact() -> None:
    # Three options for each of n items: 3**n solutions.
    for items in (50, 120):
        matrix = np.repeat(np.eye(items, dtype=int), 3, axis=0)
        assert bc.count(bc.Cover.from_matrix(matrix)).total == 3**items


def test_distinct_covers_are_counted_on_demand() -> None:
    ring = bc.Cover.parse("a b c d\na b\nb c\nc d\nd a\n")
    assert bc.Solver(ring).count().distinct is None
    assert bc.Solver(ring).count(distinct=True).distinct == 1


def test_plan_says_what_is_done() -> None:
    assert "links" in bc.Solver("soma", engine="links").plan()


def test_samples_repeat_by_seed_and_are_solutions(soma: bc.Solver) -> None:
    drawn = soma.sample(20, seed=3)
    assert drawn == soma.sample(20, seed=3)
    assert drawn != soma.sample(20, seed=4)
    assert len({solution.line for solution in drawn}) > 15
    assert soma.sample(0) == []


def test_estimates(soma: bc.Solver) -> None:
    estimate = soma.estimate(probes=2000, seed=1)
    assert estimate.total.low <= 11_520 <= estimate.total.high
    assert float(soma.estimate(probes=2000, seed=1).total) == estimate.total.estimate


def test_statistics_count_every_piece_once_in_each_arrangement(soma: bc.Solver) -> None:
    statistics = soma.statistics()
    assert statistics.total == 11_520
    for piece in soma._subject.pieces:
        assert statistics.count[statistics.piece == piece].sum() == 11_520
    everything = sum(statistics.heat(piece) for piece in soma._subject.pieces)
    assert (everything == 11_520).all()
    assert len({len(column) for column in statistics.columns().values()}) == 1
    assert pickle.loads(pickle.dumps(statistics)).total == 11_520


def test_heat_adds_up_on_a_flat_board() -> None:
    strip = bc.Solver(bc.Puzzle(board=(1, 3), pieces={"a": ["x"], "b": ["xx"]}))
    assert strip.statistics().heat("a").tolist() == [[1, 0, 1]]
    assert strip.statistics().heat("b").tolist() == [[1, 2, 1]]
    assert strip.statistics().cells[0] in ([(0, 0)], [(0, 0), (0, 1)])


def test_statistics_of_a_cover() -> None:
    cover = bc.Cover(["a"], [["s"], ["a"], ["a", "s"]], secondary=["s"])
    statistics = bc.Solver(cover).statistics()
    assert statistics.columns()["option"].tolist() == [1, 2]
    assert statistics.count.tolist() == [1, 1]

"""Exact covers from labels, arrays, sparse matrices and files; and the drop-in."""

from __future__ import annotations

import itertools
import pickle
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse

import bitcover as bc
from bitcover.compat import exact_cover

#: Knuth's example.
MATRIX = np.array(
    [
        [0, 0, 1, 0, 1, 0, 0],
        [1, 0, 0, 1, 0, 0, 1],
        [0, 1, 1, 0, 0, 1, 0],
        [1, 0, 0, 1, 0, 1, 0],
        [0, 1, 0, 0, 0, 0, 1],
        [0, 0, 0, 1, 1, 0, 1],
    ]
)


def by_hand(matrix: np.ndarray) -> set[tuple[int, ...]]:
    """All exact covers of a small matrix, by trying every choice of rows."""
    rows = range(len(matrix))
    choices = itertools.chain.from_iterable(
        itertools.combinations(rows, size) for size in range(len(matrix) + 1)
    )
    return {chosen for chosen in choices if (matrix[list(chosen)].sum(axis=0) == 1).all()}


@pytest.mark.parametrize(
    "form",
    [
        lambda m: m,
        lambda m: m.astype(bool),
        lambda m: m.astype(float),
        lambda m: np.asfortranarray(m),
        lambda m: m.tolist(),
        scipy.sparse.csr_matrix,
        scipy.sparse.csc_array,
        scipy.sparse.coo_array,
    ],
)
def test_matrices_of_every_kind(form: object) -> None:
    cover = bc.Cover.from_matrix(form(MATRIX))  # type: ignore[operator]
    [solution] = bc.Solver(cover).solutions()
    assert solution.options == (0, 3, 4)
    assert solution.labels == [[2, 4], [0, 3, 5], [1, 6]]


def test_random_matrices_are_solved_as_by_hand() -> None:
    random = np.random.default_rng(5)
    found = 0
    for _ in range(60):
        matrix = (random.random((9, 5)) < 0.35).astype(int)
        expected = {chosen for chosen in by_hand(matrix[matrix.any(axis=1)])}
        matrix = matrix[matrix.any(axis=1)]
        solver = bc.Solver(bc.Cover.from_matrix(matrix))
        assert {solution.options for solution in solver.solutions()} == expected
        assert solver.count().total == len(expected)
        assert exact_cover.get_solution_count(matrix) == len(expected)
        if expected:
            assert exact_cover.get_all_solutions(matrix) == expected
            assert tuple(exact_cover.get_exact_cover(matrix)) in expected
            assert len(exact_cover.get_all_solutions(matrix, max_count=1)) == 1
        else:
            for call in (exact_cover.get_all_solutions, exact_cover.get_exact_cover):
                with pytest.raises(exact_cover.NoSolution):
                    call(matrix)
        found += len(expected)
    assert found > 20


def test_secondary_columns_may_stay_open() -> None:
    matrix = [[1, 1], [1, 0]]
    assert bc.count(bc.Cover.from_matrix(matrix)).total == 1
    assert bc.count(bc.Cover.from_matrix(matrix, secondary=[1])).total == 2


def test_items_are_any_labels_and_have_times_and_colours() -> None:
    twice = bc.Cover({"a": 2}, [["a"], ["a"], ["a"]])
    assert bc.count(twice).total == 3
    some = bc.Cover({("r", 1): (1, 2), frozenset("x"): 1}, [[("r", 1)], [("r", 1), frozenset("x")]])
    assert bc.count(some).total == 2
    at_most = bc.Cover(["a", "b"], [["a", "s"], ["b", "s"]], secondary={"s": 2})
    assert bc.count(at_most).total == 1
    options = [["a", "x"], ["b", "x"], ["b", "x"]]
    colors = {0: {"x": 1}, 1: {"x": 2}, 2: {"x": 1}}
    cover = bc.Cover(["a", "b"], options, secondary=["x"], colors=colors)
    assert [solution.options for solution in bc.Solver(cover).solutions()] == [(0, 2)]


@pytest.mark.parametrize(
    "cover",
    [
        bc.Cover.from_matrix(MATRIX),
        bc.Cover.parse("a b\na\nb\na b\n"),
        bc.Cover(["a", 1], [["a", 1], ["a"], [1]]),
    ],
)
def test_covers_are_pickled(cover: bc.Cover) -> None:
    again = pickle.loads(pickle.dumps(cover))
    assert repr(again) == repr(cover)
    key = lambda solution: solution.options  # noqa: E731
    one, other = (sorted(bc.Solver(c).solutions(), key=key) for c in (cover, again))
    assert [s.labels for s in one] == [s.labels for s in other] and one == other
    results = [pickle.loads(pickle.dumps(shard))() for shard in bc.Solver(cover).shards(3)]
    assert bc.merge(results).total == bc.count(cover).total


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "small.matrix"
    path.write_text("10\n01\n11\n")
    assert bc.count(bc.Cover.from_file(path)).total == 2
    path = tmp_path / "bad.dlx"
    path.write_text("a b\nc\n")
    with pytest.raises(bc.CoverError, match="bad.dlx: line 2"):
        bc.Cover.from_file(path)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: bc.Cover.from_matrix([[1, 2]]), "only 0 and 1"),
        (lambda: bc.Cover.from_matrix([1, 0]), "2 dimensions, not 1"),
        (lambda: bc.Cover.from_matrix([[1, 0], [1]]), "equally long"),
        (lambda: bc.Cover.from_matrix([[1, 0]], secondary=[2]), "from 0 to 1"),
        (lambda: bc.Cover.from_matrix(scipy.sparse.csr_matrix([[2]])), "only 0 and 1"),
        (lambda: bc.Cover(["a", "a"], []), "'a' is declared twice"),
        (lambda: bc.Cover(["a"], [], secondary=["a"]), "'a' is declared twice"),
        (lambda: bc.Cover(["a"], [["b"]]), "option 0 names item 'b', which is not declared"),
        (lambda: bc.Cover(["a"], [["a", "a"]]), "option 0 names an item twice"),
        (lambda: bc.Cover({"a": 0}, []), "cannot be covered 0 times"),
        (lambda: bc.Cover({"a": (2, 1)}, []), r"cannot be covered \(2, 1\) times"),
        (lambda: bc.Cover(["a"], [["a"]], colors=[]), "1 options, and colours for 0"),
        (lambda: bc.Cover(["a"], [["a"]], colors=[{"a": 1}]), "which is not secondary"),
        (lambda: bc.Cover(["a"], [["a"]], colors=[{"b": 1}]), "has no item 'b'"),
        (lambda: bc.Cover.parse("a b\nc\n"), "line 2"),
    ],
)
def test_what_is_wrong_is_said(make: object, words: str) -> None:
    with pytest.raises(bc.CoverError, match=words):
        make()  # type: ignore[operator]

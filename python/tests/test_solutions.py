"""Solutions one by one, in batches, and left early."""

from __future__ import annotations

import itertools
import threading

import numpy as np
import pytest

import bitcover as bc


def test_each_distinct_solution_comes_once(soma: bc.Solver) -> None:
    solutions = list(soma.solutions())
    assert len(solutions) == len(set(solutions)) == 480
    assert len({solution.line for solution in soma.arrangements()}) == 11_520


def test_a_solution_shows_itself_in_every_way(soma: bc.Solver) -> None:
    puzzle = bc.Puzzle.from_catalog("soma")
    for solution in itertools.islice(soma.solutions(), 20):
        grid = solution.grid
        assert (grid.shape, grid.dtype) == ((3, 3, 3), np.int32)
        for name, cells in solution.placements:
            assert all(puzzle.pieces[grid[cell]] == name == solution.names[cell] for cell in cells)
        assert sum(len(cells) for _, cells in solution.placements) == 27
        assert "/" in solution.line and repr(solution) == f"PuzzleSolution({solution.line!r})"
        assert solution._repr_svg_().startswith("<svg") and str(solution)
        images = solution.images()
        assert len(images) == 24 and solution in images


def test_holes_and_empty_cells_are_minus_one() -> None:
    puzzle = bc.Puzzle(board=["?.", ".#"], pieces={"dot": bc.Piece(["x"], copies=2)})
    [solution] = bc.Solver(puzzle).solutions()
    assert solution.grid.tolist() == [[-1, 0], [0, -1]]


def test_batches_hold_what_comes_one_by_one(soma: bc.Solver) -> None:
    batches = list(soma.solutions_array(7))
    assert [len(batch) for batch in batches] == [7] * 68 + [4]
    together = {batch_grid.tobytes() for batch in batches for batch_grid in batch}
    assert together == {solution.grid.tobytes() for solution in soma.solutions()}


def test_batches_of_a_cover_are_options_from_0() -> None:
    cover = bc.Cover(["a", "b"], [["a", "b"], ["a"], ["b"]])
    rows = sorted(row for batch in bc.Solver(cover).solutions_array() for row in batch.tolist())
    assert rows == [[0, -1], [1, 2]]


def test_a_few_of_millions_come_at_once_and_the_search_ends() -> None:
    before = threading.active_count()
    for _ in range(20):
        few = list(itertools.islice(bc.Solver("iq-fit", threads=2).solutions(), 3))
        assert len(few) == 3
    with bc.Solver("iq-fit").solutions() as solutions:
        next(solutions)
    assert list(solutions) == []
    assert threading.active_count() == before


def test_two_searches_go_on_side_by_side() -> None:
    one, other = bc.Solver("kanoodle").solutions(), bc.Solver("kanoodle").solutions()
    for a, b in itertools.islice(zip(one, other), 2000):
        assert a.grid.shape == b.grid.shape
    assert bc.count("soma").total == 11_520


def test_a_search_that_is_used_by_two_threads_says_so() -> None:
    solutions = bc.Solver("iq-fit").solutions()
    taken: list[bc.PuzzleSolution] = []
    errors: list[bc.Error] = []

    def take() -> None:
        for _ in range(2000):
            try:
                taken.append(next(solutions))
            except bc.SolveError as error:
                errors.append(error)

    threads = [threading.Thread(target=take) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(taken) == len(set(taken)) and len(taken) + len(errors) == 8000
    assert all("another thread" in str(error) for error in errors)


def test_a_sampled_solution_of_a_cover_shows_its_options() -> None:
    cover = bc.Cover([1, (2, "x")], [[1, (2, "x")]])
    [solution] = bc.Solver(cover).sample(1)
    assert solution.labels == [[1, (2, "x")]] and solution.options == (0,)
    assert "<td>0</td>" in solution._repr_html_() and repr(solution) == "CoverSolution((0,))"


@pytest.mark.parametrize("size", [0, -1])
def test_a_batch_has_a_solution_at_least(soma: bc.Solver, size: int) -> None:
    with pytest.raises(bc.ArgumentError):
        soma.solutions_array(size)

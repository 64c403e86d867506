"""Runs that write files, that go on, and that are split; and what checks them."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

import bitcover as bc


def test_what_is_written_is_verified(tmp_path: Path, soma: bc.Solver) -> None:
    count = soma.solve_to(tmp_path / "out", journal=tmp_path / "run.journal")
    [file] = bc.verify("soma", tmp_path / "out")
    assert (file.distinct, file.total, file.complete) == (480, 11_520, True)
    assert (count.distinct, count.fingerprint) == (480, file.fingerprint)
    # The journal has it all: nothing is left to do, and the file is written anew.
    assert soma.solve_to(tmp_path / "out", journal=tmp_path / "run.journal").distinct == 480
    assert soma.solve_to(tmp_path / "all", arrangements=True).total == 11_520
    assert bc.verify("soma", tmp_path / "all" / "soma.txt")[0].arrangements


def test_nothing_is_replaced_and_journals_are_not_mixed_up(
    tmp_path: Path, soma: bc.Solver
) -> None:
    soma.solve_to(tmp_path, journal=tmp_path / "run.journal")
    with pytest.raises(bc.SolveError, match="there already"):
        soma.solve_to(tmp_path)
    with pytest.raises(bc.SolveError, match="another run"):
        bc.Solver("logiq-2").solve_to(tmp_path, journal=tmp_path / "run.journal")
    with pytest.raises(bc.VerifyError, match="no file of solutions of logiq-2"):
        bc.verify("logiq-2", tmp_path)
    with pytest.raises(bc.VerifyError, match="soma"):
        bc.verify("logiq-2", tmp_path / "soma.txt")


def test_a_cover_is_written_and_verified(tmp_path: Path) -> None:
    cover = bc.Cover.from_matrix([[1, 0], [0, 1], [1, 1]])
    assert bc.Solver(cover).solve_to(tmp_path).total == 2
    [file] = bc.verify(cover, tmp_path)
    assert (file.distinct, file.total) == (None, 2)


@pytest.mark.parametrize(
    ("format", "ends"), [("text", "txt"), ("csv", "csv"), ("ndjson", "ndjson"), ("packed", "packed")]
)
def test_every_format_is_written_and_verified(
    tmp_path: Path, soma: bc.Solver, format: str, ends: str
) -> None:
    soma.solve_to(tmp_path, format=format)
    [file] = bc.verify("soma", tmp_path)
    assert (file.path, file.distinct, file.complete) == (tmp_path / f"soma.{ends}", 480, True)
    with pytest.raises(bc.SolveError, match="there already"):
        soma.solve_to(tmp_path, format=format)
    (tmp_path / f"soma.{ends}").write_bytes(b"spoilt")
    soma.solve_to(tmp_path, format=format, force=True)
    assert bc.verify("soma", tmp_path)[0].distinct == 480


STOPPED = """
import sys, bitcover as bc
solver = bc.Solver("kanoodle", engine="links", threads=1)
def stop_in_the_middle(progress):
    if progress.distinct > 2000:
        raise KeyboardInterrupt
try:
    solver.solve_to("out", journal="run.journal", progress=stop_in_the_middle)
except KeyboardInterrupt:
    sys.exit(3)
"""


def test_a_run_that_was_stopped_goes_on(tmp_path: Path) -> None:
    stopped = subprocess.run([sys.executable, "-c", STOPPED], cwd=tmp_path, timeout=120)
    assert stopped.returncode == 3
    assert not list((tmp_path / "out").glob("*.txt"))
    saved = (tmp_path / "run.journal").stat().st_size
    assert saved > 0
    solver = bc.Solver("kanoodle", engine="links", threads=2)
    count = solver.solve_to(tmp_path / "out", journal=tmp_path / "run.journal")
    assert (count.distinct, count.total) == (92_755, 371_020)
    assert bc.verify("kanoodle", tmp_path / "out")[0].fingerprint == count.fingerprint


def test_shards_add_up_in_other_processes() -> None:
    shards = bc.Solver("logiq-3", threads=1).shards(5)
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        results = list(pool.map(_call, shards))
    assert bc.merge(reversed(results)).distinct == 2294
    with pytest.raises(bc.SolveError, match="there twice"):
        bc.merge(results + results[:1])
    with pytest.raises(bc.SolveError, match="missing: 0"):
        bc.merge(results[1:])
    with pytest.raises(bc.SolveError, match="planned apart"):
        bc.merge([*results[:4], bc.Solver("logiq-2").shards(5)[4]()])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_counts_though_its_parent_did() -> None:
    assert bc.count("kanoodle", threads=2).distinct == 92_755
    with multiprocessing.get_context("fork").Pool(2) as pool:
        counts = pool.map_async(bc.count, ["kanoodle", "logiq-3", "kanoodle"])
        assert [count.distinct for count in counts.get(timeout=120)] == [92_755, 2294, 92_755]


def test_a_shard_that_was_lost_goes_on(tmp_path: Path) -> None:
    class Lost(Exception):
        pass

    def lose(progress: bc.Progress) -> None:
        if progress.share > 0.2:
            raise Lost

    [shard] = bc.Solver("logiq-5", threads=1, symmetry=False).shards(1)
    journal = tmp_path / "shard.journal"
    with pytest.raises(Lost):
        shard(journal=journal, progress=lose)
    begun = journal.stat().st_size
    shares: list[float] = []
    result = shard(journal=journal, progress=lambda progress: shares.append(progress.share))
    assert bc.merge([result]).total == 147_936
    assert 0 < begun < journal.stat().st_size and shares[0] > 0.1


def test_shards_are_searched_or_swept_and_say_so() -> None:
    assert len(bc.Solver("soma", engine="search").shards(2)) == 2
    with pytest.raises(bc.ArgumentError, match="by engine search or frontier, not links"):
        bc.Solver("soma", engine="links").shards(2)


def test_shards_of_a_sweep_add_up_and_are_saved(tmp_path: Path) -> None:
    solver = bc.Solver("kanoodle", engine="frontier", threads=1)
    first, *others = pickle.loads(pickle.dumps(solver.shards(3)))
    journal = tmp_path / "shard.journal"
    first(journal=journal)
    size = journal.stat().st_size
    # Nothing of it is left to do.
    saved = first(journal=journal)
    assert journal.stat().st_size == size > 0
    assert bc.merge([saved, *(shard() for shard in others)]).distinct == 92_755
    with pytest.raises(bc.SolveError, match="planned apart"):
        bc.merge([saved, *(shard() for shard in bc.Solver("kanoodle").shards(3)[1:])])


def _call(shard: bc.Shard) -> bc.ShardResult:
    return shard()


def test_shards_travel_by_dask() -> None:
    distributed = pytest.importorskip("distributed")
    shards = bc.Solver("logiq-3", threads=1).shards(6)
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    )
    with cluster, distributed.Client(cluster) as client:
        futures = [client.submit(shard, pure=False) for shard in shards]
        assert bc.merge(client.gather(futures)).distinct == 2294


def test_results_are_pickled(soma: bc.Solver) -> None:
    [shard] = soma.shards(1)
    assert bc.merge([pickle.loads(pickle.dumps(shard(threads=1)))]).total == 11_520

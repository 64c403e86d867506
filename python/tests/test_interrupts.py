"""Ctrl-C, the interpreter that goes on meanwhile, progress, and memory."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import bitcover as bc

#: Takes hours by this engine on one thread.
LONG = "pentominoes-tetrominoes-8x10"

INTERRUPTED = """
import sys, bitcover as bc
solver = bc.Solver({name!r}, engine="links", threads=1)
print("begun", flush=True)
try:
    {action}
except KeyboardInterrupt:
    # The session goes on.
    print("interrupted", bc.count("soma").total, flush=True)
"""


@pytest.mark.parametrize(
    "action",
    [
        "solver.count()",
        "solver.solve_to('out')",
        "solver.statistics()",
        "for solution in solver.solutions(): pass",
        "for batch in solver.solutions_array(10**9): pass",
    ],
)
def test_ctrl_c_ends_a_long_search_and_the_session_goes_on(action: str, tmp_path: Path) -> None:
    program = INTERRUPTED.format(name=LONG, action=action)
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, cwd=tmp_path
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    # Whether it has begun does not matter: a signal that comes too early waits.
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert (out, process.returncode) == ("interrupted 11520\n", 0)


def test_a_thread_of_python_goes_on_while_a_search_runs() -> None:
    counted, is_over = 0, threading.Event()

    def count() -> None:
        nonlocal counted
        while not is_over.is_set():
            counted += 1
            time.sleep(0)

    thread = threading.Thread(target=count)
    thread.start()
    before = counted
    try:
        assert bc.count("logiq-5", engine="links", threads=1).distinct == 6164
    finally:
        after = counted
        is_over.set()
        thread.join()
    assert after - before > 100


def test_progress_is_told_and_its_exception_ends_the_run() -> None:
    class Enough(Exception):
        pass

    told: list[bc.Progress] = []

    def tell(progress: bc.Progress) -> None:
        told.append(progress)
        if len(told) == 3:
            raise Enough

    with pytest.raises(Enough):
        bc.Solver(LONG, engine="links", threads=1).count(progress=tell)
    assert [progress.phase for progress in told] == ["search"] * 3
    assert all(0 <= progress.share < 1 and progress.nodes >= 0 for progress in told)


def _stopped_after_a_second(progress: object) -> None:
    class Stop(Exception):
        pass

    handler = signal.signal(signal.SIGALRM, lambda *_: (_ for _ in ()).throw(Stop))
    signal.setitimer(signal.ITIMER_REAL, 1.0)
    try:
        with pytest.raises(Stop):
            bc.Solver(LONG, engine="links", threads=1).count(progress=progress)
    finally:
        signal.signal(signal.SIGALRM, handler)


def test_progress_is_shown_in_a_line_where_there_is_no_tqdm(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    _stopped_after_a_second(True)
    shown = capsys.readouterr().err
    assert shown.startswith("\rsearch") and shown.endswith("\r\x1b[K")


def test_progress_is_shown_in_a_bar_of_tqdm(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("tqdm")
    _stopped_after_a_second(True)
    shown = capsys.readouterr().err
    assert "search" in shown and "%|" in shown and "distinct" in shown


def test_a_bar_of_tqdm_that_is_given_shows_the_run_to_its_end(
    capsys: pytest.CaptureFixture[str],
) -> None:
    tqdm = pytest.importorskip("tqdm")
    with tqdm.tqdm(unit="run", mininterval=0) as bar:
        _stopped_after_a_second(bar)
        assert (bar.total, bar.desc) == (100.0, "search: ") and 0 <= bar.n < 100
        assert bc.Solver("logiq-5", engine="links", threads=1).count(progress=bar).total == 147_936
        assert bar.n == 100.0
    assert "100%" in capsys.readouterr().err


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
def test_memory_is_steady_over_ten_million_solutions() -> None:
    def resident() -> int:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    taken, begun = 0, 0
    with bc.Solver("iq-fit", threads=2, engine="frontier").solutions_array(1 << 14) as batches:
        for batch in batches:
            taken += len(batch)
            if begun == 0 and taken > 200_000:
                begun = resident()
            if taken >= 10_000_000:
                break
    assert taken >= 10_000_000
    assert resident() - begun < 32 << 20

#!/usr/bin/env python3
"""Kills a Dask worker in the middle of a run, and compares the result with a run that was not split.

    scripts/cluster/check_dask.py --bitcover target/release/bitcover [PUZZLE]
    scripts/cluster/check_dask.py --engine frontier --shards 4 one-sided-pentominoes-6x15

Linux only: it looks for the worker in /proc.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SUBMITTER = Path(__file__).with_name("dask_shards.py")


def shard_processes(plan):
    """The processes that run a shard of this plan, each with its parent, a worker."""
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0")
            if words[1:4] == [b"shard", b"run", os.fsencode(plan)]:
                status = (entry / "status").read_text()
                parent = next(line for line in status.splitlines() if line.startswith("PPid:"))
                yield int(entry.name), int(parent.split()[1])
        except OSError:
            pass  # it ended meanwhile


def is_begun(parts):
    """Whether a shard has saved a task or a sweep, but not all shards are there."""
    journals = list(Path(parts).glob("shard-*.journal"))
    return any(Path(parts).glob("shard-*.journal.sweep")) or any(journal.read_bytes().count(b"\n") > 3 for journal in journals)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("puzzle", nargs="?", default="tetris-cube")
    parser.add_argument("--bitcover", default="bitcover")
    parser.add_argument("--engine", choices=("search", "frontier"), default="search")
    parser.add_argument("--shards", default="8")
    parser.add_argument("--memory", default="3G", help="the most memory for each shard [3G]")
    options = parser.parse_args()
    run = lambda *words: subprocess.run([options.bitcover, *words], check=True, capture_output=True, text=True)
    with tempfile.TemporaryDirectory() as directory:
        plan, parts, output = (os.path.join(directory, name) for name in ("plan", "parts", "out"))
        engine = ["--engine", options.engine]
        run("shard", "plan", options.puzzle, "--shards", options.shards, *engine, "--output", plan)
        command = [sys.executable, SUBMITTER, plan, parts, "--workers", "2", "--json"]
        command += ["--memory", options.memory]
        command += ["--output", output, "--bitcover", options.bitcover]
        submitter = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        killed = None
        while killed is None and submitter.poll() is None:
            for _, worker in shard_processes(plan) if is_begun(parts) else ():
                os.kill(worker, signal.SIGKILL)
                killed = worker
                break
            time.sleep(0.005)
        merged = submitter.communicate()[0]
        if submitter.returncode != 0 or killed is None:
            sys.exit(f"check_dask: exit code {submitter.returncode}, killed {killed}")
        alone = os.path.join(directory, "alone")
        # Shards of a sweep only count, and have states of their own.
        counts = options.engine == "frontier"
        alone_command = ["count"] if counts else ["solve", "--output", alone]
        solved = run(*alone_command, options.puzzle, *engine, "--json").stdout
        keys = ("name", "distinct", "total", "fingerprint", "complete")
        keys += () if counts else ("nodes",)
        merged, solved = (json.loads(text)["parts"][0] for text in (merged, solved))
        for key in keys:
            if merged[key] != solved[key]:
                sys.exit(f"check_dask: {key} is {merged[key]}, and {solved[key]} in one run")
        name = f"{merged['name']}.txt"
        if not counts and Path(output, name).read_bytes() != Path(alone, name).read_bytes():
            sys.exit("check_dask: the files of solutions differ")
    print(f"worker {killed} was killed; {merged['distinct']} solutions, {merged['fingerprint'] or 'counted'}, as in one run")


if __name__ == "__main__":
    main()

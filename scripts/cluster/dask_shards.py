#!/usr/bin/env python3
"""Runs the shards of a plan on a Dask cluster, and merges them.

    pip install distributed
    bitcover shard plan tetris-cube --shards 16 --output plan.json
    scripts/cluster/dask_shards.py plan.json parts --output tetris

Without --scheduler a cluster of processes is started on this machine. The directory of the parts,
the plan and the program must be at the same paths on all machines, as on a network file system.

A count by sweeps goes the same way; each shard then takes as much memory as --memory lets it:

    bitcover shard plan one-sided-pentominoes-6x15 --engine frontier --shards 4 --output plan.json
    scripts/cluster/dask_shards.py plan.json parts --memory 3G

Dask does the scheduling: it gives a shard whose worker is lost to another worker, and keeps trying
one that fails. `bitcover shard run` does the rest: a shard that was begun goes on where it was, and
one that is finished takes no time. So this command may itself be ended and repeated at any moment.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import time


def run_shard(bitcover, plan, index, parts, threads, memory):
    """Does one shard on a worker; returns what the program says of it."""
    command = [bitcover, "shard", "run", plan, "--index", str(index), "--output", parts]
    command += ["--threads", str(threads), "--progress", "never"]
    command += ["--memory", memory] if memory else []
    # A worker that is killed cannot end the program that it started, and that holds the journal's
    # lock; on Linux it is ended with the thread that started it.
    done = subprocess.run(command, capture_output=True, text=True, preexec_fn=end_with_parent)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip() or f"exit code {done.returncode}")
    return done.stdout.strip()


def end_with_parent():
    """Has the system end this process when the thread that started it ends, where it can."""
    if sys.platform == "linux":
        import ctypes

        PR_SET_PDEATHSIG = 1
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("plan", help="the file of `bitcover shard plan`")
    parser.add_argument("parts", help="the directory for what the shards save")
    parser.add_argument("--output", metavar="DIR", help="write solutions and report to this directory")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="a Dask scheduler, such as tcp://host:8786")
    parser.add_argument("--workers", type=int, metavar="N", help="local worker processes [one a core]")
    parser.add_argument("--threads", type=int, default=1, help="threads for each shard [1]")
    parser.add_argument("--memory", metavar="SIZE", help="the most memory for each shard, such as 3G")
    parser.add_argument("--retries", type=int, default=3, help="how often a shard that fails is tried again [3]")
    parser.add_argument("--bitcover", default="bitcover", help="the program [bitcover]")
    return parser.parse_args()


def main():
    options = arguments()
    bitcover = shutil.which(options.bitcover)
    if bitcover is None:
        sys.exit(f"dask_shards: there is no program {options.bitcover}; name it with --bitcover")
    bitcover = os.path.abspath(bitcover)
    plan, parts = os.path.abspath(options.plan), os.path.abspath(options.parts)
    try:
        with open(plan, encoding="utf-8") as file:
            sizes = [shard["nodes"] for shard in json.load(file)["content"]["shards"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        sys.exit(f"dask_shards: {plan}: this is no plan of shards ({error!r})")
    try:
        from distributed import Client, LocalCluster, as_completed
    except ImportError:
        sys.exit("dask_shards: pip install distributed")
    cluster = None
    if options.scheduler is None:
        workers = options.workers or max(1, (os.cpu_count() or 1) // options.threads)
        # One shard at a time for each worker process, which uses the threads.
        cluster = LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None)
    failed = 0
    with Client(options.scheduler or cluster) as client:
        began, done, count = time.monotonic(), 0, 0
        futures = {}
        # The largest first, so that none of them is the last.
        for index in sorted(range(len(sizes)), key=lambda index: -sizes[index]):
            future = client.submit(
                run_shard, bitcover, plan, index, parts, options.threads, options.memory,
                key=f"shard-{index}-{os.getpid()}", retries=options.retries, pure=False,
            )
            futures[future] = index
        for future in as_completed(futures):
            index = futures[future]
            try:
                words = future.result()
            except Exception as error:  # whatever Dask or the program says of it
                failed += 1
                words = f"shard {index} failed: {error}"
            else:
                done, count = done + sizes[index], count + 1
            share = 100 * done / max(1, sum(sizes))
            elapsed = time.monotonic() - began
            print(f"{share:5.1f}% {count}/{len(sizes)} {elapsed:6.1f} s  {words}", file=sys.stderr)
    if cluster is not None:
        cluster.close()
    if failed:
        sys.exit(f"dask_shards: {failed} shards failed; repeat the command to go on")
    merge = [bitcover, "shard", "merge", plan, parts]
    merge += ["--output", options.output] if options.output else []
    merge += ["--json"] if options.json else []
    sys.exit(subprocess.run(merge).returncode)


if __name__ == "__main__":
    main()

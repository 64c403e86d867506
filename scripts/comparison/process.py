"""Runs one command to its end or to a limit, and says what it cost."""

import os
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass

# What the system counts ru_maxrss in.
RSS_UNIT = 1 if sys.platform == "darwin" else 1024


@dataclass
class Run:
    """What came of one process, those that it started included."""

    wall: float
    user: float
    system: float
    peak: int
    # "done", "timeout" or "failed"
    status: str
    output: str = ""
    # Why it failed: the last line that it wrote to standard error.
    message: str = ""


def heed_signals():
    """Has both signals to end raise a KeyboardInterrupt, also where the program was started in the
    background, as one of many hours is: shells have SIGINT ignored there."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)


class Stopwatch:
    """Ends a process group when its time is over."""

    def __init__(self, process, limit):
        self.process = process
        self.lock = threading.Lock()
        self.ended = False
        self.expired = False
        self.timer = threading.Timer(limit, self.expire)
        self.timer.daemon = True
        self.timer.start()

    def expire(self):
        """Kills the group unless the process has been waited for already."""
        with self.lock:
            if not self.ended:
                self.expired = True
                kill(self.process)

    def stop(self):
        """The process has been waited for."""
        with self.lock:
            self.ended = True
        self.timer.cancel()


def kill(process):
    """Kills a process and all that it started; each runs in a session of its own."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def run(command, limit, memory=None, shell=False):
    """Runs a command for at most `limit` seconds, with at most `memory` bytes of address space."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        begun = time.perf_counter()
        try:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, shell=shell,
                start_new_session=True,
            )  # fmt: skip
        except OSError as error:
            return Run(0.0, 0.0, 0.0, 0, "failed", message=str(error))
        if memory and hasattr(resource, "prlimit"):
            try:
                resource.prlimit(process.pid, resource.RLIMIT_AS, (memory, memory))
            except OSError:
                pass  # it has ended already
        watch = Stopwatch(process, max(limit, 0.001))
        try:
            _, status, usage = os.wait4(process.pid, 0)
        except KeyboardInterrupt:
            kill(process)
            os.wait4(process.pid, 0)
            raise
        finally:
            watch.stop()
        wall = time.perf_counter() - begun
        process.returncode = status  # it has been waited for
        result = Run(wall, usage.ru_utime, usage.ru_stime, usage.ru_maxrss * RSS_UNIT, "done")
        result.output = text(out)
        if watch.expired:
            result.status = "timeout"
        elif status != 0:
            result.status = "failed"
            lines = text(err).strip().splitlines()
            result.message = lines[-1].strip() if lines else ending(status)
        return result


def text(file):
    """All that was written to a file."""
    file.seek(0)
    return file.read().decode(errors="replace")


def ending(status):
    """How a process ended that said nothing."""
    if os.WIFSIGNALED(status):
        return f"ended by {signal.Signals(os.WTERMSIG(status)).name}"
    return f"ended with {os.WEXITSTATUS(status)}"


def peak_floor():
    """The least peak that is told apart: a new process begins with what this one holds."""
    return run(["true"], 10).peak

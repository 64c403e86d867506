"""What a result file says of the machine and of the programs."""

import os
import platform
import subprocess
import time
from pathlib import Path

from .peers import ROOT


def memory_bytes():
    """The memory of the machine."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def vectors():
    """Which of the vector instructions that bitcover uses the processor has."""
    info = Path("/proc/cpuinfo")
    if not info.exists():
        return ""
    lines = [line for line in info.read_text().splitlines() if line.startswith("flags")]
    flags = set(lines[0].split()) if lines else set()
    names = {"avx512f": "AVX-512", "avx2": "AVX2"}
    return " and ".join(name for flag, name in names.items() if flag in flags)


def commit(built):
    """The commit of the tree, with `-dirty` where files are not as it has them, and that from which
    the program says it was built where that is another. Without git it is what the program says."""
    command = ["git", "-C", ROOT, "describe", "--always", "--abbrev=12", "--exclude=*", "--dirty"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return built
    tree = done.stdout.strip()
    is_its = built == "unknown" or tree.startswith(built)
    return tree if is_its else f"{tree}, built from {built}"


def describe(bitcover, directory):
    """Facts by name, in the order in which they are printed."""
    report = bitcover.machine(directory)
    cpu = report["cpu"] or platform.processor() or "unnamed"
    profile = "release: thin LTO, 16 codegen units" if report["optimised"] else "NOT OPTIMISED"
    return {
        "date": time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime()),
        "processor": f"{cpu}, {report['cores']} cores" + (f", {v}" if (v := vectors()) else ""),
        "memory": f"{memory_bytes() / 2**30:.0f} GiB",
        "system": f"{platform.system()} {platform.machine()}, Python {platform.python_version()}",
        "bitcover": f"{report['version']}, commit {commit(report['commit'])}",
        "compiler": report["compiler"],
        "flags": f"{profile} (Cargo.toml); RUSTFLAGS {os.environ.get('RUSTFLAGS') or 'not set'}",
    }

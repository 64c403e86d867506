"""The other solvers: which there are, which of them are here, and how to get the rest."""

import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
RUNNER = Path(__file__).resolve().parent / "pip_peers.py"
MANIFEST = ROOT / "benches" / "peers" / "Cargo.toml"


@dataclass(frozen=True)
class Peer:
    """A solver from a package registry."""

    # What its runner calls it.
    key: str
    registry: str
    package: str
    version: str
    knows_secondary: bool = True
    note: str = ""

    @property
    def label(self):
        """How the tables call it."""
        return f"{self.package} {self.version}" + (f", {self.note}" if self.note else "")


PEERS = [
    Peer("dlx", "cargo", "dlx", "0.8.5"),
    Peer("dancing-links", "cargo", "dancing-links", "0.3.1"),
    Peer("dlx-rs", "cargo", "dlx-rs", "1.3.0"),
    Peer("exact-covers", "cargo", "exact-covers", "0.3.0"),
    Peer("xcover", "pip", "xcover", "0.2.6"),
    Peer("xcover-memo", "pip", "xcover", "0.2.6", note="with memo"),
    Peer("dxz", "pip", "dxz", "0.0.6", knows_secondary=False),
    Peer("exact-cover", "pip", "exact-cover", "1.5.0", knows_secondary=False),
    Peer("ortools", "pip", "ortools", "9.15.6755", note="CP-SAT"),
]


class Place:
    """The folder in which `--setup` puts the other solvers."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.python = self.folder / "venv" / "bin" / "python"
        self.program = self.folder / "release" / "bitcover-peers"

    def interpreter(self):
        """The Python in which packages are looked for: that of the folder, else this one."""
        return str(self.python if self.python.exists() else sys.executable)

    def commands(self):
        """What `--setup` runs."""
        packages = [f"{peer.package}=={peer.version}" for peer in PEERS if peer.registry == "pip"]
        install = [str(self.python), "-m", "pip", "install"]
        return [
            self.build(),
            [sys.executable, "-m", "venv", str(self.folder / "venv")],
            *([*install, package] for package in dict.fromkeys(packages)),
        ]

    def build(self):
        """Builds the program with the crates, in the versions of its lock file."""
        command = ["cargo", "build", "--release", "--locked", "--manifest-path", str(MANIFEST)]
        return [*command, "--target-dir", str(self.folder)]

    def set_up(self):
        """Runs these commands, and prints each before it does; whether all went well."""
        failed = 0
        for command in self.commands():
            print("+ " + shlex.join(command), flush=True)
            try:
                failed += subprocess.run(command, check=False).returncode != 0
            except OSError as error:
                print(f"compare: {error}", file=sys.stderr)
                failed += 1
        return failed == 0

    def find(self, wanted):
        """The wanted peers that are here; those that are not, each with the version that is there
        and the command that would install it; and the versions of all that was found."""
        found, missing = [], []
        installed = {
            "cargo": versions([str(self.program), "--versions"]),
            "pip": versions([self.interpreter(), str(RUNNER), "--versions"]),
        }
        for peer in wanted:
            here = installed[peer.registry].get(peer.package)
            if here == peer.version:
                found.append(peer)
            else:
                missing.append((peer, here, self.advice(peer)))
        everything = [
            f"{registry} {name} {version}"
            for registry, names in installed.items()
            for name, version in names.items()
        ]
        return found, missing, everything

    def advice(self, peer):
        """The command that would install a peer."""
        if peer.registry == "cargo":
            return shlex.join(relative(self.build()))
        interpreter = relative([self.interpreter()])[0]
        return f"{interpreter} -m pip install {peer.package}=={peer.version}"

    def command(self, peer, files):
        """Counts with a peer the covers in some files, in one process."""
        files = [str(file) for file in files]
        if peer.registry == "cargo":
            return [str(self.program), peer.key, *files]
        return [self.interpreter(), str(RUNNER), peer.key, *files]


def relative(command):
    """The same command as it would be given in the repository's folder."""
    return [part.replace(f"{ROOT}/", "") for part in command]


def versions(command):
    """What a runner says that it has; nothing if there is no such runner."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    except (OSError, subprocess.SubprocessError):
        return {}
    return dict(line.split() for line in done.stdout.splitlines())

"""What `scripts/compare` and `scripts/compare-covers` share: solvers by name, and messages."""

import argparse
import sys


def solver(text):
    """A user's solver from the command line."""
    name, equals, command = text.partition("=")
    if not (name.strip() and equals and "{dlx}" in command):
        raise argparse.ArgumentTypeError("give NAME=COMMAND with {dlx} for the file")
    return name.strip(), command


def say(words):
    """Tells how it goes, on standard error."""
    print(words, file=sys.stderr, flush=True)


def look_around(place, results, wanted):
    """Which of the wanted solvers are here; tells which are not, and what would install them."""
    found, missing, results.versions = place.find(wanted)
    advice = {}
    for peer, here, command in missing:
        wrong = f" ({here} is there)" if here else ""
        advice.setdefault(command, []).append(f"{peer.label}{wrong}")
    for command, labels in advice.items():
        say(f"not here: {', '.join(labels)}; to install: {command}")
    if missing:
        say("scripts/compare --setup installs all of them, and prints what it runs")
    results.missing = [
        f"{peer.label}, {'in version ' + here if here else 'not installed'}"
        for peer, here, _ in missing
    ]
    return found

"""Copies of a puzzle file in which puzzle and pieces have other names and another order.

A program that knew a puzzle by its name, or by the order of its pieces, would be slower on such a
copy.
"""

import random
import re
import string
from pathlib import Path

from .peers import ROOT

CATALOG = ROOT / "src" / "puzzle" / "catalog"

# Files of the catalogue that are copied, each with the member that is kept.
COPIED = [
    ("logiq", None),
    ("kanoodle", None),
    ("iq-fit", None),
    ("tetris-cube", None),
    ("pentominoes", "6x10"),
]
QUICK_COPIED = [("soma", None), ("tetrominoes", "4x10")]

SYMBOLS = string.ascii_letters + string.digits

# The list of pieces to anchor, on a line of its own.
HINTS = re.compile(r"^anchors = \[(.*)\]\n", flags=re.MULTILINE)


class Puzzle:
    """The text of a puzzle file: a head, the pieces, and the members of a family."""

    def __init__(self, name):
        text = uncommented((CATALOG / f"{name}.toml").read_text())
        parts = re.split(r"^(?=\[\[piece\]\]|\[\[member\]\])", text, flags=re.MULTILINE)
        self.name = name
        self.head = parts[0]
        self.pieces = [part for part in parts if part.startswith("[[piece]]")]
        self.members = [part for part in parts if part.startswith("[[member]]")]

    def keep_member(self, name):
        """Leaves out all members but one."""
        self.members = [member for member in self.members if f'name = "{name}"' in member]

    def drop_hints(self):
        """Leaves out which pieces are best anchored."""
        self.head = HINTS.sub("", self.head)
        self.members = [HINTS.sub("", member) for member in self.members]

    def has_hints(self):
        """Whether it says which pieces are best anchored."""
        return any(HINTS.search(text) for text in [self.head, *self.members])

    def rename(self, seed):
        """Gives puzzle, members and pieces other names and an order by chance."""
        chance = random.Random(seed)
        fresh = iter(chance.sample(SYMBOLS, len(SYMBOLS)))
        names, pieces = {}, []
        for piece in self.pieces:
            old, new, text = rename_piece(piece, fresh)
            names[old] = new
            pieces.append(text)
        self.head = rename_hints(self.head, names)
        self.members = [rename_hints(member, names) for member in self.members]
        self.head = set_key(self.head, "name", "renamed")
        self.head = set_key(self.head, "title", "Renamed")
        letters = chance.sample(string.ascii_lowercase, len(self.members))
        pairs = zip(self.members, letters)
        self.members = [set_key(member, "name", letter) for member, letter in pairs]
        chance.shuffle(pieces)
        chance.shuffle(self.members)
        self.pieces = pieces

    def write(self, path):
        """Writes the file."""
        Path(path).write_text(self.head + "".join(self.pieces) + "".join(self.members))


def uncommented(text):
    """The text without comments; in pictures, # is no comment."""
    lines, in_string = [], False
    for line in text.splitlines():
        if not in_string:
            line = re.sub(r"\s*#[^\"]*$", "", line)
        in_string ^= line.count('"""') % 2 == 1
        lines.append(line)
    return "\n".join(lines) + "\n"


def key(text, name):
    """The value of a key that stands on a line of its own, or none."""
    found = re.search(rf'^{name} = "([^"]*)"', text, flags=re.MULTILINE)
    return found.group(1) if found else None


def set_key(text, name, value):
    """The text with another value of a key, the first of its name, if it is there."""
    return re.sub(rf'^{name} = "[^"]*"', f'{name} = "{value}"', text, count=1, flags=re.MULTILINE)


def rename_piece(text, fresh):
    """A piece's old name, its new one, and the piece with new symbols and the new name."""
    symbols = key(text, "symbol")
    old = key(text, "name") or symbols
    renamed = "".join(next(fresh) for _ in symbols)
    table = str.maketrans(symbols, renamed)
    drawn = r'^picture = ("""[^"]*"""|"[^"]*")'
    text = re.sub(drawn, lambda at: "picture = " + at.group(1).translate(table), text, flags=re.M)
    text = set_key(text, "symbol", renamed)
    new = renamed
    if key(text, "name"):
        new = f"piece-{renamed}"
        text = set_key(text, "name", new)
    return old, new, text


def rename_hints(text, names):
    """A head or member with new names in its list of pieces to anchor, in the same order."""
    found = HINTS.search(text)
    if not found:
        return text
    hints = [f'"{names[hint]}"' for hint in re.findall(r'"([^"]*)"', found.group(1))]
    return text[: found.start()] + f"anchors = [{', '.join(hints)}]\n" + text[found.end() :]


def copies(name, member, seed, directory):
    """Writes a puzzle's file and its copies, each as (what it is, path)."""
    written = []
    for what, without_hints, seeded in [
        ("as it is", False, None),
        ("renamed and reordered", False, seed),
        ("as it is, no anchor hints", True, None),
        ("renamed and reordered, no anchor hints", True, seed),
    ]:
        puzzle = Puzzle(name)
        if without_hints:
            if not puzzle.has_hints():
                continue
            puzzle.drop_hints()
        if member:
            puzzle.keep_member(member)
        if seeded is not None:
            puzzle.rename(seeded)
        path = Path(directory) / f"copy{len(written) + 1}-{name}.toml"
        puzzle.write(path)
        written.append((what, path))
    return written

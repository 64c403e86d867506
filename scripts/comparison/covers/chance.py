"""Chance that is the same in every version of Python.

Only `random()` is promised to give the same numbers for the same seed in all versions, so
everything else is made from it here.
"""

import random


class Chance:
    """A stream of choices that its seed decides."""

    def __init__(self, seed):
        self.stream = random.Random(seed)

    def below(self, end):
        """A whole number from 0 to `end` - 1."""
        return int(self.stream.random() * end)

    def shuffled(self, things):
        """The things in another order."""
        things = list(things)
        for last in range(len(things) - 1, 0, -1):
            at = self.below(last + 1)
            things[last], things[at] = things[at], things[last]
        return things

    def some(self, things, number):
        """So many of the things, none twice, in the order in which they were given."""
        things = list(things)
        chosen = sorted(self.shuffled(range(len(things)))[:number])
        return [things[at] for at in chosen]

"""Covers of plain sets: all partitions, pairings, triples drawn by lot, items without a choice."""

import math
from functools import partial
from itertools import combinations

from .chance import Chance
from .instance import Cover, Instance


def numbers(size):
    """The names 1, 2 and so on."""
    return [str(number) for number in range(1, size + 1)]


def partitions(size):
    """Every nonempty subset is an option, so solutions are the partitions of a set."""
    items = numbers(size)
    options = [some for length in range(1, size + 1) for some in combinations(items, length)]
    return Cover(items, options)


def bell(size):
    """The number of partitions of a set, by Bell's triangle."""
    row = [1]
    for _ in range(size - 1):
        following = [row[-1]]
        for value in row:
            following.append(following[-1] + value)
        row = following
    return row[-1]


def pairings(size):
    """Every pair is an option, so solutions are the perfect matchings of a complete graph."""
    items = numbers(size)
    return Cover(items, list(combinations(items, 2)))


def without_choice(size):
    """Every item has one option, that covers nothing else."""
    items = numbers(size)
    return Cover(items, [(item,) for item in items])


def islands(copies, size):
    """Disjoint copies of the pairings of a set: the count is a power."""
    cover = Cover([], [])
    for copy in range(copies):
        items = [f"{copy}.{item}" for item in numbers(size)]
        cover.primary += items
        cover.options += combinations(items, 2)
    return cover


def triples(size, more, reach, secondary, seed):
    """Triples that certainly have one exact cover, and `more` others drawn by lot.

    The members of a triple lie within `reach` of each other on a circle. Secondary items are
    added to the triples that are drawn, each to about one in two.
    """
    chance = Chance(seed)
    items = numbers(size)
    extra = tuple(f"s{number}" for number in range(1, secondary + 1))
    planted = []
    for start in range(0, size, reach):
        block = chance.shuffled(range(start, start + reach))
        planted += [tuple(sorted(block[at : at + 3])) for at in range(0, reach, 3)]
    chosen = set(planted)
    while len(chosen) < size // 3 + more:
        start = chance.below(size)
        one, other = chance.below(reach - 1) + 1, chance.below(reach - 1) + 1
        if one != other:
            chosen.add(tuple(sorted({start, (start + one) % size, (start + other) % size})))
    options = []
    for triple in sorted(chosen):
        option = [items[at] for at in triple]
        if extra and triple not in planted and chance.below(2):
            option.append(extra[chance.below(secondary)])
        options.append(tuple(option))
    return Cover(items, chance.shuffled(options), extra)


def instances():
    """The families `bell`, `doublefact`, `triples`, `islands` and `forced`."""
    for size in (8, 10, 12, 14, 16):
        yield Instance(
            "bell", f"bell-{size}", partial(partitions, size), bell(size), "Bell numbers",
            is_quick=size == 10,
        )  # fmt: skip
    for size in (12, 16, 20, 24, 30, 40, 56):
        yield Instance(
            "doublefact", f"doublefact-{size}", partial(pairings, size),
            math.prod(range(1, size, 2)), "(n - 1)!!", is_quick=size == 16,
        )  # fmt: skip
    # The size, further triples, how far apart members lie, secondary items, and the seed.
    for size, more, reach, secondary, seed in (
        (45, 90, 45, 0, 1),
        (60, 140, 60, 0, 2),
        (72, 170, 72, 0, 3),
        (150, 350, 15, 0, 4),
        (300, 800, 12, 0, 5),
        (300, 900, 30, 0, 6),
        (120, 300, 15, 30, 7),
        (240, 600, 12, 80, 8),
    ):
        kind = "packing" if secondary else "triples"
        yield Instance(
            "triples", f"{kind}-{size}-{size // 3 + more}",
            lambda s=(size, more, reach, secondary, seed): triples(*s), is_quick=seed == 4,
        )  # fmt: skip
    yield Instance("islands", "islands-12x8", partial(islands, 12, 8), 105**12, "7!! to the 12th")
    for size in (2000, 3000):
        yield Instance(
            "forced", f"forced-{size}", partial(without_choice, size), 1, "no item has a choice",
            is_quick=size == 2000,
        )  # fmt: skip

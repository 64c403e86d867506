"""Block designs: Steiner systems, Kirkman's schoolgirls, golfers, and one-factorisations."""

import math
from functools import partial
from itertools import combinations

from .chance import Chance
from .instance import Cover, Instance

# A day of Kirkman's fifteen schoolgirls; the other six days follow by adding 1 to 6 modulo 7 to the
# points 0 to 6 and to 7 to 13, while 14 stays.
DAY = [(0, 1, 3), (2, 7, 9), (4, 12, 13), (5, 8, 11), (6, 10, 14)]

# How often each of the seven Kirkman systems of order 15 is mapped onto itself (Cole, 1922;
# Handbook of Combinatorial Designs): there are 15! times the sum of the reciprocals on labelled
# points.
KIRKMAN_GROUPS = (168, 168, 24, 24, 12, 12, 21)

# Labelled Steiner triple systems (OEIS A030128).
STEINER = {7: 30, 9: 840, 13: 1_197_504_000, 15: 60_281_712_691_200}


def name(points):
    """The item of a set of points."""
    return ".".join(map(str, points))


def steiner(order, block, strength):
    """Blocks that hold each set of `strength` points exactly once."""
    items = [name(some) for some in combinations(range(order), strength)]
    return Cover(
        items, [steiner_option(some, strength) for some in combinations(range(order), block)]
    )


def steiner_option(block, strength):
    """What a block covers."""
    return tuple(name(some) for some in combinations(sorted(block), strength))


def star(order):
    """The triples of point 0 with 1 and 2, 3 and 4, and so on."""
    return [(0, point, point + 1) for point in range(1, order, 2)]


def steiner_star(order):
    """The Steiner triple systems in which the triples of point 0 are given."""
    chosen = [steiner_option(block, 2) for block in star(order)]
    return steiner(order, 3, 2).fixed(chosen)


def projective_triples():
    """The lines of the projective space over two elements: a Steiner triple system of order 15."""
    lines = [(a, b, a ^ b) for a in range(1, 16) for b in range(a + 1, 16) if b < a ^ b]
    return [tuple(point - 1 for point in line) for line in lines]


def steiner_15(given, seed):
    """The completions of so many lines of the projective space."""
    chosen = [steiner_option(line, 2) for line in Chance(seed).some(projective_triples(), given)]
    return steiner(15, 3, 2).fixed(chosen)


def schedule(points, group, days, each_pair_once):
    """Days on which all points are parted into groups; no pair, or each pair once, meets again.

    A schedule that brings each pair together exactly once is a Kirkman system with its days in
    order; where a pair may stay apart, the points are social golfers.
    """
    pairs = tuple(name(pair) for pair in combinations(range(points), 2))
    presences = [presence(point, day) for day in range(days) for point in range(points)]
    options = [
        schedule_option(some, day)
        for day in range(days)
        for some in combinations(range(points), group)
    ]
    if each_pair_once:
        return Cover([*presences, *pairs], options)
    return Cover(presences, options, pairs)


def presence(point, day):
    """The item that a point is in a group on a day."""
    return f"{point}@{day}"


def schedule_option(block, day):
    """What a group covers on a day."""
    block = sorted(block)
    pairs = [name(pair) for pair in combinations(block, 2)]
    return (*(presence(point, day) for point in block), *pairs)


def first_day(points, group):
    """The groups of neighbours."""
    return [tuple(range(start, start + group)) for start in range(0, points, group)]


def schedule_from_first_day(points, group, days, each_pair_once):
    """The schedules in which the first day is given."""
    chosen = [schedule_option(block, 0) for block in first_day(points, group)]
    return schedule(points, group, days, each_pair_once).fixed(chosen)


def kirkman_star():
    """The Kirkman systems of order 15 in which the group of point 0 is given for each day."""
    chosen = [schedule_option(block, day) for day, block in enumerate(star(15))]
    return schedule(15, 3, 7, True).fixed(chosen)


def kirkman_15(given, seed):
    """The completions of so many groups of a Kirkman system."""
    whole = [
        (
            tuple(point if point == 14 else point // 7 * 7 + (point + day) % 7 for point in block),
            day,
        )
        for day in range(7)
        for block in DAY
    ]
    chosen = [schedule_option(block, day) for block, day in Chance(seed).some(whole, given)]
    return schedule(15, 3, 7, True).fixed(chosen)


def one_factorisation(order):
    """Each edge of the complete graph has a colour, and each vertex has each colour once."""
    colours = range(order - 1)
    edges = list(combinations(range(order), 2))
    items = [name(edge) for edge in edges]
    items += [f"{vertex}@{colour}" for vertex in range(order) for colour in colours]
    options = [
        (name((a, b)), f"{a}@{colour}", f"{b}@{colour}") for a, b in edges for colour in colours
    ]
    return Cover(items, options)


def partitions_into_groups(points, group):
    """In how many ways points can be parted into groups of one size."""
    number = points // group
    return math.factorial(points) // (math.factorial(group) ** number * math.factorial(number))


def double_factorial(odd):
    """1 · 3 · 5 and so on to an odd number."""
    return math.prod(range(1, odd + 1, 2))


def instances():
    """The families `steiner`, `kirkman`, `golfers` and `factorisation`."""
    for order in (7, 9, 13):
        yield Instance(
            "steiner", f"sts-{order}", partial(steiner, order, 3, 2), STEINER[order],
            "OEIS A030128", is_quick=order == 9,
        )  # fmt: skip
    for order in (13, 15):
        yield Instance(
            "steiner", f"sts-{order}-star", partial(steiner_star, order),
            STEINER[order] // double_factorial(order - 2),
            "OEIS A030128 over the ways to choose the triples of a point",
        )  # fmt: skip
    for given, seed in ((12, 1), (9, 2)):
        yield Instance("steiner", f"sts-15-given-{given}", partial(steiner_15, given, seed))
    # Their groups have 1,344 and 1,440 elements.
    for order, count in ((8, 30), (10, 2520)):
        source = "n! over the order of the only system's group"
        yield Instance("steiner", f"sqs-{order}", partial(steiner, order, 4, 3), count, source)

    # Each of the 840 systems has one way to be parted into four days.
    yield Instance(
        "kirkman", "kts-9", partial(schedule, 9, 3, 4, True), 840 * math.factorial(4),
        "OEIS A030128 and the order of days", is_quick=True,
    )  # fmt: skip
    labelled = sum(math.factorial(15) // order for order in KIRKMAN_GROUPS)
    yield Instance(
        "kirkman", "kts-15-star", kirkman_star, labelled // double_factorial(13),
        "15! over the orders of the seven groups, over the ways to choose a point's triples",
    )  # fmt: skip
    for given, seed in ((14, 1), (12, 2), (10, 3), (8, 4)):
        yield Instance("kirkman", f"kts-15-given-{given}", partial(kirkman_15, given, seed))

    # Three days that are crosswise determine the fourth of a Kirkman system of order 9.
    yield Instance(
        "golfers", "golfers-3x3-3", partial(schedule, 9, 3, 3, False), 840 * math.factorial(4),
        "as many as Kirkman systems of order 9",
    )  # fmt: skip
    yield Instance(
        "golfers", "golfers-4x4-2", partial(schedule, 16, 4, 2, False),
        partitions_into_groups(16, 4) * math.factorial(4) ** 3,
        "the first day's ways times those of four rows to be matched",
    )  # fmt: skip
    yield Instance("golfers", "golfers-4x3-2", partial(schedule, 12, 3, 2, False))
    yield Instance(
        "golfers", "golfers-4x3-3-first", partial(schedule_from_first_day, 12, 3, 3, False)
    )

    # OEIS A000438 times the order of the colours.
    for order, count in ((6, 6), (8, 6240), (10, 1_225_566_720)):
        yield Instance(
            "factorisation", f"factorisation-{order}", partial(one_factorisation, order),
            count * math.factorial(order - 1), "OEIS A000438 times the orders of the colours",
        )  # fmt: skip

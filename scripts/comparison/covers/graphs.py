"""Covers of graphs: by connected pieces, degrees, directions, paths, matchings and colours."""

from functools import partial
from itertools import combinations

from .chance import Chance
from .instance import Cover, Instance
from .networks import cubic, grid, hypercube, network


def vertex_name(vertex):
    """The item of a vertex."""
    return f"v{vertex}"


def edge_name(a, b):
    """The item of an edge."""
    return f"e{min(a, b)}.{max(a, b)}"


def end_name(a, b):
    """The item of an edge's end at a."""
    return f"{a}>{b}"


def pieces(graph, least, most):
    """Partitions of the vertices into connected pieces of `least` to `most` vertices."""
    found, level = set(), {(vertex,) for vertex in graph.vertices}
    for size in range(1, most + 1):
        if size >= least:
            found |= level
        level = {
            tuple(sorted({*piece, other}))
            for piece in level
            for vertex in piece
            for other in graph.neighbours[vertex]
            if other not in piece
        }
    options = [tuple(map(vertex_name, piece)) for piece in sorted(found)]
    return Cover([vertex_name(vertex) for vertex in graph.vertices], options)


def matchings(graph):
    """The perfect matchings of a graph."""
    items = [vertex_name(vertex) for vertex in graph.vertices]
    return Cover(items, [(vertex_name(a), vertex_name(b)) for a, b in graph.edges])


def factors(graph, degrees):
    """The choices of edges that give each vertex one of some degrees: 2 for covers by cycles.

    An option says of a vertex which of its edges are chosen. Each edge has two items; where it is
    chosen, each of its vertices covers its own, and where it is not, each covers the other's.
    """
    items, options = [], []
    for vertex in graph.vertices:
        around = graph.neighbours[vertex]
        items += [vertex_name(vertex), *(end_name(vertex, other) for other in around)]
        for degree in degrees:
            for chosen in combinations(around, degree):
                ends = [
                    end_name(vertex, other) if other in chosen else end_name(other, vertex)
                    for other in around
                ]
                options.append((vertex_name(vertex), *ends))
    return Cover(items, options)


def orientations(graph, degrees):
    """The ways to direct all edges so that as many leave each vertex as one of some numbers."""
    items = [vertex_name(vertex) for vertex in graph.vertices]
    items += [edge_name(a, b) for a, b in graph.edges]
    options = [
        (vertex_name(vertex), *(edge_name(vertex, other) for other in chosen))
        for vertex in graph.vertices
        for degree in degrees
        for chosen in combinations(graph.neighbours[vertex], degree)
    ]
    return Cover(items, options)


def paths_from(graph, start, most, inner):
    """The simple paths of at most `most` vertices from a vertex, all but their ends `inner`."""
    paths = [(start,)]
    for path in paths:
        if len(path) < most and (len(path) == 1 or path[-1] in inner):
            paths += [path + (b,) for b in graph.neighbours[path[-1]] if b not in path]
    return paths


def routes(graph, share, most, seed):
    """Partitions of the vertices into paths that begin and end at terminals, or a terminal alone.

    Terminals are the dead ends, and as many others drawn by lot as make the share, in percent.
    """
    dead = [v for v in graph.vertices if len(graph.neighbours[v]) == 1]
    others = [v for v in graph.vertices if len(graph.neighbours[v]) > 1]
    wanted = len(graph.vertices) * share // 100 - len(dead)
    terminals = set(dead + Chance(seed).some(others, max(wanted, 0)))
    inner = set(graph.vertices) - terminals
    options = [
        tuple(map(vertex_name, path))
        for start in sorted(terminals)
        for path in paths_from(graph, start, most, inner)
        if path[-1] in terminals and path[0] <= path[-1]
    ]
    return Cover([vertex_name(vertex) for vertex in graph.vertices], options)


def linkages(graph, pairs, length, most, seed):
    """Disjoint paths of at most `most` vertices, one for each of some pairs of vertices.

    The pairs are the ends of disjoint paths of `length` vertices, so that there is a solution.
    """
    chance = Chance(seed)
    free, ends = set(graph.vertices), []
    while len(ends) < pairs:
        path = chance.some(sorted(free), 1)
        while len(path) < length:
            ways = [v for v in graph.neighbours[path[-1]] if v in free and v not in path]
            if not ways:
                break
            path.append(ways[chance.below(len(ways))])
        else:
            free -= set(path)
            ends.append((path[0], path[-1]))
    inner = set(graph.vertices) - {vertex for pair in ends for vertex in pair}
    options = [
        (f"p{number}", *map(vertex_name, path))
        for number, (start, end) in enumerate(ends)
        for path in paths_from(graph, start, most, inner)
        if path[-1] == end
    ]
    names = tuple(vertex_name(vertex) for vertex in graph.vertices)
    return Cover([f"p{number}" for number in range(pairs)], options, names)


def trails(graph, most):
    """Partitions of the edges into paths of at most `most` edges."""
    options = []
    for start in graph.vertices:
        for path in paths_from(graph, start, most + 1, graph.vertices):
            if path[0] < path[-1]:
                options.append(tuple(edge_name(a, b) for a, b in zip(path, path[1:])))
    return Cover([edge_name(a, b) for a, b in graph.edges], options)


def colourings(graph, colours):
    """The ways to colour the edges so that none of a colour meet."""
    options = [
        (edge_name(a, b), f"v{a}@{colour}", f"v{b}@{colour}")
        for a, b in graph.edges
        for colour in range(colours)
    ]
    secondary = tuple(f"v{v}@{colour}" for v in graph.vertices for colour in range(colours))
    return Cover([edge_name(a, b) for a, b in graph.edges], options, secondary)


def instances():
    """The families `pieces`, `factors`, `orientations`, `routes`, `linkages`, `trails`, `matchings`
    and `colourings`.
    """
    # Vertices, neighbours on average, vertices of a piece at least and at most, seed.
    for size, degree, least, most, seed in (
        (60, 2.4, 2, 4, 1),
        (60, 3.0, 3, 5, 2),
        (80, 2.6, 2, 5, 3),
        (80, 2.6, 4, 5, 4),
        (80, 3.0, 5, 5, 5),
        (100, 2.4, 4, 6, 7),
        (100, 2.8, 4, 5, 8),
        (120, 2.5, 5, 6, 9),
        (120, 3.0, 4, 4, 11),
        (150, 2.2, 5, 6, 12),
        (150, 2.6, 4, 5, 13),
        (180, 2.4, 5, 6, 14),
        (200, 2.2, 4, 5, 16),
        (200, 2.4, 4, 6, 17),
        (240, 2.4, 3, 5, 19),
        (300, 2.2, 3, 5, 20),
    ):
        yield Instance(
            "pieces", f"pieces-{size}-{least}to{most}-{seed}",
            lambda n=size, d=degree, a=least, b=most, s=seed: pieces(network(n, d, s), a, b),
            is_quick=seed == 8,
        )  # fmt: skip

    for name, graph, degrees in (
        ("factors-cycles-8x8", partial(grid, 8, 8), (2,)),
        ("factors-cycles-7x7", partial(grid, 7, 7), (2,)),
        ("factors-cycles-torn-8x8", partial(grid, 8, 8), (0, 2)),
        ("factors-paths-60", partial(network, 60, 2.5, 21), (1, 2)),
        ("factors-paths-120", partial(network, 120, 2.4, 22), (1, 2)),
        ("factors-even-150", partial(network, 150, 2.8, 23), (0, 2, 4)),
        ("factors-odd-200", partial(network, 200, 2.6, 24), (1, 3)),
    ):
        yield Instance("factors", name, lambda g=graph, d=degrees: factors(g(), d))

    for size, degree, degrees, seed in (
        (80, 2.4, (1, 2), 31),
        (150, 2.6, (0, 1, 3), 32),
        (220, 2.2, (1, 2), 33),
        (250, 3.0, (1, 2), 34),
    ):
        yield Instance(
            "orientations", f"orientations-{size}-{seed}",
            lambda n=size, d=degree, k=degrees, s=seed: orientations(network(n, d, s), k),
            is_quick=seed == 33,
        )  # fmt: skip

    for size, degree, share, most, seed in (
        (60, 3.0, 50, 9, 41),
        (100, 3.4, 50, 7, 42),
        (120, 3.0, 60, 10, 47),
    ):
        yield Instance(
            "routes", f"routes-{size}-{seed}",
            lambda n=size, d=degree, p=share, m=most, s=seed: routes(network(n, d, s), p, m, s),
        )  # fmt: skip

    # The graph, pairs, vertices of a path when pairs are drawn and at most, and the seed.
    for name, graph, pairs, length, most, seed in (
        ("80", partial(network, 80, 3.0, 61), 6, 5, 18, 61),
        ("100", partial(network, 100, 2.8, 62), 7, 6, 20, 62),
        ("150", partial(network, 150, 2.8, 63), 14, 6, 22, 63),
        ("200", partial(network, 200, 3.0, 64), 22, 6, 16, 64),
        ("300", partial(network, 300, 2.6, 65), 30, 6, 24, 65),
        ("grid-8x8", partial(grid, 8, 8), 5, 6, 10, 66),
        ("grid-10x10", partial(grid, 10, 10), 9, 6, 9, 67),
        ("grid-6x16", partial(grid, 6, 16), 10, 5, 9, 68),
    ):
        yield Instance(
            "linkages", f"linkages-{name}",
            lambda g=graph, p=pairs, n=length, m=most, s=seed: linkages(g(), p, n, m, s),
            is_quick=seed == 66,
        )  # fmt: skip

    for size, degree, most, seed in ((60, 2.4, 3, 51), (120, 2.6, 2, 52), (150, 2.3, 4, 53)):
        yield Instance(
            "trails", f"trails-{size}-{most}",
            lambda n=size, d=degree, m=most, s=seed: trails(network(n, d, s), m),
        )  # fmt: skip

    # OEIS A005271.
    for dimension, count in ((5, 589_185), (6, 16_332_454_526_976)):
        yield Instance(
            "matchings", f"hypercube-{dimension}", lambda n=dimension: matchings(hypercube(n)),
            count, "OEIS A005271", is_quick=dimension == 5,
        )  # fmt: skip

    yield Instance("colourings", "colourings-petersen", lambda: colourings(cubic(5, 2), 3), 0,
                   "the Petersen graph has no colouring by three")  # fmt: skip
    yield Instance("colourings", "colourings-dodecahedron-3", lambda: colourings(cubic(10, 2), 3))
    yield Instance("colourings", "colourings-mobius-kantor-4", lambda: colourings(cubic(8, 3), 4))
    yield Instance("colourings", "colourings-4x4-4", lambda: colourings(grid(4, 4), 4))
    yield Instance(
        "colourings", "colourings-network-40", lambda: colourings(network(40, 2.3, 71), 4)
    )

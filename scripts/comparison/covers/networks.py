"""Graphs: networks that look like those of computers and roads, grids, hypercubes."""

from .chance import Chance

SIDE = 1000


class Graph:
    """Vertices from 0, and edges as pairs with the lesser vertex first."""

    def __init__(self, vertices, edges):
        self.vertices = range(vertices)
        self.edges = sorted({(min(edge), max(edge)) for edge in edges})
        self.neighbours = [[] for _ in self.vertices]
        for a, b in self.edges:
            self.neighbours[a].append(b)
            self.neighbours[b].append(a)


def network(size, degree, seed):
    """A connected plane graph of points drawn by lot, with so many neighbours on average.

    Its edges are those of the shortest spanning tree, and some more of the Gabriel graph, in which
    two points are neighbours if no other lies in the circle on their line. Distances are whole
    numbers, squared, so that every machine makes the same graph.
    """
    chance = Chance(seed)
    points = [(chance.below(SIDE), chance.below(SIDE)) for _ in range(size)]

    def distance(a, b):
        (ax, ay), (bx, by) = points[a], points[b]
        return (ax - bx) ** 2 + (ay - by) ** 2

    def is_free(a, b):
        apart = distance(a, b)
        others = (c for c in range(size) if c not in (a, b))
        return all(distance(a, c) + distance(b, c) > apart for c in others)

    # Prim's tree; ties go to the lesser vertices.
    near = {b: (distance(0, b), 0) for b in range(1, size)}
    tree = []
    while near:
        b = min(near, key=lambda vertex: (near[vertex], vertex))
        a = near.pop(b)[1]
        tree.append((min(a, b), max(a, b)))
        for c in near:
            near[c] = min(near[c], (distance(b, c), b))
    chosen = set(tree)
    rest = [
        (a, b)
        for a in range(size)
        for b in range(a + 1, size)
        if (a, b) not in chosen and is_free(a, b)
    ]
    missing = round(size * degree / 2) - len(tree)
    return Graph(size, [*tree, *chance.some(rest, missing)])


def grid(rows, columns):
    """A rectangular grid."""
    across = [
        (r * columns + c, r * columns + c + 1) for r in range(rows) for c in range(columns - 1)
    ]
    down = [
        (r * columns + c, (r + 1) * columns + c) for r in range(rows - 1) for c in range(columns)
    ]
    return Graph(rows * columns, across + down)


def hypercube(dimension):
    """Corners whose numbers differ in one binary digit."""
    size = 2**dimension
    bits = [2**digit for digit in range(dimension)]
    return Graph(size, [(corner, corner ^ bit) for corner in range(size) for bit in bits])


def cubic(half, shift):
    """The generalised Petersen graph: an outer ring, spokes, and an inner ring with strides."""
    ring = [(at, (at + 1) % half) for at in range(half)]
    spokes = [(at, half + at) for at in range(half)]
    inner = [(half + at, half + (at + shift) % half) for at in range(half)]
    return Graph(2 * half, ring + spokes + inner)

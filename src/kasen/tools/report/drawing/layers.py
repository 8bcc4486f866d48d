"""Places for the nodes of a directed graph, in layers from causes to effects (after Sugiyama, Tagawa, Toda 1981).

A graph is laid out in two directions: `main` runs from layer to layer, `cross` along a layer. Edges that skip layers
pass through points between the nodes. Nothing is random: the order given decides where the graph does not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

_SWEEPS = 12
_SPACE = 18.0
"""Pixels between neighbours in a layer."""
_THROUGH = 10.0
"""Cross size of a point where an edge passes a layer."""


@dataclass
class Place:
    """A node, or a point that an edge passes; `cross` is its middle."""

    layer: int
    size: float
    cross: float = 0.0


@dataclass
class Layout:
    """Layers of keys in order, their places, and for each edge the keys that it touches, cause first.

    A key is a number of a node, or `(number of an edge, layer)`.
    """

    order: list[list[object]]
    places: dict[object, Place]
    routes: list[list[object]] = field(default_factory=list)


def layout(sizes: Sequence[float], edges: Sequence[tuple[int, int]], last: Sequence[int]) -> Layout:
    """Lay out nodes of these cross sizes; `last` are those that belong into the last layer when nothing follows them.

    Edges that close a circle are laid out as if they were turned round.
    """
    turned = _turned(len(sizes), edges, last)
    ahead = [(b, a) if number in turned else (a, b) for number, (a, b) in enumerate(edges)]
    layers = _layers(len(sizes), ahead, last)
    places: dict[object, Place] = {node: Place(layers[node], size) for node, size in enumerate(sizes)}
    routes: list[list[object]] = []
    for number, (a, b) in enumerate(ahead):
        passed: list[object] = [(number, layer) for layer in range(layers[a] + 1, layers[b])]
        places.update({key: Place(layers[a] + nth, _THROUGH) for nth, key in enumerate(passed, start=1)})
        routes.append([a, *passed, b])
    order = _ordered(places, routes)
    _spread(order, places, routes)
    return Layout(order, places, [route[::-1] if n in turned else route for n, route in enumerate(routes)])


def _turned(count: int, edges: Sequence[tuple[int, int]], last: Sequence[int]) -> set[int]:
    """Numbers of the edges that lead back to a node on the way to them."""
    following = defaultdict(list)
    for number, (a, b) in enumerate(edges):
        following[a].append((number, b))
    entered = {b for _, b in edges}
    starts = sorted(range(count), key=lambda node: (node in entered, node in last, node))
    state: dict[int, int] = {}
    turned = set()
    for start in starts:
        if start in state:
            continue
        state[start] = 1
        stack = [(start, iter(following[start]))]
        while stack:
            node, rest = stack[-1]
            step = next(rest, None)
            if step is None:
                state[node] = 2
                stack.pop()
            elif step[1] not in state:
                state[step[1]] = 1
                stack.append((step[1], iter(following[step[1]])))
            elif state[step[1]] == 1:
                turned.add(step[0])
    return turned


def _layers(count: int, edges: Sequence[tuple[int, int]], last: Sequence[int]) -> list[int]:
    """Layer of each node: as late as what follows it allows; one that leads nowhere stands before the last layer."""
    following = defaultdict(list)
    for a, b in edges:
        following[a].append(b)
    # A node that ends a way, and is not meant to, stands one layer before those that are.
    away = [1 if last and node not in last else 0 for node in range(count)]
    for _ in range(count):
        moved = [max([away[node], *(away[b] + 1 for b in following[node])]) for node in range(count)]
        if moved == away:
            break
        away = moved
    deepest = max(away, default=0)
    return [deepest - one for one in away]


def _ordered(places: Mapping[object, Place], routes: Sequence[Sequence[object]]) -> list[list[object]]:
    """Keys of each layer in the order with the fewest crossings that sweeping over their neighbours finds."""
    count = max((place.layer for place in places.values()), default=-1) + 1
    order: list[list[object]] = [[] for _ in range(count)]
    for key, place in places.items():
        order[place.layer].append(key)
    links = [pair for route in routes for pair in pairwise(route)]
    best, fewest = [list(layer) for layer in order], _crossings(order, links, places)
    for sweep in range(_SWEEPS):
        is_forward = sweep % 2 == 0
        beside = defaultdict(list)
        for a, b in links:
            beside[b if is_forward else a].append(a if is_forward else b)
        for layer in order[1:] if is_forward else order[-2::-1]:
            at = {key: n for one in order for n, key in enumerate(one)}
            middle = {k: sum(at[o] for o in beside[k]) / len(beside[k]) if beside[k] else at[k] for k in layer}
            layer.sort(key=lambda key: middle[key])
        crossings = _crossings(order, links, places)
        if crossings < fewest:
            best, fewest = [list(layer) for layer in order], crossings
    return best


def _crossings(
    order: Sequence[Sequence[object]], links: Sequence[tuple[object, object]], places: Mapping[object, Place]
) -> int:
    at = {key: n for layer in order for n, key in enumerate(layer)}
    between = defaultdict(list)
    for a, b in links:
        between[places[a].layer].append((at[a], at[b]))
    return sum(
        (a - c) * (b - d) < 0 for pairs in between.values() for n, (a, b) in enumerate(pairs) for c, d in pairs[n + 1 :]
    )


def _spread(order: Sequence[Sequence[object]], places: dict[object, Place], routes: Sequence[Sequence[object]]) -> None:
    """Give each key its place along the layer: near what it is linked with, never over its neighbour."""
    linked = defaultdict(list)
    for route in routes:
        for a, b in pairwise(route):
            linked[a].append(b)
            linked[b].append(a)
    for layer in order:
        _settle([places[key] for key in layer], [0.0] * len(layer))
    for sweep in range(_SWEEPS):
        for layer in order if sweep % 2 else order[::-1]:
            wanted = [_middle([places[other].cross for other in linked[key]], places[key].cross) for key in layer]
            _settle([places[key] for key in layer], wanted)


def _middle(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def _settle(layer: Sequence[Place], wanted: Sequence[float]) -> None:
    """The places nearest to those wanted (least squares) that keep order and distance: pool adjacent violators."""
    offsets = [0.0]
    for one, other in pairwise(layer):
        offsets.append(offsets[-1] + (one.size + other.size) / 2 + _SPACE)
    blocks: list[list[float]] = []
    for want, offset in zip(wanted, offsets, strict=False):
        blocks.append([want - offset, 1])
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            value, count = blocks.pop()
            before, counted = blocks.pop()
            blocks.append([(before * counted + value * count) / (counted + count), counted + count])
    settled = [value for value, count in blocks for _ in range(int(count))]
    for place, value, offset in zip(layer, settled, offsets, strict=False):
        place.cross = value + offset

"""A graph of causes: boxes from root causes to symptoms, arrows whose weight is the strength of the evidence."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple

from kasen.tools.report.drawing.arrows import PORT, Arrow, Point, arrow, ports
from kasen.tools.report.drawing.layers import Layout, layout
from kasen.tools.report.drawing.legend import Box
from kasen.tools.report.drawing.lettering import ems, wrapped
from kasen.tools.report.drawing.mermaid import flowchart
from kasen.tools.report.drawing.svg import element, lines_of_text, picture, shown, words
from kasen.tools.report.labels import labels
from kasen.tools.report.model import Cell, Drawing, Lang, Row, Sentence, Table

CauseKind = Literal["symptom", "cause", "root"]
WIDTH = 168.0
WIDEST = 700.0
"""Pixels of a column of text; a graph that would be wider runs downwards."""
SIZE = 13
LEADING = 17.0
_CAPTION = 15.0
_PAD = 10.0
_GAP = {"across": 62.0, "down": 62.0}
_STEEP = 0.16
"""Pixels that a gap grows with each pixel that an edge climbs in it."""
_WIDEST_GAP = 130.0


class CauseNode(NamedTuple):
    """Something that happens; a root is a cause that nothing else explains."""

    id: str
    label: str
    kind: CauseKind = "cause"


class CauseEdge(NamedTuple):
    """One thing makes another: ids of both, strength 0–1, and whether evidence supports it."""

    cause: str
    effect: str
    strength: float
    supported: bool = True


@dataclass(frozen=True)
class _Drawn:
    """A node ready to be drawn: its lines, and how high it is."""

    node: CauseNode
    lines: list[str]
    high: float


def cause_graph(nodes: Sequence[CauseNode], edges: Sequence[CauseEdge], *, lang: Lang) -> Drawing:
    """The graph as a picture, as Mermaid and as a table.

    Of nodes with one id the first counts, of edges between the same two the strongest; edges to unknown nodes and from
    a node to itself are left out. Circles are drawn as they are. Raises ValueError without nodes.
    """
    known = list({node.id: node for node in reversed(nodes)}.values())[::-1]
    if not known:
        raise ValueError("a graph of causes needs nodes")
    at = {node.id: number for number, node in enumerate(known)}
    kept: dict[tuple[str, str], CauseEdge] = {}
    for given in edges:
        edge = given._replace(strength=_share(given.strength))
        pair = (edge.cause, edge.effect)
        if edge.cause != edge.effect and at.keys() >= set(pair):
            kept[pair] = max(kept.get(pair, edge), edge, key=lambda one: one.strength)
    links = list(kept.values())
    alt = labels(lang).causes.format(
        symptoms=("、" if lang == "ja" else ", ").join(shown(one.label) for one in known if one.kind == "symptom"),
        nodes=len(known),
        edges=len(links),
    )
    return Drawing(
        svg=_drawn(known, links, at, lang),
        alt=alt,
        mermaid=flowchart(known, links),
        table=_table(known, links, at, lang),
    )


def _share(strength: float) -> float:
    return min(max(strength, 0.0), 1.0) if math.isfinite(strength) else 0.0


def _table(nodes: Sequence[CauseNode], edges: Sequence[CauseEdge], at: dict[str, int], lang: Lang) -> Table:
    said = labels(lang)
    rows = []
    for edge in edges:
        cells = (nodes[at[edge.effect]].label, f"{edge.strength:.2f}", said.yes if edge.supported else said.no)
        rows.append(
            Row(heading=nodes[at[edge.cause]].label, cells=tuple(Cell(sentences=(Sentence(text=t),)) for t in cells))
        )
    return Table(columns=(said.effect, said.strength, said.has_evidence), rows=tuple(rows), corner=said.cause)


def _drawn(nodes: Sequence[CauseNode], edges: Sequence[CauseEdge], at: dict[str, int], lang: Lang) -> str:
    links = [(at[edge.cause], at[edge.effect]) for edge in edges]
    meets = [
        max(sum(a == number for a, _ in links), sum(b == number for _, b in links)) for number in range(len(nodes))
    ]
    boxes = [_box(node, count) for node, count in zip(nodes, meets, strict=True)]
    symptoms = [number for number, node in enumerate(nodes) if node.kind == "symptom"]
    across = layout([box.high for box in boxes], links, symptoms)
    down = layout([WIDTH] * len(boxes), links, symptoms)
    goes_down = _width_across(across) > WIDEST and _width_down(down) < _width_across(across)
    graph = _Graph(down if goes_down else across, boxes, is_down=goes_down)
    box = Box(math.inf, math.inf, -math.inf, -math.inf)
    parts = [*graph.arrows(edges, box), *graph.nodes(lang, box)]
    parts.append(_key(edges, box, lang))
    return picture(parts, left=box.left, top=box.top, width=box.right - box.left, height=box.bottom - box.top)


def _box(node: CauseNode, edges: int) -> _Drawn:
    """A box that is high enough for its words, and for the edges that meet on one side of it."""
    lines = wrapped(node.label, (WIDTH - 2 * _PAD) / SIZE, lines=5)
    caption = 0 if node.kind == "cause" else _CAPTION
    high = max(len(lines), 1) * LEADING + caption + 2 * _PAD - 3
    return _Drawn(node, lines, max(high, min(edges, 12) * PORT + 8))


def _width_across(graph: Layout) -> float:
    return len(graph.order) * (WIDTH + _GAP["across"])


def _width_down(graph: Layout) -> float:
    ends = [(place.cross - place.size / 2, place.cross + place.size / 2) for place in graph.places.values()]
    return max(end for _, end in ends) - min(start for start, _ in ends)


class _Graph:
    """A layout with its pixels: `main` and `cross` become x and y, or y and x."""

    def __init__(self, found: Layout, boxes: Sequence[_Drawn], *, is_down: bool) -> None:
        self._layout, self._boxes, self._is_down = found, boxes, is_down
        self._starts: list[float] = []
        self._deep: list[float] = []
        main = 0.0
        for number, layer in enumerate(found.order):
            highs = [boxes[key].high for key in layer if isinstance(key, int)]
            deep = max(highs, default=0) if is_down else WIDTH
            self._starts.append(main)
            self._deep.append(deep)
            main += deep + self._gap(number)

    def _gap(self, layer: int) -> float:
        """Pixels behind a layer: more where edges climb far."""
        climbs = [
            abs(self._layout.places[a].cross - self._layout.places[b].cross)
            for route in self._layout.routes
            for a, b in pairwise(route)
            if min(self._layout.places[a].layer, self._layout.places[b].layer) == layer
        ]
        return min(_GAP["down" if self._is_down else "across"] + _STEEP * max(climbs, default=0), _WIDEST_GAP)

    def nodes(self, lang: Lang, box: Box) -> Iterator[str]:
        """The boxes; `box` grows round them."""
        for number, drawn in enumerate(self._boxes):
            x, y = self._corner(number)
            box.hold(x, y, x + WIDTH, y + drawn.high)
            yield _node(drawn, x, y, lang)

    def _corner(self, number: int) -> tuple[float, float]:
        place = self._layout.places[number]
        main = self._starts[place.layer]
        if self._is_down:
            return place.cross - WIDTH / 2, main + (self._deep[place.layer] - self._boxes[number].high) / 2
        return main, place.cross - self._boxes[number].high / 2

    def arrows(self, edges: Sequence[CauseEdge], box: Box) -> Iterator[str]:
        """Lines and heads first, then the figures, so that no line runs through one."""
        found = [self._arrow(number, edge) for number, edge in enumerate(edges)]
        taken: list[tuple[float, float]] = []
        yield from (one.line() for one in found)
        for one in found:
            box.hold(*one.extent())
            yield one.figure(taken)

    def _arrow(self, number: int, edge: CauseEdge) -> Arrow:
        route = self._layout.routes[number]
        points: list[Point] = []
        is_back = self._layout.places[route[0]].layer > self._layout.places[route[-1]].layer
        shifts = ports(self._layout, number)
        for key in route:
            place = self._layout.places[key]
            near, far = self._sides(key)
            cross = place.cross + (shifts[0] if key == route[0] else shifts[1] if key == route[-1] else 0)
            points += [Point(far, cross), Point(near, cross)] if is_back else [Point(near, cross), Point(far, cross)]
        return arrow(points[1:-1], edge.strength, is_supported=edge.supported, is_down=self._is_down)

    def _sides(self, key: object) -> tuple[float, float]:
        """Where a layer begins and ends for this key: boxes of one layer are not equally high."""
        layer = self._layout.places[key].layer
        start, deep = self._starts[layer], self._deep[layer]
        if self._is_down and isinstance(key, int):
            rest = (deep - self._boxes[key].high) / 2
            return start + rest, start + deep - rest
        return start, start + deep


def _node(drawn: _Drawn, x: float, y: float, lang: Lang) -> str:
    kind, high = drawn.node.kind, drawn.high
    outline = {"stroke": "currentColor", "stroke_width": 1.2 if kind == "cause" else 2}
    frame = element("rect", x=x, y=y, width=WIDTH, height=high, rx=7, class_=f"node {kind}", fill="none", **outline)
    if kind == "root":
        inner = {"x": x + 3.5, "y": y + 3.5, "width": WIDTH - 7, "height": high - 7}
        frame += element("rect", **inner, rx=4.5, class_="inner", fill="none", stroke="currentColor", stroke_width=0.8)
    caption = 0 if kind == "cause" else _CAPTION
    base = y + (high - len(drawn.lines) * LEADING - caption) / 2 + SIZE
    middle = x + WIDTH / 2
    if kind != "cause":
        name = words(labels(lang).kinds[kind])
        where = {"x": middle, "y": base - 1, "text_anchor": "middle", "font_size": 10.5}
        frame += element("text", name, class_="caption", fill="currentColor", **where)
        base += caption
    look = {"font_size": SIZE, "text_anchor": "middle", "fill": "currentColor"}
    return frame + lines_of_text(drawn.lines, middle, base, leading=LEADING, **look)


def _key(edges: Sequence[CauseEdge], box: Box, lang: Lang) -> str:
    """What lines and figures mean."""
    if not edges:
        return ""
    said = labels(lang)
    text = said.strength_key
    if not all(edge.supported for edge in edges):
        text += said.dashed_key
    lines = wrapped(text, max(box.right - box.left, 400) / 11.5, lines=4)
    top = box.bottom + 20
    wide = max(map(ems, lines), default=0) * 11.5
    drawn = lines_of_text(lines, box.left + 4, top, leading=16, class_="soft", font_size=11.5, fill="currentColor")
    box.hold(box.left + 4, top - SIZE, box.left + 4 + wide, top + (len(lines) - 1) * 16)
    return drawn

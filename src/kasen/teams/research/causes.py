"""An inquiry into causes as the report shows it: the graph, its links with their evidence, the ranking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kasen.teams.research import causal_wording as wording
from kasen.teams.research.schemas import Draft, Excerpt
from kasen.teams.research.schemas.causal import (
    CausalEdge,
    CausalGraph,
    CausalGraphFound,
    CauseEdgeFound,
    CauseNodeFound,
    Hypothesis,
    NodeView,
    Ranked,
)
from kasen.teams.research.wording import Lang
from kasen.teams.research.writing import Writer
from kasen.tools.report.drawing import CauseEdge, CauseNode, cause_graph
from kasen.tools.report.model import Block, Cell, Drawing, Point, Row, Sentence, Table

MOST_QUOTED = 3
"""Quotations of one link on each side that the table shows."""


class CausalSections:
    """What stands under *Detailed Analysis*: the picture, the links, the ranking, and each hypothesis in prose."""

    def __init__(
        self,
        graph: CausalGraph,
        hypotheses: Sequence[Hypothesis],
        nodes: dict[str, NodeView],
        excerpts: Sequence[Excerpt],
        draft: Draft,
        *,
        against: Mapping[int, Sequence[str]] | None = None,
        by_rule: bool,
        lang: Lang,
    ) -> None:
        self._graph = graph
        self._hypotheses = hypotheses
        self._nodes = nodes
        self._excerpts = {one.id: one for one in excerpts}
        self._draft = draft
        self._against = against or {}
        """Excerpts against hypotheses for which nothing speaks, by number."""
        self._by_rule = by_rule
        self._lang = lang

    def __call__(self, writer: Writer) -> list[Point]:
        """The points, in the order in which they are read."""
        graph, links, ranking = wording.headings(self._lang)
        picture = self.drawing()
        if picture is None:
            points = [Point(heading=graph, blocks=(_said(wording.no_links(self._lang)),))]
        else:
            points = [
                Point(heading=graph, blocks=(Block(kind="picture", picture=picture),)),
                Point(heading=links, blocks=(Block(kind="table", table=self._links(writer)), self._computed())),
            ]
        if self._graph.ranking:
            said = _said(wording.proposed(self._by_rule, self._lang))
            points.append(Point(heading=ranking, blocks=(Block(kind="table", table=self._ranking()), said)))
        return [*points, *self._prose(writer)]

    def drawing(self) -> Drawing | None:
        """The graph as a picture and as Mermaid; None without a link that has evidence."""
        if not self._graph.edges:
            return None
        nodes = [CauseNode(one.id, one.text, one.kind) for one in self.found_nodes() if self._is_drawn(one.id)]
        edges = [CauseEdge(edge.cause, edge.effect, edge.strength) for edge in self._graph.edges]
        return cause_graph(nodes, edges, lang=self._lang)

    def found(self) -> CausalGraphFound:
        """The graph as the result holds it."""
        drawing = self.drawing()
        edges = [
            CauseEdgeFound(
                cause=edge.cause,
                effect=edge.effect,
                strength=edge.strength,
                kind=edge.kind,
                passage_ids=self._passages(edge.evidence),
                against=self._passages(edge.against),
            )
            for edge in self._graph.edges
        ]
        return CausalGraphFound(nodes=self.found_nodes(), edges=edges, mermaid=drawing.mermaid if drawing else "")

    def found_nodes(self) -> list[CauseNodeFound]:
        """Symptoms, then hypotheses, most likely first."""
        symptoms = [
            CauseNodeFound(id=n.id, text=n.text, kind="symptom") for n in self._nodes.values() if n.id[0] == "s"
        ]
        ranked = [
            CauseNodeFound(
                id=f"h{one.hypothesis}",
                text=self._hypotheses[one.hypothesis - 1].text,
                kind="root" if one.is_root else "cause",
                likelihood=one.likelihood,
                status=one.status,
                refutes=self._hypotheses[one.hypothesis - 1].refutes,
            )
            for one in self._graph.ranking
        ]
        return [*symptoms, *ranked]

    def _is_drawn(self, id: str) -> bool:
        """Symptoms, and what some link with evidence begins or ends at."""
        return id[0] == "s" or any(id in (edge.cause, edge.effect) for edge in self._graph.edges)

    def _links(self, writer: Writer) -> Table:
        corner, columns = wording.link_columns(self._lang)
        return Table(columns=columns, rows=tuple(self._link(edge, writer) for edge in self._graph.edges), corner=corner)

    def _link(self, edge: CausalEdge, writer: Writer) -> Row:
        against = self._quoted(edge.against, writer) or (Sentence(text=wording.none_against(self._lang)),)
        return Row(
            heading=self._nodes[edge.cause].text,
            cells=(
                _plain(self._nodes[edge.effect].text),
                _plain(wording.kind(edge.kind, self._lang)),
                _plain(f"{edge.strength:.2f}"),
                Cell(sentences=self._quoted(edge.evidence, writer)),
                Cell(sentences=against),
            ),
        )

    def _quoted(self, ids: Sequence[str], writer: Writer) -> tuple[Sentence, ...]:
        return tuple(writer.quotation(self._excerpts[id]) for id in ids[:MOST_QUOTED])

    def _ranking(self) -> Table:
        corner, columns = wording.ranking_columns(self._lang)
        rows = []
        for one in self._graph.ranking:
            hypothesis = self._hypotheses[one.hypothesis - 1]
            status = wording.status(one.status, self._lang)
            if one.is_root:
                status = f"{status} · {wording.root(self._lang)}"
            refutes = _plain(hypothesis.refutes) if hypothesis.refutes else Cell()
            rows.append(Row(heading=hypothesis.text, cells=(_likelihood(one), _plain(status), refutes)))
        return Table(columns=columns, rows=tuple(rows), corner=corner)

    def _prose(self, writer: Writer) -> list[Point]:
        """What was written of each hypothesis, and what a model made of evidence on both sides."""
        points = []
        for one in self._graph.ranking:
            said = [s for part in self._draft.analysis if part.point == one.hypothesis for s in part.statements]
            blocks = [Block(sentences=found)] if (found := writer.sentences(said)) else []
            name = self._hypotheses[one.hypothesis - 1].text
            if one.verdict:
                verdict = Sentence(text=wording.verdict(name, one.verdict, self._lang))
                blocks.append(Block(sentences=(verdict, *writer.sentences(one.reasons))))
            for sentence in self._quoted(self._against.get(one.hypothesis, ()), writer):
                label = [] if blocks else [_said(wording.only_against(self._lang))]
                blocks += [*label, Block(kind="quote", sentences=(sentence,))]
            if blocks:
                points.append(Point(heading=name, blocks=tuple(blocks)))
        return points

    def _computed(self) -> Block:
        return _said(wording.computed(self._lang))

    def _passages(self, ids: Sequence[str]) -> list[str]:
        return list(dict.fromkeys(self._excerpts[id].passage_id for id in ids))


def _likelihood(one: Ranked) -> Cell:
    return _plain(f"{one.likelihood:.2f}") if one.status != "unsupported" else Cell()


def _plain(text: str) -> Cell:
    return Cell(sentences=(Sentence(text=text),))


def _said(text: str) -> Block:
    return Block(sentences=(Sentence(text=text),))

"""The report on causes, drafted from the links that have evidence."""

from __future__ import annotations

from langgraph.runtime import Runtime

from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.research.nodes.causal_checker import nodes_of
from kasen.teams.research.rules.root_cause_synthesizer import say_links
from kasen.teams.research.schemas import Draft
from kasen.teams.research.schemas.causal import ConcludedView, RankedView
from kasen.teams.research.state import Drafted
from kasen.teams.research.states.causal import Concluding

ROOT_CAUSE_SYNTHESIZER = Role(
    name="root_cause_synthesizer",
    package="kasen.teams.research",
    reply=Draft,
    rule=say_links,
    tier="high_reasoning",
    answer_tokens=2500,
    target_s=30.0,
    maximum_s=60.0,
)
"""Seconds as those of a writer."""


async def root_cause_synthesizer(state: Concluding, runtime: Runtime[Deps]) -> Drafted:
    """Draft; where no link has evidence there is nothing to write, and nobody is asked."""
    deps, request, graph = runtime.context, state["request"], state["causal_graph"]
    if not graph.edges:
        return {"draft": Draft(), "draft_by_rule": True}
    answer = await deps.ask(
        ROOT_CAUSE_SYNTHESIZER,
        question=request.question,
        symptoms=[one.text for one in state["issue"].symptoms],
        ranking=_ranking(state),
        links=await _links(state, deps),
        wishes=state.get("draft_wishes", []),
        length=request.length,
        audience=request.audience,
        lang=deps.lang,
    )
    return {"draft": answer.value, "draft_by_rule": answer.is_rule}


def _ranking(state: Concluding) -> list[RankedView]:
    """Hypotheses that have a link with evidence."""
    return [
        RankedView(
            number=one.hypothesis,
            text=state["hypotheses"][one.hypothesis - 1].text,
            likelihood=one.likelihood,
            status=one.status,
            is_root=one.is_root,
        )
        for one in state["causal_graph"].ranking
        if one.status in ("supported", "contested")
    ]


async def _links(state: Concluding, deps: Deps) -> list[ConcludedView]:
    excerpts = {one.id: one for one in state["analyzed_data"]}
    passages = await deps.evidence.passages([one.passage_id for one in excerpts.values()])
    quotes = {
        id: passage.text[one.start : one.end] for (id, one), passage in zip(excerpts.items(), passages, strict=True)
    }
    nodes = nodes_of(state["issue"].symptoms, state["hypotheses"])
    return [
        ConcludedView(
            cause=nodes[edge.cause].text,
            effect=nodes[edge.effect].text,
            kind=edge.kind,
            strength=edge.strength,
            evidence=edge.evidence,
            quotes=[quotes[id] for id in edge.evidence],
            against=edge.against,
            quotes_against=[quotes[id] for id in edge.against],
        )
        for edge in state["causal_graph"].edges
    ]

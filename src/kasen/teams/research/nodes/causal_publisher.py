"""The report on causes: graph, links, ranking, and what has no evidence."""

from __future__ import annotations

from langgraph.runtime import Runtime

from kasen.team import Deps
from kasen.teams.research import causal_wording
from kasen.teams.research.causes import CausalSections
from kasen.teams.research.gathering import lang_of
from kasen.teams.research.nodes.causal_checker import nodes_of
from kasen.teams.research.publishing import Brief, publish
from kasen.teams.research.schemas import Draft, PointCoverage, Result
from kasen.teams.research.schemas.causal import CausalGraph, Ranked
from kasen.teams.research.schemas.verification import Verification
from kasen.teams.research.states.causal import State
from kasen.teams.research.wording import Lang


async def causal_publisher(state: State, runtime: Runtime[Deps]) -> dict[str, Result]:
    """Publish; where the plan was refused or nothing was supposed, a report that says so and claims nothing."""
    deps, request, hypotheses = runtime.context, state["request"], state["hypotheses"]
    lang, draft, excerpts = lang_of(deps.lang), state.get("draft") or Draft(), state.get("analyzed_data", [])
    graph = state.get("causal_graph") or CausalGraph(ranking=_unsupported(len(hypotheses)))
    points = [one.text for one in hypotheses] or [one.text for one in state["issue"].symptoms]
    brief = Brief(
        question=request.question,
        mode="causal",
        theme=state["issue"].issue,
        points=points,
        coverage=state.get("coverage") or _open(points),
        excerpts=excerpts,
        searches=state.get("searches", []),
        found=[*state.get("rag_results", []), *state.get("search_results", [])],
        refused=state.get("refused", ""),
        notes=_notes(state, graph, lang),
        says_open=bool(hypotheses),
        by_rule=state.get("draft_by_rule", True),
        verification=state.get("verification") or Verification(),
        own_draft=None if graph.edges else Draft(),
    )
    nodes = nodes_of(state["issue"].symptoms, hypotheses)
    by_rule = state.get("hypotheses_by_rule", True)
    against = {one.hypothesis: _evidence(one.hypothesis, state) for one in graph.ranking if one.status == "refuted"}
    sections = CausalSections(graph, hypotheses, nodes, excerpts, draft, against=against, by_rule=by_rule, lang=lang)
    result = await publish(deps, request, brief, draft, sections=sections)
    return {"result": result.model_copy(update={"causal_graph": sections.found()})}


def _notes(state: State, graph: CausalGraph, lang: Lang) -> list[str]:
    """What else was not covered."""
    notes: list[str] = []
    names = {one.hypothesis: state["hypotheses"][one.hypothesis - 1].text for one in graph.ranking}
    if not names:
        notes.append(causal_wording.no_hypotheses(lang))
    bare = [one for one in graph.ranking if one.status == "unsupported"]
    notes += [causal_wording.unsupported([names[one.hypothesis] for one in bare], lang)] if bare else []
    mixed = [one for one in graph.ranking if one.confounders]
    return notes + [causal_wording.confounders(names[one.hypothesis], one.confounders, lang) for one in mixed]


def _evidence(hypothesis: int, state: State) -> list[str]:
    """Excerpts that speak of a hypothesis as a cause."""
    return list(dict.fromkeys(one.evidence for one in state.get("links", []) if one.cause == f"h{hypothesis}"))


def _unsupported(count: int) -> list[Ranked]:
    return [Ranked(hypothesis=n, likelihood=0.0, status="unsupported") for n in range(1, count + 1)]


def _open(points: list[str]) -> list[PointCoverage]:
    return [PointCoverage(point=n, text=text, coverage=0.0, covered=False) for n, text in enumerate(points, start=1)]

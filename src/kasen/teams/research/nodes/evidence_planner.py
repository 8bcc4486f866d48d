"""What is asked for and against each hypothesis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langgraph.runtime import Runtime

from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.research.nodes.planner import measure, plain_queries
from kasen.teams.research.rules.coverage import COVERED
from kasen.teams.research.rules.evidence_planner import MOST_WEB, PER_SIDE, in_turn, plan_evidence
from kasen.teams.research.schemas import Request
from kasen.teams.research.schemas.causal import EvidencePlan, EvidenceQueries
from kasen.teams.research.states.causal import Agreeing, Queried

EVIDENCE_PLANNER = Role(
    name="evidence_planner",
    package="kasen.teams.research",
    reply=EvidencePlan,
    rule=plan_evidence,
    tier="reasoning",
    answer_tokens=900,
    target_s=5.0,
    maximum_s=20.0,
)


async def evidence_planner(state: Agreeing, runtime: Runtime[Deps]) -> Queried:
    """Queries of the first round: those of the role, and those of the rule for a hypothesis that it forgot."""
    deps, request, hypotheses = runtime.context, state["request"], state["hypotheses"]
    given: dict[str, Any] = {
        "question": request.question,
        "symptoms": state["issue"].symptoms,
        "hypotheses": hypotheses,
        "web": deps.search is not None,
        "lang": deps.lang,
        "today": deps.now().date().isoformat(),
    }
    answer = await deps.ask(EVIDENCE_PLANNER, **given)
    said = {one.hypothesis: one for one in reversed(answer.value.plans)}
    plans = [_settled(said.get(own.hypothesis), own) for own in plan_evidence(**given).plans]
    sent = await allocated(deps, request, in_turn([[*one.queries_for, *one.queries_against] for one in plans]))
    documents, web = len(sent["rag_queries"]), len(sent["web_queries"])
    if deps.lang == "ja":
        deps.note(f"検索：資料 {documents} 件、ウェブ {web} 件")
    else:
        deps.note(f"queries: {documents} → documents, {web} → web")
    return {
        "evidence_plan": EvidencePlan(plans=plans),
        "rag_queries": sent["rag_queries"],
        "web_queries": sent["web_queries"],
        "loop_count": 1,
    }


async def allocated(deps: Deps, request: Request, queries: Sequence[str]) -> dict[str, list[str]]:
    """Queries for the documents, and for the web those whose words the documents do not hold."""
    library = await deps.library(request.docs, request.kb)
    rag = list(queries) if library.passages else []
    if deps.search is None:
        return {"rag_queries": rag, "web_queries": []}
    lacking = list(queries)
    if library.passages:
        lacking = [one.query for one in await measure(library, queries) if one.coverage < COVERED]
    return {"rag_queries": rag, "web_queries": lacking[:MOST_WEB]}


def _settled(said: EvidenceQueries | None, own: EvidenceQueries) -> EvidenceQueries:
    """Both sides of a hypothesis; a side that the role left empty is the rule's."""
    if said is None:
        return own
    return own.model_copy(
        update={
            "queries_for": plain_queries(said.queries_for)[:PER_SIDE] or own.queries_for,
            "queries_against": plain_queries(said.queries_against)[:PER_SIDE] or own.queries_against,
        }
    )

"""How likely each hypothesis is: computed; where evidence stands on both sides, a model may lower it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Literal

from langgraph.runtime import Runtime
from langgraph.types import Command

from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.research.nodes.evidence_planner import allocated
from kasen.teams.research.reading import measured
from kasen.teams.research.rules.coverage import COVERED
from kasen.teams.research.rules.evidence_planner import PER_SIDE, fresh, in_other_words, in_turn
from kasen.teams.research.rules.hypothesis_validator import leave_open
from kasen.teams.research.rules.strength import LOWERED, edges, ranking
from kasen.teams.research.schemas import PointCoverage
from kasen.teams.research.schemas.causal import Ranked, Validation, Weighed
from kasen.teams.research.states.causal import Validating

HYPOTHESIS_VALIDATOR = Role(
    name="hypothesis_validator",
    package="kasen.teams.research",
    reply=Validation,
    rule=leave_open,
    tier="reasoning",
    answer_tokens=400,
    target_s=10.0,
    maximum_s=30.0,
)


async def hypothesis_validator(
    state: Validating, runtime: Runtime[Deps]
) -> Command[Literal["searcher", "rag_retriever", "causal_graph_builder"]]:
    """Search again for hypotheses without evidence, at most `loops` times and while that finds something; then rank."""
    deps, links = runtime.context, state["links"]
    ranked = ranking(len(state["hypotheses"]), edges(links), links)
    bare = [one.hypothesis for one in ranked if one.status == "unsupported"]
    known, rounds = len(state["seen"]), state["loop_count"]
    if bare and rounds <= state["request"].loops and known > state.get("known", 0):
        update = await _again(bare, state, deps)
        if update["rag_queries"] or update["web_queries"]:
            await _tell(len(ranked), len(bare), deps, again=True)
            return Command(
                update={**update, "loop_count": rounds + 1, "known": known}, goto=["searcher", "rag_retriever"]
            )
    await _tell(len(ranked), len(bare), deps, again=False)
    weighed = await _weighed(ranked, state, deps)
    return Command(
        update={"ranking": weighed, "coverage": await _coverage(weighed, state, deps)}, goto="causal_graph_builder"
    )


async def _again(bare: Sequence[int], state: Validating, deps: Deps) -> dict[str, Any]:
    """What is asked in other words for hypotheses without evidence."""
    sent = [done.query for done in state["searches"]]
    symptoms = state["issue"].symptoms
    lists = [fresh(in_other_words(state["hypotheses"], symptoms, number), sent)[: 2 * PER_SIDE] for number in bare]
    found: dict[str, Any] = await allocated(deps, state["request"], in_turn(lists))
    plan = state["evidence_plan"]
    asked = dict(zip(bare, lists, strict=True))
    plans = [
        one.model_copy(update={"queries_for": [*one.queries_for, *asked.get(one.hypothesis, [])]}) for one in plan.plans
    ]
    return {**found, "evidence_plan": plan.model_copy(update={"plans": plans})}


async def _weighed(ranked: Sequence[Ranked], state: Validating, deps: Deps) -> list[Ranked]:
    """The ranking after a model has looked at the hypotheses that have evidence on both sides, all at once."""
    contested = [one for one in ranked if one.status == "contested"]
    said = await asyncio.gather(*(_asked(one, state, deps) for one in contested))
    by_number = {one.hypothesis: answer for one, answer in zip(contested, said, strict=True)}
    weighed = [_lowered(one, by_number.get(one.hypothesis)) for one in ranked]
    return sorted(weighed, key=lambda one: (-one.likelihood, one.hypothesis))


async def _asked(one: Ranked, state: Validating, deps: Deps) -> Validation | None:
    own = [link for link in state["links"] if link.cause == f"h{one.hypothesis}"]
    excerpts = {e.id: e for e in state["analyzed_data"]}
    passages = await deps.evidence.passages([excerpts[link.evidence].passage_id for link in own])
    sources = await deps.evidence.sources([passage.source_id for passage in passages])
    evidence = [
        Weighed(
            id=link.evidence,
            stance=link.stance,
            kind=link.kind,
            origin=source.title,
            quote=passage.text[excerpts[link.evidence].start : excerpts[link.evidence].end],
        )
        for link, passage, source in zip(own, passages, sources, strict=True)
    ]
    hypothesis = state["hypotheses"][one.hypothesis - 1]
    answer = await deps.ask(
        HYPOTHESIS_VALIDATOR,
        question=state["request"].question,
        hypothesis=hypothesis.text,
        refutes=hypothesis.refutes,
        evidence=evidence,
        lang=deps.lang,
    )
    return None if answer.is_rule else answer.value


def _lowered(one: Ranked, said: Validation | None) -> Ranked:
    """A hypothesis after a model's verdict, which may lower its likelihood and never raises it."""
    if said is None:
        return one
    likelihood = round(one.likelihood * LOWERED[said.verdict], 2)
    return one.model_copy(update={"likelihood": likelihood, "verdict": said.verdict, "reasons": said.reasons[:3]})


async def _coverage(ranked: Sequence[Ranked], state: Validating, deps: Deps) -> list[PointCoverage]:
    """Each hypothesis; one with evidence on any side is covered."""
    points = [one.text for one in state["hypotheses"]]
    bare = {one.hypothesis for one in ranked if one.status == "unsupported"}
    found = await measured(deps.evidence, state["analyzed_data"], points, enough=COVERED)
    return [one.model_copy(update={"covered": one.point not in bare}) for one in found]


async def _tell(every: int, bare: int, deps: Deps, *, again: bool) -> None:
    await deps.emit("score", name="coverage", value=round((every - bare) / every, 3), scale=1.0)
    if deps.lang == "ja":
        deps.note(f"仮説 {every} 件中 {every - bare} 件に根拠" + (" → もう一巡" if again else ""))
    else:
        told = f"{every - bare} of {every} hypotheses have evidence"
        deps.note(told + (" → one more round" if again else ""))

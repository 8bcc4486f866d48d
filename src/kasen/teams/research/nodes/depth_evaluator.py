"""Is each subtask of the wave answered deeply enough? Measured where code can, asked where it cannot, all at once."""

from __future__ import annotations

from langgraph.runtime import Runtime

from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.research.reading import excerpt_views
from kasen.teams.research.rules.coverage import COVERED, WEAK
from kasen.teams.research.rules.depth_evaluator import judge, well_covered
from kasen.teams.research.schemas import Excerpt, PointCoverage
from kasen.teams.research.schemas.deep import Depth, DepthEvaluation, Subtask, SubtaskResult
from kasen.teams.research.states.deep import Evaluated, Weighed, Working
from kasen.teams.research.together import together

DEPTH_EVALUATOR = Role(
    name="depth_evaluator",
    package="kasen.teams.research",
    reply=DepthEvaluation,
    rule=judge,
    tier="reasoning",
    answer_tokens=250,
    target_s=10.0,
    maximum_s=20.0,
)
"""Seconds as those of a reviewer."""
MOST_SHOWN = 12
"""Excerpts that are shown of one subtask."""
MOST_AREAS = 3
_LONGEST = 300
MEASURED = "measured"


async def depth_evaluator(state: Weighed, runtime: Runtime[Deps]) -> Evaluated:
    """Judge the wave."""
    deps = runtime.context
    by_id = {subtask.id: subtask for subtask in state["master_plan"].subtasks}
    wave = [by_id[id] for id in state["wave"]]
    judged = await together([_judged(deps, state, subtask) for subtask in wave])
    deep = sum(depth.sufficient for depth in judged)
    mean = sum(state["subtask_results"][s.id].coverage.coverage for s in wave) / len(wave)
    await deps.emit("score", name="coverage", value=round(mean, 3), scale=1.0)
    told = f"{len(wave)} 件中 {deep} 件は十分" if deps.lang == "ja" else f"{deep} of {len(wave)} are deep enough"
    deps.note(told)
    evaluation = {subtask.id: depth for subtask, depth in zip(wave, judged, strict=True)}
    return {"evaluation": evaluation, "reason": told}


def may_drill(state: Working, subtask: Subtask) -> bool:
    """Whether a subtask may have one of its own: limits allow it, and it did not search in vain."""
    is_vain = bool(subtask.parent) and not state["subtask_results"][subtask.id].passages
    return not is_vain and _has_room(state, subtask)


def _has_room(state: Working, subtask: Subtask) -> bool:
    """Whether depth, rounds and number allow a subtask of it."""
    if len(state["master_plan"].subtasks) >= state["max_total_subtasks"]:
        return False
    if state["execution_mode"] == "simple":
        return state["loop_count"] <= state["request"].loops
    return subtask.depth < state["request"].max_depth


async def _judged(deps: Deps, state: Weighed, subtask: Subtask) -> Depth:
    result = state["subtask_results"][subtask.id]
    by_rule = judge(
        question=state["query"],
        subtask=subtask.question,
        coverage=result.coverage,
        sources=result.sources,
        evidence=[],
        lang=deps.lang,
    )
    settled = well_covered(result.coverage, result.sources) or not result.excerpts
    if settled or not _has_room(state, subtask):
        return Depth(**by_rule.model_dump(), by=MEASURED)
    return await _asked(deps, state, subtask, result)


async def _asked(deps: Deps, state: Weighed, subtask: Subtask, result: SubtaskResult) -> Depth:
    own = [e.model_copy(update={"point": 1}) for e in evidence_of(state["analyzed_data"], result)][:MOST_SHOWN]
    answer = await deps.ask(
        DEPTH_EVALUATOR,
        question=state["query"],
        subtask=subtask.question,
        coverage=result.coverage,
        sources=result.sources,
        evidence=await excerpt_views(deps.evidence, own, [subtask.question], question=state["query"]),
        lang=deps.lang,
    )
    said = answer.value
    sufficient = said.sufficient and (answer.is_rule or may_accept(result.coverage))
    areas = [" ".join(area.split())[:_LONGEST] for area in said.drill_down_areas if area.strip()][:MOST_AREAS]
    return Depth(
        reason=" ".join(said.reason.split())[:_LONGEST],
        sufficient=sufficient,
        drill_down_areas=[] if sufficient else areas or result.coverage.missing or [subtask.question],
        by=answer.by,
    )


def may_accept(coverage: PointCoverage) -> bool:
    """Whether a model may say that evidence answers in other words: never where code finds next to nothing."""
    return coverage.covered or coverage.coverage >= WEAK or coverage.asked >= COVERED


def evidence_of(excerpts: list[Excerpt], result: SubtaskResult) -> list[Excerpt]:
    """The excerpts of one subtask, most useful first."""
    by_id = {excerpt.id: excerpt for excerpt in excerpts}
    return [by_id[id] for id in result.excerpts]

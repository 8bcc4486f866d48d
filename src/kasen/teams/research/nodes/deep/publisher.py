"""The report on a plan of subtasks: its points are the subtasks, what limits left out is said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from langgraph.runtime import Runtime

from kasen.models.role import RULE
from kasen.team import Deps
from kasen.teams.research import wording
from kasen.teams.research.gathering import lang_of
from kasen.teams.research.nodes.depth_evaluator import MEASURED, may_accept
from kasen.teams.research.publishing import Brief, publish
from kasen.teams.research.reading import measured
from kasen.teams.research.rules.coverage import COVERED
from kasen.teams.research.schemas import Draft, Excerpt, PointCoverage, Result
from kasen.teams.research.schemas.deep import Depth, LeftOut, MasterPlan, Subtask
from kasen.teams.research.schemas.verification import Verification
from kasen.teams.research.states.deep import Publishable
from kasen.teams.research.subtasks import reported, roots

MOST_NOTES = 8
"""Lines of one kind under *Not covered*."""


class Published(TypedDict):
    """Written by the publisher."""

    result: Result
    report: str


async def publisher(state: Publishable, runtime: Runtime[Deps]) -> Published:
    """Publish the draft; where the plan was refused, a report that says so and claims nothing."""
    deps, plan = runtime.context, state["master_plan"]
    points = [subtask.question for subtask in roots(plan)]
    excerpts = reported(plan, state.get("analyzed_data", []))
    brief = Brief(
        question=state["query"],
        mode="deep",
        theme=plan.theme,
        points=points,
        coverage=await _coverage(state, deps, points, excerpts),
        excerpts=excerpts,
        searches=state.get("searches", []),
        found=[*state.get("rag_results", []), *state.get("search_results", [])],
        refused=state.get("refused", ""),
        notes=await _notes(state, deps),
        by_rule=state.get("draft_by_rule", True),
        verification=state.get("verification") or Verification(),
    )
    result = await publish(deps, state["request"], brief, state.get("draft") or Draft())
    return {"result": result, "report": result.report}


async def _coverage(
    state: Publishable, deps: Deps, points: Sequence[str], excerpts: Sequence[Excerpt]
) -> list[PointCoverage]:
    """Each point with the evidence of its drill-downs; a model may have accepted it, see `may_accept`."""
    coverage = await measured(deps.evidence, excerpts, points, enough=COVERED, question=state["query"])
    results, evaluation = state.get("subtask_results", {}), state.get("evaluation", {})
    found = []
    for subtask, own in zip(roots(state["master_plan"]), coverage, strict=True):
        result = results.get(subtask.id)
        if result is not None and result.coverage.coverage > own.coverage:
            own = result.coverage.model_copy(update={"point": own.point})
        judged = _accepted(subtask, state["master_plan"], evaluation)
        found.append(own.model_copy(update={"covered": True}) if judged and may_accept(own) else own)
    return found


def _accepted(subtask: Subtask, plan: MasterPlan, evaluation: Mapping[str, Depth]) -> bool:
    """Whether a model took a subtask for answered, or every drill-down into what it found missing is."""
    depth = evaluation.get(subtask.id)
    if depth is None or depth.by in (MEASURED, RULE):
        return False
    drills = [evaluation.get(one.id) for one in plan.subtasks if one.parent == subtask.id]
    return depth.sufficient or (bool(drills) and all(one is not None and one.sufficient for one in drills))


async def _notes(state: Publishable, deps: Deps) -> list[str]:
    """What else was not covered."""
    lang = lang_of(deps.lang)
    notes: list[str] = []
    library = await deps.library(state["request"].docs, state["request"].kb)
    foreign = library.languages.get("en" if lang == "ja" else "ja", 0)
    if foreign and state.get("draft_by_rule", True):
        notes.append(wording.other_language(foreign, lang))
    plan, results = state["master_plan"], state.get("subtask_results", {})
    open_drills = [s for s in plan.subtasks if s.parent and s.id in results and _is_open(state, s)]
    notes += [wording.open_point(results[s.id].coverage, lang) for s in open_drills[:MOST_NOTES]]
    failed = [(s.question, results[s.id].error) for s in plan.subtasks if s.id in results and results[s.id].error]
    notes += [_failed(question, error, lang) for question, error in failed[:MOST_NOTES]]
    return [*notes, *_left_out(state.get("left_out", []), lang)]


def _is_open(state: Publishable, subtask: Subtask) -> bool:
    depth = state.get("evaluation", {}).get(subtask.id)
    return depth is not None and not depth.sufficient


def _failed(question: str, error: str, lang: str) -> str:
    if lang == "ja":
        return f"「{question}」は調べられなかった：{error}"
    return f"“{question}” could not be looked into: {error}"


def _left_out(left: Sequence[LeftOut], lang: str) -> list[str]:
    """Subtasks that a limit left out: the first by name, the rest by number."""
    ja = lang == "ja"
    told = [
        f"「{one.question}」は上限（{one.limit}）のため調べていない。"
        if ja
        else f"“{one.question}” was not looked into: the limit ({one.limit}) was reached."
        for one in left[:MOST_NOTES]
    ]
    more = len(left) - len(told)
    if more > 0:
        told.append(f"ほかに {more} 件も調べていない。" if ja else f"{more} more were not looked into.")
    return told

"""The review: facts, completeness and form measured by code, logic judged by the role; then on, back, or out."""

from __future__ import annotations

import asyncio
from typing import Any, Literal, NamedTuple

from langgraph.runtime import Runtime
from langgraph.types import Command

from kasen.gates.decision import VerdictWord
from kasen.models.role import RULE, Role
from kasen.team import Deps
from kasen.teams.research import measures, remarks
from kasen.teams.research.actions import TARGET, allowed, checked
from kasen.teams.research.appraising import Measured, better, own_action, weighed
from kasen.teams.research.gathering import lang_of
from kasen.teams.research.manuscript import as_markdown
from kasen.teams.research.nodes.writer import findings_of
from kasen.teams.research.places import parts, views
from kasen.teams.research.reading import excerpt_views
from kasen.teams.research.rules.reviewer import appraise
from kasen.teams.research.schemas import Draft, PointCoverage
from kasen.teams.research.schemas.supervised import Appraisal, DraftReview, Ended, Message, NextAction
from kasen.teams.research.schemas.verification import Verification
from kasen.teams.research.states.supervised import Written
from kasen.teams.research.steering import MOST_DRY, remaining

REVIEWER = Role(
    name="reviewer",
    package="kasen.teams.research",
    reply=Appraisal,
    rule=appraise,
    tier="high_reasoning",
    answer_tokens=900,
    target_s=10.0,
    maximum_s=20.0,
)
MOST_ASKS = 3
"""Asks of a reviewer that gives no usable answer: once, and at most twice again."""
Goto = Literal["researcher", "writer", "approve_manuscript"]


class Said(NamedTuple):
    """What came of asking; `verdict` is there where nothing usable came."""

    value: Appraisal
    by: str
    verdict: VerdictWord | None = None
    is_budget: bool = False


async def reviewer(state: Written, runtime: Runtime[Deps]) -> Command[Goto]:
    """Review the draft and decide what comes next.

    A draft that nobody changed is not reviewed again; where the cap is reached, code measures without the role.
    Neither counts as an execution.
    """
    deps = runtime.context
    if state["reviews"] and not state["edited"]:
        return await _end(state, deps, "no_gain", {})
    counts = remaining(state) > 0
    coverage = await _coverage(state, deps)
    checks, said = await _both(state, deps, coverage, counts=counts)
    measured = await _measured(state, deps, checks)
    iteration = state["iteration_count"] + (1 if counts else 0)
    review = weighed(said.value, measured, said.verdict, by=said.by, iteration=iteration, lang=lang_of(deps.lang))
    messages: list[Message] = []
    action, ended = _next(state, deps, review, said, measured, messages)
    review = review.model_copy(update={"suggested_action": action})
    await _tell(deps, review)
    for message in messages:
        await deps.emit("warning", text=message.text)
    messages.insert(0, Message(role="reviewer", text=remarks.reviewed(review, lang_of(deps.lang))))
    best = _best(state, review)
    draft = measures.mended(_draft(state), checks.all)
    update = {
        "messages": messages,
        "reviews": [review],
        "checks": checks.fresh,
        "verification": _joined(state.get("verification"), checks.verification),
        "draft": draft,
        "current_draft": await as_markdown(deps, state["request"], draft, state["excerpts"], measured.points),
        "best": best,
        "best_draft": draft if best == len(state["reviews"]) else state.get("best_draft"),
        "edited": False,
        "feedback": None if review.approved else review.feedback,
        "iteration_count": iteration,
        "next_action": action,
    }
    if ended is not None:
        return await _end(state, deps, ended, update)
    return Command(update=checked("reviewer", state, update), goto=_target(action))


def _target(action: NextAction) -> Any:
    return TARGET[action]


async def _end(state: Written, deps: Deps, why: Ended, update: dict[str, Any]) -> Command[Goto]:
    """Out, with the best draft as the current one."""
    best = update.get("best_draft", state.get("best_draft"))
    assert best is not None, "an end needs a draft"
    plan = state["task_plan"]
    assert plan is not None
    shown = await as_markdown(deps, state["request"], best, state["excerpts"], plan.investigation_points)
    end = {**update, "next_action": "end", "ended": why, "draft": best, "current_draft": shown}
    if not update:
        text = remarks.ended(
            why, rounds=len(state["reviews"]), iterations=state["iteration_count"], lang=lang_of(deps.lang)
        )
        end |= {"messages": [Message(role="reviewer", text=text)], "iteration_count": state["iteration_count"]}
        deps.note(text)
    return Command(update=checked("reviewer", state, end), goto="approve_manuscript")


async def _both(
    state: Written, deps: Deps, coverage: list[PointCoverage], *, counts: bool
) -> tuple[measures.Checks, Said]:
    """The statements are checked and the reviewer reads, at the same time."""
    request, draft = state["request"], _draft(state)
    check = measures.check_draft(deps, draft, state["excerpts"], state.get("checks", []), question=request.question)
    asked = _appraised(state, deps, coverage) if counts else _unasked()
    checks, said = await asyncio.gather(check, asked, return_exceptions=True)
    # Both have ended here, so none is left running when the other was cancelled or is a bug.
    if isinstance(checks, BaseException):
        raise checks
    if isinstance(said, BaseException):
        raise said
    return checks, said


async def _unasked() -> Said:
    return Said(Appraisal(), RULE, "no_verdict")


async def _appraised(state: Written, deps: Deps, coverage: list[PointCoverage]) -> Said:
    """The reviewer's answer. None that can be used is never a verdict: it is asked again, at most twice."""
    request, draft = state["request"], _draft(state)
    points = [point.text for point in coverage]
    evidence = await excerpt_views(deps.evidence, state["excerpts"], points, question=request.question)
    earlier = [finding.text for finding in findings_of(state["reviews"][-1])] if state["reviews"] else []
    lacking = measures.missing_parts(draft, points, state["excerpts"], deps.lang)
    verdict: VerdictWord = "infra_failed"
    by = RULE
    for _ in range(MOST_ASKS):
        answer = await deps.ask(
            REVIEWER,
            question=request.question,
            points=coverage,
            draft=views(draft, points),
            evidence=evidence,
            lacking=lacking,
            earlier=earlier,
            parts=parts(points),
            last=remaining(state) <= 1,
            lang=deps.lang,
        )
        if answer.is_rule and answer.why in ("no model", "budget"):
            return Said(answer.value, RULE, is_budget=answer.why == "budget")
        if not answer.is_rule and answer.value.scores.logic is not None:
            return Said(answer.value, answer.by)
        verdict, by = ("infra_failed", RULE) if answer.is_rule else ("no_verdict", answer.by)
    return Said(Appraisal(), by, verdict)


async def _coverage(state: Written, deps: Deps, fallen: frozenset[str] = frozenset()) -> list[PointCoverage]:
    plan = state["task_plan"]
    assert plan is not None
    return await measures.covered_points(
        *(deps, _draft(state), state["excerpts"], plan.investigation_points),
        question=state["request"].question,
        fallen=fallen,
    )


async def _measured(state: Written, deps: Deps, checks: measures.Checks) -> Measured:
    draft = _draft(state)
    fallen = frozenset(id for id, check in checks.all.items() if check.outcome == "falls")
    coverage = await _coverage(state, deps, fallen)
    points = [point.text for point in coverage]
    lacking = measures.missing_parts(draft, points, state["excerpts"], deps.lang)
    cited = {id for view in views(draft, points) for id in view.evidence}
    return Measured(
        draft=draft,
        points=points,
        checks=checks.all,
        facts=checks.facts,
        coverage=coverage,
        completeness=measures.completeness(coverage),
        lacking=lacking,
        form=measures.form(lacking, points),
        unused=frozenset(excerpt.point for excerpt in state["excerpts"] if excerpt.id not in cited),
    )


def _next(
    state: Written, deps: Deps, review: DraftReview, said: Said, measured: Measured, messages: list[Message]
) -> tuple[NextAction, Ended | None]:
    """What comes after a review, or why it was the last; a proposal that is not on the table is put right."""
    lang = lang_of(deps.lang)
    if (
        said.value.approved is not None
        and review.verdict in ("pass", "fail")
        and said.value.approved != review.approved
    ):
        messages.append(Message(role="reviewer", text=remarks.contradicts(said.value.approved, lang)))
    left = remaining({**state, "iteration_count": review.iteration})
    ended = _ended(state, review, said, left)
    if ended is not None:
        return "end", ended
    may_search = left >= 2 and state["dry_searches"] < MOST_DRY
    own = own_action(measured, may_search=may_search)
    proposed = said.value.suggested_action
    action, wrong = allowed("reviewer", proposed, otherwise=own)
    if action == "end" or (action == "research" and not may_search):
        action, wrong = ("write" if action == "research" else own), True
    if wrong and proposed:
        messages.append(Message(role="reviewer", text=remarks.corrected("reviewer", proposed, action, lang)))
    if action == "write" and not review.places:
        return "end", "no_gain"
    return action, None


def _ended(state: Written, review: DraftReview, said: Said, left: int) -> Ended | None:
    if review.approved:
        return "passed"
    if said.is_budget:
        return "budget"
    if not left:
        return "iterations"
    if review.verdict in ("no_verdict", "infra_failed"):
        return "not_reviewed"
    gained = not state["reviews"] or _best(state, review) == len(state["reviews"])
    return None if gained else "no_gain"


def _best(state: Written, review: DraftReview) -> int:
    """Index of the best review so far; the newest one only where its draft gained, or a person wanted it."""
    if not state["reviews"] or state.get("wished"):
        return len(state["reviews"])
    best = state.get("best", 0)
    return len(state["reviews"]) if better(review, state["reviews"][best]) else best


def _joined(old: Verification | None, new: Verification) -> Verification:
    if old is None:
        return new
    names = [name for name in dict.fromkeys([*old.by.split(", "), *new.by.split(", ")]) if name != RULE]
    return Verification(
        weak=list(dict.fromkeys([*old.weak, *new.weak])),
        repaired=[*old.repaired, *new.repaired],
        removed=[*old.removed, *new.removed],
        judged=old.judged + new.judged,
        confirmed=list(dict.fromkeys([*old.confirmed, *new.confirmed])),
        by=", ".join(names) or RULE,
    )


async def _tell(deps: Deps, review: DraftReview) -> None:
    for name, value in review.scores.model_dump().items():
        if value is not None:
            await deps.emit("score", name=name, value=value, scale=1.0)
    if review.overall_score is not None:
        await deps.emit("score", name="overall", value=review.overall_score, scale=1.0)
    for finding in findings_of(review):
        await deps.emit("finding", **finding.model_dump())
    text = remarks.reviewed(review, lang_of(deps.lang))
    await deps.emit("verdict", reviewer="reviewer", verdict=review.verdict, text=text)
    deps.note(remarks.scores(review.scores, review.overall_score, lang_of(deps.lang)))


def _draft(state: Written) -> Draft:
    draft = state["draft"]
    assert draft is not None, "the writer writes before anything is reviewed"
    return draft

"""The draft: written from numbered evidence, then edited at the places that a review names, never written again."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from kasen.gates.decision import Finding
from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.research import remarks
from kasen.teams.research.actions import checked
from kasen.teams.research.gathering import lang_of
from kasen.teams.research.manuscript import Read, as_markdown, read_on, usable
from kasen.teams.research.places import Edited, edited, parts, views
from kasen.teams.research.reading import excerpt_views
from kasen.teams.research.rules.supervisor import agrees
from kasen.teams.research.rules.writer import write
from kasen.teams.research.schemas import Draft, ExcerptView, ResearchPlan
from kasen.teams.research.schemas.supervised import SEVERITIES, DraftReview, Message, Written
from kasen.teams.research.states import supervised as states

WRITER = Role(
    name="writer",
    package="kasen.teams.research",
    reply=Written,
    rule=write,
    tier="high_reasoning",
    answer_tokens=3000,
    target_s=30.0,
    maximum_s=60.0,
)


async def writer(state: states.Written, runtime: Runtime[Deps]) -> dict[str, Any]:
    """Read what was found and not read yet, then write, or edit the best draft so far."""
    deps, request = runtime.context, state["request"]
    points = _plan(state).investigation_points
    known = Read(state.get("excerpts", []), state.get("read", []))
    now = await read_on(deps, state["found"], known, question=request.question, points=points)
    evidence = await excerpt_views(deps.evidence, now.excerpts, points, question=request.question)
    person = " ".join((state.get("human_input") or "").split())
    done = await _written(state, deps, evidence, "" if agrees(person) else person)
    current = await as_markdown(deps, request, done.draft, now.excerpts, points)
    said = done.said or remarks.written(len(current), lang_of(deps.lang))
    deps.note(said)
    messages = [Message(role="person", text=person)] if person else []
    update = {
        "messages": [*messages, *done.messages, Message(role="writer", text=said)],
        "excerpts": now.excerpts,
        "read": now.passages,
        "draft": done.draft,
        "current_draft": current,
        "draft_by_rule": done.is_rule and state.get("draft_by_rule", True),
        "edited": done.changed,
        "wished": bool(person) and done.changed,
        "written_from": len(state["research_data"]),
        "human_input": None,
        "human_input_required": False,
        "iteration_count": state["iteration_count"] + 1,
        "next_action": "review",
    }
    return checked("writer", state, update)


class _Done:
    """What one turn of the writer came to."""

    def __init__(self, draft: Draft, *, is_rule: bool, changed: bool = True, said: str = "") -> None:
        self.draft, self.is_rule, self.changed, self.said = draft, is_rule, changed, said
        self.messages: list[Message] = []


async def _written(state: states.Written, deps: Deps, evidence: list[ExcerptView], person: str) -> _Done:
    """A first draft, or the best one with edits of the places that are open."""
    points, request, lang = _plan(state).investigation_points, state["request"], lang_of(deps.lang)
    draft = state.get("best_draft") or state.get("draft")
    review = state["reviews"][state.get("best", 0)] if draft is not None and state["reviews"] else None
    findings = findings_of(review) if review else []
    open = _open(review, points, person=person)
    answer = await deps.ask(
        WRITER,
        question=request.question,
        points=points,
        evidence=evidence,
        lang=deps.lang,
        length=request.length,
        audience=request.audience,
        draft=views(draft, points) if draft is not None else [],
        findings=findings,
        feedback=review.feedback if review else "",
        may_change=open,
        person=person,
    )
    if draft is None:
        done = _Done(usable(answer.value, points), is_rule=answer.is_rule)
    else:
        changed: Edited = edited(draft, answer.value.edits, open=open, evidence=[one.id for one in evidence])
        said = remarks.revised(changed.applied, changed.refused, lang)
        done = _Done(usable(changed.draft, points), is_rule=answer.is_rule, changed=bool(changed.applied), said=said)
    if person and answer.is_rule:
        done.messages.append(Message(role="writer", text=remarks.cannot_follow(lang) + person))
    return done


def findings_of(review: DraftReview) -> list[Finding]:
    """The issues of a review as findings, the worst first; ids tell the round."""
    order = ("high", "medium", "low")
    issues = sorted(review.issues, key=lambda issue: order.index(issue.severity))
    return [
        Finding(
            id=f"r{review.iteration}.{n}",
            severity=SEVERITIES[issue.severity],
            text=issue.description,
            place=issue.location,
            suggestion=issue.suggested_action,
        )
        for n, issue in enumerate(issues, start=1)
    ]


def _open(review: DraftReview | None, points: list[str], *, person: str) -> list[str]:
    """What may be changed: the places that the review names; all parts where a person wants something."""
    named = review.places if review else []
    return list(dict.fromkeys([*named, *(parts(points) if person or review is None else [])]))


def _plan(state: states.Written) -> ResearchPlan:
    plan = state["task_plan"]
    assert plan is not None, "the supervisor plans before anything is written"
    return plan

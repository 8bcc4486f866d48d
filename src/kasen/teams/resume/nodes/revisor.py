"""The revisor: answers findings with edits, of which those stand that invent nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, NamedTuple

from langgraph.runtime import Runtime

from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.resume.document.model import Material
from kasen.teams.resume.edits import Bench, numbered
from kasen.teams.resume.measures.mechanical import corrections
from kasen.teams.resume.patch import applied
from kasen.teams.resume.prepared import Prepared, prepared
from kasen.teams.resume.rules.revisor import revise
from kasen.teams.resume.schemas.change import Refused, Revision
from kasen.teams.resume.schemas.feedback import Feedback, Finding
from kasen.teams.resume.schemas.part import Place
from kasen.teams.resume.state import Revised, State

REVISOR = Role(
    name="revisor",
    package="kasen.teams.resume",
    reply=Revision,
    rule=revise,
    tier="basic",
    answer_tokens=3000,
    target_s=90.0,
)
MOST_FINDINGS = 30
"""Findings that are answered in one round, the worst first."""
MOST_REFUSED = 10
"""Refusals of earlier rounds that the revisor is shown."""
_ORDER = {"critical": 0, "major": 1, "minor": 2}


class FindingView(NamedTuple):
    """A finding as the revisor is shown it: no personal data."""

    id: str
    line: int
    severity: str
    critic: str
    words: str
    problem: str
    suggestion: str
    question: str


async def revisor(state: State, runtime: Runtime[Deps]) -> Revised:
    """Edits of this round: mechanical corrections by code, and what the role answers to the findings."""
    deps = runtime.context
    ready = prepared(state["revised_content"], state["lang"], state["hidden"])
    bench = Bench(
        original=state["qmd_content"],
        changes=state["changes"],
        ready=ready,
        lang="ja" if deps.lang == "ja" else "en",
        iteration=state["iteration"],
        confirmed=state["confirmed"],
    )
    views = _views(state["current_feedback"], ready, has_facts=bool(state["confirmed"]))
    bench.lines = {one.id: one.line for one in views}
    if views and any(one.verdict in ("pass", "fail") for one in state["current_feedback"]):
        answer = await deps.ask(
            REVISOR,
            role=state["target_role"],
            lines="\n".join(f"{number}| {text}" for number, text in numbered(ready)),
            findings=views,
            confirmed=[ready.scrubbed(fact) for fact in state["confirmed"]],
            problems=[ready.scrubbed(text) for text in state.get("problems", [])],
            refused=_refused(state.get("refused", []), ready),
        )
        await asyncio.to_thread(bench.take_all, answer.value.edits, answer.by)
    if state["iteration"] == 1:
        for start, end, new, _ in corrections(_material(state, ready, deps)):
            bench.correct(start, end, new)
    proposed = bench.composed()
    _note(deps, len(bench.edits), len(bench.refused))
    return {
        "proposed": proposed,
        "proposed_content": applied(state["qmd_content"], proposed),
        "refused": bench.refused,
        "unsound": list(dict.fromkeys(bench.unsound)),
    }


def _material(state: State, ready: Prepared, deps: Deps) -> Material:
    return Material(
        resume=ready.resume,
        role=state["target_role"],
        posting=state["job_posting_content"],
        today=deps.now().date(),
        lang="ja" if deps.lang == "ja" else "en",
    )


def _views(feedback: Sequence[Feedback], ready: Prepared, *, has_facts: bool) -> list[FindingView]:
    """Findings that an edit of words can answer, the worst first; a confirmed fact may be put in beside any words."""
    found = [
        finding
        for one in feedback
        for finding in one.findings
        if finding.place is not None and (_is_open(finding.place, ready) or (has_facts and finding.question))
    ]
    found.sort(key=lambda one: (_ORDER[one.severity], bool(one.question), one.place.start if one.place else 0))
    return [_view(one, ready) for one in found[:MOST_FINDINGS]]


def _is_open(place: Place, ready: Prepared) -> bool:
    """Whether words there may be changed: not all of them a name, a date, a title or a degree, nor markup."""
    line = ready.resume.lines[place.line - 1]
    words = ready.resume.text[place.start : place.end]
    on_record = any(one.start <= place.start and place.end <= one.end for one in ready.resume.identity)
    return bool(words.strip()) and line.editable and not on_record


def _view(one: Finding, ready: Prepared) -> FindingView:
    assert one.place is not None
    return FindingView(
        id=one.id,
        line=one.place.line,
        severity=one.severity,
        critic=one.critic,
        words=ready.shown(one.place.start, one.place.end),
        problem=ready.scrubbed(one.text),
        suggestion=ready.scrubbed(one.suggestion),
        question=ready.scrubbed(one.question),
    )


def _refused(refused: Sequence[Refused], ready: Prepared) -> list[str]:
    told = [one for one in refused if one.reason in ("facts", "identity")][-MOST_REFUSED:]
    return [ready.scrubbed(f"L{one.line}: {one.old} → {one.new}\n{one.text} {_doubts(one)}") for one in told]


def _doubts(one: Refused) -> str:
    return " ".join(doubt.why for doubt in one.doubts)


def _note(deps: Deps, stand: int, refused: int) -> None:
    texts: dict[str, Any] = {"ja": f"修正 {stand} 件・却下 {refused} 件", "en": f"{stand} edits, {refused} refused"}
    deps.note(texts["ja" if deps.lang == "ja" else "en"])

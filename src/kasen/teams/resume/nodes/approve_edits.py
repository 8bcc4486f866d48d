"""Which edits are taken over: as asked for, or as a person says, one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from langgraph.runtime import Runtime

from kasen.team import Deps
from kasen.teams.resume.deciding import decisions, is_recommended, offered, outcome_of, undecided
from kasen.teams.resume.schemas.change import Change, Decision
from kasen.teams.resume.schemas.feedback import Feedback, Finding
from kasen.teams.resume.schemas.result import Outcome
from kasen.teams.resume.state import Compared, State

LONGEST = 4000
"""Characters of the words of a person."""


async def approve_edits(state: State, runtime: Runtime[Deps]) -> Compared:
    """Decide by `--accept`, or ask; nothing else happens in this node."""
    request, prior = state["request"], state.get("prior")
    if prior is not None:
        changes, outcome, feedback = prior.changes, prior.outcome, prior.feedback
    else:
        changes, outcome, feedback = offered(state), outcome_of(state), state["feedback"]
    if not changes:
        return {"decisions": []}
    if request.accept == "ask":
        return {"decisions": _asked(runtime.context, changes, outcome, feedback)}
    if prior is not None:
        return {"decisions": decisions(changes, state.get("taken", []), state.get("edited", {}))}
    if request.accept == "all" and is_recommended(outcome):
        return {"decisions": decisions(changes, [change.id for change in changes], {})}
    return {"decisions": undecided(changes)}


def _asked(deps: Deps, changes: Sequence[Change], outcome: Outcome, feedback: Sequence[Feedback]) -> list[Decision]:
    ids = [change.id for change in changes]
    answer: dict[str, Any] = deps.approve(
        "edits",
        _question(len(ids), outcome, deps.lang),
        schema={
            "type": "object",
            "properties": {
                "accept": {"type": "array", "items": {"type": "string", "enum": ids}, "uniqueItems": True},
                "edited": {
                    "type": "object",
                    "properties": {id: {"type": "string", "maxLength": LONGEST} for id in ids},
                    "additionalProperties": False,
                },
            },
            "required": ["accept"],
            "additionalProperties": False,
        },
        default={"accept": ids if is_recommended(outcome) else []},
        shown=[_shown(change, _by_id(feedback)) for change in changes],
    )
    edited = {id: str(words) for id, words in (answer.get("edited") or {}).items()}
    return decisions(changes, answer["accept"], edited)


def _by_id(feedback: Sequence[Feedback]) -> dict[str, Finding]:
    return {finding.id: finding for one in feedback for finding in one.findings}


def _shown(change: Change, findings: Mapping[str, Finding]) -> dict[str, Any]:
    answered = [findings[id] for id in change.findings if id in findings]
    first = answered[0] if answered else None
    return {
        "id": change.id,
        "line": change.line,
        "old": change.old,
        "new": change.new,
        "finding": " / ".join(one.text for one in answered),
        "critic": first.critic if first else "",
        "severity": first.severity if first else "",
        "question": first.question if first else "",
    }


def _question(count: int, outcome: Outcome, lang: str) -> str:
    if lang == "ja":
        lead = "比較では元の文書のほうがよいとされた。" if outcome == "no_gain" else ""
        return (
            f"{lead}1 件の修正を採り入れますか。"
            if count == 1
            else f"{lead}{count} 件の修正のうち、どれを採り入れますか。"
        )
    lead = "The comparison preferred the original. " if outcome == "no_gain" else ""
    return (
        f"{lead}Do you take the one edit over?" if count == 1 else f"{lead}Which of the {count} edits do you take over?"
    )

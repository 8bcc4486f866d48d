"""What people see while the team works: scores, findings and verdicts as events."""

from __future__ import annotations

from kasen.team import Deps
from kasen.teams.resume import wording
from kasen.teams.resume.schemas.feedback import SCALE, Feedback, Scored


async def tell(deps: Deps, feedback: Feedback) -> None:
    """Emit what a critic says, and set the line that its node ends with."""
    for one in feedback.findings:
        await deps.emit(
            "finding",
            id=one.id,
            severity=one.severity,
            text=one.text,
            place=f"L{one.place.line}" if one.place else "",
            suggestion=one.suggestion,
        )
    if feedback.score is not None:
        await deps.emit("score", name=feedback.agent, value=feedback.score, scale=SCALE)
    text = wording.said(feedback, deps.lang)
    await deps.emit("verdict", reviewer=feedback.agent, verdict=feedback.verdict, text=text)
    deps.note(text)


async def tell_score(deps: Deps, scored: Scored, text: str) -> None:
    """Emit the weighted score of an iteration."""
    if scored.score is not None:
        await deps.emit("score", name="overall", value=scored.score, scale=SCALE)
    await deps.emit("verdict", reviewer="aggregator", verdict=_verdict(scored), text=text)
    deps.note(text)


def _verdict(scored: Scored) -> str:
    if not scored.judged:
        return "no_verdict"
    return "pass" if scored.passed else "fail"

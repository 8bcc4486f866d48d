"""The critics as tables: scores, weights, who judged; and every criterion."""

from __future__ import annotations

from typing import NamedTuple

from kasen.teams.resume.page.labels import Words, words
from kasen.teams.resume.page.verdict import at, best, score_text
from kasen.teams.resume.schemas.feedback import CriterionScore, Feedback
from kasen.teams.resume.schemas.part import CRITICS, Critic
from kasen.teams.resume.schemas.result import Result
from kasen.teams.resume.scoring import FLOOR

UNKNOWN = "–"


class CriticRow(NamedTuple):
    """One critic as text."""

    name: str
    before: str
    """Score of the original; empty where the review ends with it."""
    score: str
    weight: str
    criteria: str
    floor: str
    is_short: bool
    by: str
    dropped: str


class CriterionRow(NamedTuple):
    """One criterion as text."""

    name: str
    before: str
    value: str
    how: str
    note: str


def feedback_at(result: Result, critic: Critic, iteration: int) -> Feedback | None:
    """What a critic said in that iteration, or None."""
    return next((one for one in result.feedback if (one.agent, one.iteration) == (critic, iteration)), None)


def critic_rows(result: Result) -> list[CriticRow]:
    """A row per critic that there is, of the version that the review ends with."""
    return [
        _row(result, critic, one) for critic in CRITICS if (one := feedback_at(result, critic, result.best)) is not None
    ]


def _row(result: Result, critic: Critic, now: Feedback) -> CriticRow:
    said, scored, first = words(result.lang), best(result), at(result, 1)
    weight = scored.weights.get(critic) if scored else None
    score = scored.by_critic.get(critic) if scored else now.score
    before = first.by_critic.get(critic) if first and result.best != 1 else None
    is_short = bool(scored and critic in scored.short)
    dropped = sum(one.dropped for one in result.feedback if one.agent == critic and one.iteration <= result.best)
    has_floor = result.gate == "strict" and score is not None and now.verdict in ("pass", "fail")
    return CriticRow(
        name=said[critic],
        before=score_text(before, FLOOR),
        score=score_text(score, FLOOR) or UNKNOWN,
        weight=f"{weight:.1%}".replace(".0%", "%") if weight is not None else UNKNOWN,
        criteria=said["of"].format(now.measured, len(now.criteria)),
        floor=UNKNOWN if not has_floor else said["floor_short" if is_short else "floor_ok"],
        is_short=is_short,
        by=judge_name(now, said),
        dropped=str(dropped) if dropped else UNKNOWN,
    )


def judge_name(feedback: Feedback, said: Words) -> str:
    """Who judged: a model, rules, or nobody and why."""
    if feedback.verdict == "infra_failed":
        return said["failed"]
    if feedback.score is None:
        return said["nobody"]
    return said["rule"] if feedback.by == "rule" or feedback.verdict == "no_verdict" else feedback.by


def critic_notes(result: Result) -> list[str]:
    """What a reader should know about the table."""
    said, scored = words(result.lang), best(result)
    notes = []
    for critic in CRITICS:
        one = feedback_at(result, critic, result.best)
        if one is not None and one.note:
            notes.append(f"{said[critic]}{said.colon}{one.note}")
    if scored and len(scored.left_out) < len(CRITICS):
        gone = {one: scored.by_critic.get(one) is not None for one in scored.left_out}
        for has_score, label in ((False, "shared_out"), (True, "uncounted")):
            names = [said.get(one, one) for one in gone if gone[one] is has_score]
            if names:
                notes.append(said[label].format(names=said.listed(*names)))
    if any(one.dropped for one in result.feedback if one.iteration <= result.best):
        notes.append(said["dropped_note"])
    return notes


def criteria_of(result: Result) -> list[tuple[str, list[CriterionRow]]]:
    """Name of each critic and its criteria, with the values before and after."""
    said = words(result.lang)
    tables = []
    for critic in CRITICS:
        now = feedback_at(result, critic, result.best)
        first = feedback_at(result, critic, 1) if result.best != 1 else None
        earlier = {one.id: one for one in first.criteria} if first else {}
        if now is not None and now.criteria:
            rows = [_criterion(one, earlier.get(one.id), said) for one in now.criteria]
            tables.append((said[critic], rows))
    return tables


def _criterion(one: CriterionScore, before: CriterionScore | None, said: Words) -> CriterionRow:
    looks = said["single_looks"].format(said.listed(*(f"{value:g}" for value in one.looks))) if one.looks else ""
    return CriterionRow(
        name=one.name,
        before=f"{before.score:g}" if before and before.score is not None else "",
        value=f"{one.score:g}" if one.score is not None else UNKNOWN,
        how=said[f"how.{one.by}"],
        note=" · ".join(part for part in (one.note, looks) if part),
    )

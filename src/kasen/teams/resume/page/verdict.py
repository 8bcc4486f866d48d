"""What the review comes to, in plain words: score, spread, outcome, why it ended, what blocks."""

from __future__ import annotations

from typing import NamedTuple

from kasen.teams.resume.page.labels import Words, words
from kasen.teams.resume.schemas.feedback import Scored
from kasen.teams.resume.schemas.result import Result
from kasen.tools.report.labels import price


class Verdict(NamedTuple):
    """The first thing that a reader is told; empty strings where there is nothing to tell."""

    score: str
    """`7.4`; empty without one."""
    spread: str
    threshold: str
    """Empty where nobody judged: measures alone are not held against it."""
    before: str
    """The score of the original, where the review ends with another version."""
    outcome: str
    why: str
    blockers: tuple[str, ...]


def at(result: Result, iteration: int) -> Scored | None:
    """The score of that iteration, or None."""
    return next((one for one in result.history if one.iteration == iteration), None)


def best(result: Result) -> Scored | None:
    """The score of the version that the review ends with, or None."""
    return at(result, result.best)


def is_measured_only(result: Result) -> bool:
    """True where no model judged anything."""
    return not any(one.judged for one in result.history)


def score_text(value: float | None, threshold: float) -> str:
    """The score to one place, to two where rounding would move it over the threshold; empty for None."""
    if value is None:
        return ""
    text = f"{value:.1f}"
    return text if (float(text) >= threshold) == (value >= threshold) else f"{value:.2f}"


def verdict(result: Result) -> Verdict:
    """Outcome and reason as sentences, the score of the best version with its spread."""
    said, scored = words(result.lang), best(result)
    first = at(result, 1)
    before = first.score if first and result.best != 1 else None
    return Verdict(
        score=score_text(result.score, result.threshold),
        spread=_spread(result, scored, said),
        threshold="" if is_measured_only(result) else said["threshold"].format(f"{result.threshold:g}"),
        before=said["before"].format(score_text(before, result.threshold)) if before is not None else "",
        outcome=said["outcome.not_reviewed" if result.stopped == "not_reviewed" else f"outcome.{result.outcome}"],
        why=_why(result, said),
        blockers=tuple(scored.blockers) if scored else (),
    )


def _spread(result: Result, scored: Scored | None, said: Words) -> str:
    if scored is None or scored.score is None:
        return ""
    if scored.low is None or scored.high is None:
        return said["no_spread"]
    ends = {"low": score_text(scored.low, result.threshold), "high": score_text(scored.high, result.threshold)}
    text = said["spread"].format(**ends)
    return f"{text} · {said['looks'].format(scored.looks)}" if scored.looks > 1 else text


def _why(result: Result, said: Words) -> str:
    scored = best(result)
    counts = {"measured": scored.measured, "total": scored.total} if scored else {"measured": 0, "total": 0}
    why = said[f"stopped.{result.stopped}"].format(rounds=len(result.history), **counts)
    below = scored is not None and (scored.score or 0) >= result.threshold > (scored.low or 0) and scored.judged
    return f"{why}{'' if result.lang == 'ja' else ' '}{said['below']}" if below and result.gate == "strict" else why


def cost_text(result: Result) -> str:
    """What the run has cost, as far as prices are known."""
    said, costs = words(result.lang), result.costs
    if costs.usd is not None:
        return said["free"] if costs.usd == 0 else said["about"].format(price(costs.usd, result.lang))
    known = sum(one.usd for one in costs.lines if one.usd is not None)
    return said["at_least"].format(price(known, result.lang)) if known else price(None, result.lang)


def made_line(result: Result) -> str:
    """One line: day, role, models or rules, rounds, price, who validated."""
    said, rounds = words(result.lang), len(result.history)
    parts = [
        result.date,
        said["for_role"].format(role=result.target_role) if result.target_role else "",
        said["by_rules"] if is_measured_only(result) else said["by_models"],
        said["one_round"] if rounds == 1 else said["rounds"].format(rounds),
        cost_text(result),
        said["validated_by"].format(said[result.validation.by]) if result.validation else "",
    ]
    return " · ".join(part for part in parts if part)


def comparison_lines(result: Result) -> list[str]:
    """One line per look of the held-out comparison; empty where there was none."""
    if result.comparison is None:
        return []
    said = words(result.lang)
    lines = []
    for look in result.comparison.looks:
        by = said["rule"] if look.by == "rule" else look.by
        head = f"{said[f'order.{look.order}']}{said.colon}{said[f'preferred.{look.preferred}']}"
        lines.append(" · ".join(part for part in (head, look.why, by) if part))
    return lines

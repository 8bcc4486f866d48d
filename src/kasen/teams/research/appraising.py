"""What a review comes to: what the reviewer said and what code measured, weighed into one verdict (seed 004 §3.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kasen.gates.decision import VerdictWord
from kasen.gates.weighted import WeightedGate
from kasen.teams.research import remarks
from kasen.teams.research.places import named
from kasen.teams.research.schemas import Draft, PointCoverage
from kasen.teams.research.schemas.supervised import (
    Appraisal,
    Criterion,
    DraftReview,
    Issue,
    NextAction,
    Scores,
    StatementCheck,
)
from kasen.teams.research.wording import Lang

GATE = WeightedGate(
    weights={"fact_check": 0.4, "completeness": 0.3, "logic": 0.2, "format": 0.1},
    passing=0.8,
    least={"fact_check": 0.9},
)
"""Weights and bounds of seed 004 §3.5.5. What nobody judged has no share: without a model logic is *not judged*, and
the weights of the other three are scaled up to 1."""
MOST_ISSUES = 20
LONGEST = 500
"""Characters of a feedback, a description, a suggestion that are kept."""


@dataclass(frozen=True, kw_only=True)
class Measured:
    """What code measured of one draft."""

    draft: Draft
    points: Sequence[str]
    checks: Mapping[str, StatementCheck]
    facts: float
    coverage: Sequence[PointCoverage]
    completeness: float
    lacking: Sequence[str]
    form: float
    unused: frozenset[int]
    """Numbers of the points on which there is evidence that the draft does not cite."""

    @property
    def scores(self) -> Scores:
        """0–1; logic is nothing that code measures."""
        return Scores(fact_check=self.facts, completeness=self.completeness, format=self.form)

    @property
    def meaning_is_open(self) -> bool:
        """Whether some statement is in a writer's words and was compared by code alone."""
        return any(check.by == "rule" and not check.quoted for check in self.checks.values())


def lower(said: Scores, measured: Scores, *, by_rule: bool, meaning_is_open: bool) -> Scores:
    """The lower one of both: no reviewer lifts a score above the measure. A rule adds nothing of its own.

    Where a rule reviews and nobody judged the meaning of reworded statements, facts are not judged: comparing words is
    not the whole of it, and a rule passes only what was measured in full.
    """

    def least(one: float | None, other: float | None) -> float | None:
        return min((score for score in (one, other) if score is not None), default=None)

    facts = None if by_rule and meaning_is_open else least(said.fact_check, measured.fact_check)
    return Scores(
        fact_check=facts,
        completeness=least(said.completeness, measured.completeness),
        logic=said.logic,
        format=least(said.format, measured.format),
    )


def weighed(
    said: Appraisal, measured: Measured, verdict: VerdictWord | None, *, by: str, iteration: int, lang: Lang
) -> DraftReview:
    """One review; `verdict` is given where there was no answer that could be used, else it follows from the scores."""
    by_rule = by == "rule"
    scores = lower(said.scores, measured.scores, by_rule=by_rule, meaning_is_open=measured.meaning_is_open)
    result = GATE.weigh(scores.model_dump())
    issues = [*_of_code(measured, lang), *_of_reviewer(said, measured)][:MOST_ISSUES]
    if verdict is None:
        verdict = "pass" if result.passed else "fail"
        if by_rule and scores.fact_check is None:
            verdict = "no_verdict"
    feedback = " ".join(said.feedback.split())[:LONGEST]
    told = feedback or "; ".join(issue.description for issue in issues)[:LONGEST]
    judged: list[Criterion] = [name for name in _CRITERIA if name in result.not_judged]
    return DraftReview(
        approved=verdict == "pass",
        overall_score=None if result.overall is None else round(result.overall, 4),
        scores=scores,
        measured=measured.scores,
        feedback="" if verdict == "pass" else told,
        issues=issues,
        places=_places(issues),
        verdict=verdict,
        not_judged=judged,
        iteration=iteration,
        by=by,
    )


_CRITERIA: tuple[Criterion, ...] = ("fact_check", "completeness", "logic", "format")


def _of_code(measured: Measured, lang: Lang) -> Iterator[Issue]:
    for id, check in measured.checks.items():
        text = check.text
        if check.outcome == "falls":
            told = remarks.weak_statement(text, check.reason, lang)
            yield Issue(type="fact_check", severity="high", description=told, location=id)
        elif check.outcome == "in_part":
            told = remarks.weak_statement(text, check.reason, lang)
            yield Issue(type="fact_check", severity="medium", description=told, location=id)
        elif check.outcome == "mended":
            yield Issue(type="fact_check", severity="low", description=remarks.mended_statement(text, lang))
    for point in measured.coverage:
        if not point.covered:
            told = remarks.open_point(point.text, has_evidence=point.point in measured.unused, lang=lang)
            yield Issue(type="completeness", severity="medium", description=told, location=f"a{point.point}")
    for part in measured.lacking:
        yield Issue(type="format", severity="low", description=remarks.missing_part(part, lang), location=part)


def _of_reviewer(said: Appraisal, measured: Measured) -> Iterator[Issue]:
    for issue in said.issues:
        description = " ".join(issue.description.split())[:LONGEST]
        if description:
            found = named(issue, measured.draft, measured.points)
            suggestion = " ".join(issue.suggested_action.split())[:LONGEST]
            fields = {"description": description, "location": ", ".join(found), "suggested_action": suggestion}
            yield issue.model_copy(update=fields)


def _places(issues: Sequence[Issue]) -> list[str]:
    return list(dict.fromkeys(id for issue in issues for id in issue.location.split(", ") if id))


def better(new: DraftReview, old: DraftReview) -> bool:
    """Whether a draft gained on another: by the whole where both were judged alike, else by what code measured."""
    if new.approved != old.approved:
        return new.approved
    if new.not_judged == old.not_judged and new.overall_score is not None and old.overall_score is not None:
        return new.overall_score > old.overall_score
    one, other = (GATE.weigh(review.measured.model_dump()).overall or 0.0 for review in (new, old))
    return one > other


def own_action(measured: Measured, *, may_search: bool) -> NextAction:
    """What code would do about a draft that did not pass: search for points without evidence, else write."""
    open_points = [point.point for point in measured.coverage if not point.covered]
    return "research" if may_search and any(point not in measured.unused for point in open_points) else "write"

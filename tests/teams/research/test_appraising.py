"""What a reviewer said and what code measured become one review; weights and bounds are the seed's."""

from __future__ import annotations

from typing import Any

import pytest

from kasen.teams.research.appraising import GATE, Measured, better, lower, own_action, weighed
from kasen.teams.research.schemas import Draft, PointCoverage, Section, Statement
from kasen.teams.research.schemas.supervised import Appraisal, DraftReview, Scores, StatementCheck

DRAFT = Draft(title="t", analysis=[Section(point=1, statements=[Statement(text="A long statement.", evidence=["e1"])])])
ALL = Scores(fact_check=1.0, completeness=1.0, logic=1.0, format=1.0)


def measured(**more: Any) -> Measured:
    given: dict[str, Any] = {
        "draft": DRAFT,
        "points": ["p"],
        "checks": {"a1.1": StatementCheck(text="A long statement.", evidence=["e1"], outcome="holds", by="x:m")},
        "facts": 1.0,
        "coverage": [PointCoverage(point=1, text="p", coverage=1.0, covered=True)],
        "completeness": 1.0,
        "lacking": [],
        "form": 1.0,
        "unused": frozenset(),
    }
    return Measured(**{**given, **more})


def reviewed(said: Appraisal, by: str = "x:m", **more: Any) -> DraftReview:
    return weighed(said, measured(**more), None, by=by, iteration=3, lang="en")


def test_weights_and_bounds_are_those_of_the_seed() -> None:
    assert dict(GATE.weights) == {"fact_check": 0.4, "completeness": 0.3, "logic": 0.2, "format": 0.1}
    assert (GATE.passing, dict(GATE.least)) == (0.8, {"fact_check": 0.9})


@pytest.mark.parametrize(
    ("scores", "facts", "verdict", "overall"),
    [
        (ALL, 1.0, "pass", 1.0),
        (ALL, 0.89, "fail", 0.956),
        (ALL, 0.9, "pass", 0.96),
        (ALL.model_copy(update={"fact_check": 0.5}), 1.0, "fail", 0.8),
        (ALL.model_copy(update={"logic": 0.0}), 1.0, "pass", 0.8),
        (ALL.model_copy(update={"logic": 0.0, "format": 0.9}), 1.0, "fail", 0.79),
        (Scores(logic=1.0), 1.0, "pass", 1.0),
    ],
)
def test_the_lower_score_of_reviewer_and_measure_counts(
    scores: Scores, facts: float, verdict: str, overall: float
) -> None:
    review = reviewed(Appraisal(scores=scores), facts=facts)
    assert (review.verdict, review.approved) == (verdict, verdict == "pass")
    assert review.overall_score == pytest.approx(overall)


def test_a_rule_leaves_logic_unjudged_and_scales_the_others_up() -> None:
    quoted = {"a1.1": StatementCheck(text="x", evidence=["e1"], outcome="holds", quoted=True)}
    review = reviewed(Appraisal(), "rule", checks=quoted, completeness=0.5)
    assert (review.scores.logic, review.not_judged) == (None, ["logic"])
    assert review.overall_score == pytest.approx((0.4 + 0.15 + 0.1) / 0.8, abs=0.0001)
    assert review.verdict == "pass"


def test_a_rule_does_not_pass_reworded_statements_that_nobody_judged() -> None:
    compared = {"a1.1": StatementCheck(text="x", evidence=["e1"], outcome="holds", by="rule")}
    review = reviewed(Appraisal(), "rule", checks=compared)
    assert (review.verdict, review.scores.fact_check, review.measured.fact_check) == ("no_verdict", None, 1.0)


def test_what_no_reviewer_said_is_no_verdict_whatever_was_measured() -> None:
    review = weighed(Appraisal(), measured(), "infra_failed", by="rule", iteration=3, lang="en")
    assert (review.approved, review.verdict) == (False, "infra_failed")


def test_issues_of_code_come_first_and_name_their_places() -> None:
    checks = {
        "s1": StatementCheck(text="False.", evidence=[], outcome="falls", reason="no number 5"),
        "f1": StatementCheck(text="Half.", evidence=[], outcome="in_part"),
        "f2": StatementCheck(text="Old.", evidence=[], outcome="mended", now="New."),
    }
    open_point = [PointCoverage(point=1, text="p", coverage=0.1, covered=False)]
    said = Appraisal.model_validate({"issues": [{"description": " It\n jumps. ", "location": "A1.1", "type": "style"}]})
    review = reviewed(said, checks=checks, coverage=open_point, lacking=["findings"], facts=0.3)
    assert [(one.type, one.severity, one.location) for one in review.issues] == [
        ("fact_check", "high", "s1"),
        ("fact_check", "medium", "f1"),
        ("fact_check", "low", ""),
        ("completeness", "medium", "a1"),
        ("format", "low", "findings"),
        ("logic", "medium", "a1.1"),
    ]
    assert review.places == ["s1", "f1", "a1", "findings", "a1.1"]
    assert review.issues[-1].description == "It jumps."
    assert "no number 5" in review.issues[0].description
    assert review.feedback.startswith("Its citations do not say this")


def test_a_flood_of_issues_is_cut() -> None:
    said = Appraisal.model_validate({"issues": [{"description": f"n{n}"} for n in range(90)] + [{"description": " "}]})
    assert len(reviewed(said).issues) == 20


def of(overall: float | None, measured_facts: float, **more: Any) -> DraftReview:
    given = {"approved": False, "verdict": "fail", "scores": Scores(), **more}
    return DraftReview(overall_score=overall, measured=Scores(fact_check=measured_facts), **given)


def test_a_draft_gains_by_the_whole_where_both_were_judged_alike() -> None:
    assert better(of(0.8, 0.1), of(0.7, 1.0))
    assert not better(of(0.7, 1.0), of(0.7, 0.1))


def test_a_draft_that_was_only_measured_is_compared_by_the_measure() -> None:
    only = of(0.99, 0.5, not_judged=["logic"])
    assert not better(only, of(0.1, 0.6))
    assert better(only, of(0.98, 0.4))


def test_a_draft_that_passed_is_better_than_one_that_did_not() -> None:
    assert better(of(0.8, 1.0, approved=True, verdict="pass"), of(0.9, 0.8))


@pytest.mark.parametrize(
    ("covered", "unused", "may_search", "action"),
    [
        (True, frozenset(), True, "write"),
        (False, frozenset(), True, "research"),
        (False, frozenset({1}), True, "write"),
        (False, frozenset(), False, "write"),
    ],
)
def test_code_would_search_for_points_without_evidence(
    covered: bool, unused: frozenset[int], may_search: bool, action: str
) -> None:
    coverage = [PointCoverage(point=1, text="p", coverage=0.0, covered=covered)]
    assert own_action(measured(coverage=coverage, unused=unused), may_search=may_search) == action


def test_a_score_that_nobody_gave_is_none() -> None:
    assert lower(Scores(), Scores(), by_rule=False, meaning_is_open=False) == Scores()

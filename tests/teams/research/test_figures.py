from __future__ import annotations

from kasen.team import RoleCost, RunFigures
from kasen.teams.research import wording
from kasen.teams.research.figures import all_failed, cost_table


def spent(role: str, model: str, calls: int = 1, usd: float | None = 0.01) -> RoleCost:
    return RoleCost(role=role, model=model, calls=calls, input_tokens=100, output_tokens=10, usd=usd)


FIGURES = RunFigures(
    by_role={"synthesizer": "openai:a", "planner": "google:b, rule", "analyzer": "rule"},
    costs=(
        spent("synthesizer", "google:b", usd=0.0),
        spent("synthesizer", "openai:a"),
        spent("planner", "google:b", usd=None),
        spent("analyzer", "google:b", usd=0.0),
    ),
    failed={"planner": "google:b: 503", "analyzer": "google:c: 503"},
)


def test_roles_stand_in_the_order_of_the_work_and_a_rule_below_the_models_it_stood_in_for() -> None:
    assert [(row.role, row.by, row.answered) for row in cost_table(FIGURES)] == [
        ("planner", "google:b", True),
        ("planner", "rule", True),
        ("analyzer", "google:b", False),
        ("analyzer", "rule", True),
        ("synthesizer", "google:b", False),
        ("synthesizer", "openai:a", True),
    ]


def test_what_was_spent_is_kept_and_an_unknown_price_stays_unknown() -> None:
    rows = cost_table(FIGURES)
    assert sum(row.calls for row in rows) == 4
    assert [row.usd for row in rows] == [None, 0.0, 0.0, 0.0, 0.0, 0.01]


def test_models_have_failed_when_some_were_asked_and_none_answered() -> None:
    assert not all_failed(FIGURES)
    assert not all_failed(RunFigures(by_role={"planner": "rule"}))
    assert all_failed(RunFigures(by_role={"planner": "rule"}, failed={"planner": "google:b: 503"}))


def test_the_reason_is_told_once_per_provider_in_both_languages() -> None:
    failed = {"planner": "google:b: 503", "analyzer": "google:c: not asked", "synthesizer": "openai:a: refused"}
    assert wording.models_failed(failed, "en") == (
        "All models failed (google:b: 503; openai:a: refused); rules wrote this."
    )
    assert "（google:b: 503；openai:a: refused）" in wording.models_failed(failed, "ja")

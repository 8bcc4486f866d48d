"""Without a model the evidence is enough when code measured each point as covered."""

from __future__ import annotations

import pytest

from kasen.teams.research.rules.evaluator import assess
from kasen.teams.research.schemas import PointCoverage


def point(number: int, coverage: float, missing: list[str]) -> PointCoverage:
    return PointCoverage(
        point=number, text=f"point {number}", coverage=coverage, covered=coverage >= 0.6, missing=missing
    )


@pytest.mark.parametrize(
    ("points", "sufficient", "missing"),
    [
        ([point(1, 0.9, []), point(2, 0.7, ["x"])], True, []),
        ([point(1, 0.9, ["y"]), point(2, 0.3, ["GDP", "ブラジル"])], False, ["GDP", "ブラジル"]),
        ([point(1, 0.0, ["a"]), point(2, 0.0, ["a", "b"])], False, ["a", "b"]),
    ],
)
def test_what_is_missing_are_the_words_of_open_points(
    points: list[PointCoverage], sufficient: bool, missing: list[str]
) -> None:
    found = assess(question="q", points=points, evidence=[], lang="en")
    assert (found.sufficient, found.missing) == (sufficient, missing)


def test_the_reason_says_the_numbers_in_the_language_of_the_report() -> None:
    points = [point(1, 0.9, []), point(2, 0.3, [])]
    assert assess(question="q", points=points, evidence=[], lang="en").reason == (
        "1 of 2 points are covered (words found: 90 %, 30 %)."
    )
    assert "2 点のうち 1 点" in assess(question="q", points=points, evidence=[], lang="ja").reason

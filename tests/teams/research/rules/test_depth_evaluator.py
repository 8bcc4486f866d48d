"""Depth without a model."""

from __future__ import annotations

import pytest

from kasen.teams.research.rules.depth_evaluator import judge, well_covered
from kasen.teams.research.schemas import PointCoverage


def measured(*, covered: bool, missing: tuple[str, ...] = ()) -> PointCoverage:
    return PointCoverage(point=1, text="x", coverage=0.7 if covered else 0.3, covered=covered, missing=list(missing))


@pytest.mark.parametrize(
    ("lang", "reason"), [("en", "30 % of its words are in the evidence."), ("ja", "語の 30 % に根拠がある。")]
)
def test_missing_words_are_what_to_look_for(lang: str, reason: str) -> None:
    coverage = measured(covered=False, missing=("tariff",))
    said = judge(question="?", subtask="x", coverage=coverage, sources=1, evidence=[], lang=lang)
    assert (said.sufficient, said.drill_down_areas, said.reason) == (False, ["tariff"], reason)


def test_what_is_covered_is_deep_enough() -> None:
    coverage = measured(covered=True, missing=("tariff",))
    said = judge(question="?", subtask="x", coverage=coverage, sources=1, evidence=[], lang="en")
    assert (said.sufficient, said.drill_down_areas) == (True, [])


@pytest.mark.parametrize(
    ("coverage", "sources", "well"),
    [
        (measured(covered=True), 2, True),
        (measured(covered=True), 1, False),
        (measured(covered=True, missing=("x",)), 3, False),
        (measured(covered=False), 3, False),
    ],
)
def test_nobody_is_asked_only_where_every_word_is_found_in_several_sources(
    coverage: PointCoverage, sources: int, well: bool
) -> None:
    assert well_covered(coverage, sources) is well

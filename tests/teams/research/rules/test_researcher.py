"""Queries that were not sent, then other words for what is missing."""

from __future__ import annotations

from kasen.teams.research.rules.planner import same
from kasen.teams.research.rules.researcher import improve


def queries(**more: object) -> list[str]:
    given = {
        "question": "Why did Uji become the centre of Japanese tea?",
        "points": ["Why did Uji become the centre of Japanese tea"],
        "missing": [],
        "planned": ["Uji tea", "shogun"],
        "tried": [],
        "vocabulary": ["uji", "center"],
        "most": 5,
        "feedback": "ignored",
    }
    return improve(**{**given, **more}).queries  # type: ignore[arg-type]


def test_planned_queries_come_first() -> None:
    assert queries()[:2] == ["Uji tea", "shogun"]
    assert len(queries(most=3)) == 3


def test_nothing_is_sent_twice_in_any_spelling() -> None:
    tried = ["uji  TEA", "Shogun!"]
    found = queries(tried=tried, missing=["tea ceremony"])
    assert found[0] == "tea ceremony"
    assert not {same(query) for query in found} & {same(query) for query in tried}
    assert len({same(query) for query in found}) == len(found)


def test_in_the_end_there_is_nothing_left() -> None:
    tried: list[str] = []
    for _ in range(5):
        tried += queries(tried=tried)
    assert queries(tried=tried) == []

"""How far the research is, and the order of the decisions of seed 004."""

from __future__ import annotations

from typing import Any

import pytest

from kasen.teams.research.reading import found_by
from kasen.teams.research.schemas import Request, SearchDone
from kasen.teams.research.schemas.supervised import Progress, SearchResult
from kasen.teams.research.steering import decide_next_action, evaluate_progress, remaining
from kasen.testing.search import document_hit
from kasen.testing.stores import MemoryEvidence

SEARCHED = [SearchDone(query="q", where="web", found=1)]


def state(**more: Any) -> dict[str, Any]:
    given = {"iteration_count": 0, "current_draft": None, "searches": SEARCHED, "dry_searches": 0, "research_data": []}
    cap = more.pop("max_iterations", 5)
    return {"request": Request(question="q", max_iterations=cap), **given, **more}


def progress(count: int, coverage: float = 1.0) -> Progress:
    return Progress(data_count=count, data_quality=0.5, coverage=coverage)


@pytest.mark.parametrize(
    ("given", "count", "coverage", "action", "why"),
    [
        ({}, 0, 0.0, "research", "too_few"),
        ({"iteration_count": 1}, 4, 1.0, "research", "too_few"),
        ({"iteration_count": 1}, 5, 0.0, "write", "enough"),
        ({"searches": []}, 9, 0.59, "research", "only_earlier"),
        ({"searches": []}, 9, 0.6, "write", "enough"),
        ({"iteration_count": 2, "dry_searches": 2}, 1, 0.0, "write", "dry"),
        ({"iteration_count": 2, "dry_searches": 1}, 1, 0.0, "research", "too_few"),
        ({"iteration_count": 3}, 1, 0.0, "write", "cap_near"),
        ({"iteration_count": 4}, 0, 0.0, "write", "cap_near"),
        ({"iteration_count": 1, "max_iterations": 3}, 1, 0.0, "write", "cap_near"),
        ({"max_iterations": 1}, 0, 0.0, "research", "too_few"),
        ({"max_iterations": 2}, 0, 0.0, "research", "too_few"),
        ({"iteration_count": 1, "max_iterations": 1}, 0, 0.0, "write", "cap_near"),
        ({"iteration_count": 5, "current_draft": "# t"}, 9, 1.0, "end", "iterations"),
        ({"iteration_count": 4, "current_draft": "# t"}, 1, 0.0, None, "reviewed"),
    ],
)
def test_the_order_is_that_of_the_seed(
    given: dict[str, Any], count: int, coverage: float, action: str | None, why: str
) -> None:
    assert decide_next_action(state(**given), progress(count, coverage)) == (action, why)


def test_a_person_may_grant_more() -> None:
    assert remaining(state(iteration_count=5)) == 0
    assert remaining(state(iteration_count=5, extra=2)) == 2
    assert remaining(state(iteration_count=9)) == 0


async def test_progress_is_counted_and_measured() -> None:
    hits = [document_hit("Tea growing in Uji began in the 13th century."), document_hit("Rail.", path="/docs/r.md")]
    evidence = MemoryEvidence()
    await evidence.add(hits)
    data = [
        SearchResult(title="t", summary="s", url=f"u{n}", source="documents", relevance_score=score)
        for n, score in enumerate((1.0, 0.5, None))
    ]
    points = ["When did tea growing begin in Uji", "What is the GDP of Brazil"]
    done = await evaluate_progress(evidence, points, found_by("q", hits), data)
    assert (done.data_count, done.data_quality) == (3, 0.75)
    assert done.points[0] > 0.6
    assert done.points[1] == 0.0
    assert done.coverage == pytest.approx(sum(done.points) / 2, abs=0.001)


async def test_nothing_found_is_nothing_covered() -> None:
    done = await evaluate_progress(MemoryEvidence(), ["p"], [], [])
    assert (done.data_count, done.data_quality, done.coverage) == (0, 0.0, 0.0)

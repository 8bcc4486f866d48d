"""The searcher sends what was planned and records what failed."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from kasen.errors import Refused
from kasen.team import Deps
from kasen.teams.research.gathering import WEB_RESULTS
from kasen.teams.research.nodes.searcher import searcher
from kasen.teams.research.schemas import Request, ResearchPlan
from kasen.teams.research.state import WebFound
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.scripted import ScriptedModel
from kasen.testing.search import FakeSearch, web_hit

PAGES = [web_hit(f"Page {n}.", url=f"https://example.org/{n}", score=1.0 / (n + 1)) for n in range(9)]


async def search(deps: FakeDeps, *queries: str, loop: int = 1) -> WebFound:
    state: Any = {
        "request": Request(question="q"),
        "plan": ResearchPlan(web_queries=list(queries)),
        "loop_count": loop,
        "search_results": [],
        "rag_results": [],
    }
    runtime: Runtime[Deps] = Runtime(context=deps)
    return await searcher(state, runtime)


async def test_without_queries_or_without_search_nobody_is_asked() -> None:
    deps = fake_deps(search=FakeSearch(PAGES))
    assert await search(deps) == {"search_results": [], "searches": []}
    assert (await search(fake_deps(), "tea"))["searches"] == []
    assert deps.ledger.receipts == {}


async def test_results_can_be_cited_and_are_few() -> None:
    deps = fake_deps(search=FakeSearch(PAGES))
    found = await search(deps, "page")
    assert [one.score for one in found["search_results"]][:2] == [1.0, 0.96]
    assert len(found["search_results"]) == WEB_RESULTS
    assert len(await deps.evidence.passages([one.passage_id for one in found["search_results"]])) == WEB_RESULTS


async def test_the_planners_queries_are_sent_as_they_are_and_nobody_is_asked_about_them() -> None:
    sent = FakeSearch(PAGES)
    deps = fake_deps(model=ScriptedModel([]), search=sent)
    await search(deps, "tea exports", "tea prices")
    assert sent.queries == ["tea exports", "tea prices"]
    assert deps.ledger.receipts == {}


async def test_a_failed_query_leaves_the_others_alone() -> None:
    deps = fake_deps(search=FakeSearch({"bad": Refused("no such key"), "good": PAGES}))
    found = await search(deps, "bad", "good")
    assert [(one.query, one.found, one.error) for one in found["searches"]] == [
        ("bad", 0, "no such key"),
        ("good", WEB_RESULTS, ""),
    ]
    assert [(event.query, event.error) for event in deps.events.of("search")] == [("bad", "no such key"), ("good", "")]
    assert deps.notes == ["web: 5 (1 ✗)"]


async def test_in_later_rounds_a_model_may_reword_but_not_empty_the_queries() -> None:
    reworded = FakeSearch(PAGES)
    model = ScriptedModel([{"queries": ["  tea   exports  ", "", "tea exports"]}])
    await search(fake_deps(model=model, search=reworded), "tea", loop=2)
    assert reworded.queries == ["tea exports"]
    emptied = FakeSearch(PAGES)
    await search(fake_deps(model=ScriptedModel([{"queries": []}]), search=emptied), "tea", loop=2)
    assert emptied.queries == ["tea"]


async def test_later_rounds_count_less() -> None:
    found = await search(fake_deps(search=FakeSearch(PAGES)), "tea", loop=2)
    assert found["search_results"][0].score < 1.0

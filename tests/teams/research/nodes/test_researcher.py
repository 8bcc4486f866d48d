"""Queries that were not sent, queries improved by feedback, and searches that find nothing."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from kasen.evidence.types import Hit
from kasen.models.provider import ModelRequest
from kasen.team import Deps
from kasen.teams.research.nodes.researcher import AT_ONCE, researcher
from kasen.teams.research.schemas import Request, ResearchPlan, SearchDone
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.scripted import ScriptedModel
from kasen.testing.search import FakeSearch, document_hit, web_hit

PLAN = ResearchPlan(theme="t", investigation_points=["tea exports of Japan"], search_queries=["tea exports", "tea law"])


async def run(deps: FakeDeps, **more: Any) -> dict[str, Any]:
    state: Any = {
        "request": Request(question="tea exports of Japan"),
        "task_plan": PLAN,
        "research_data": [],
        "found": [],
        "searches": [],
        "feedback": None,
        "iteration_count": 0,
        "dry_searches": 0,
        "current_draft": None,
        "draft": None,
        **more,
    }
    runtime: Runtime[Deps] = Runtime(context=deps)
    return await researcher(state, runtime)


def done(*queries: str) -> list[SearchDone]:
    return [SearchDone(query=query, where="web") for query in queries]


def numbered(query: str) -> list[Hit]:
    return [web_hit(f"About {query}.", url=f"https://{query.replace(' ', '-')}.example/")]


async def test_planned_queries_go_out_without_asking_anybody() -> None:
    search = FakeSearch(numbered)
    update = await run(fake_deps(search=search, model=ScriptedModel({})))
    assert search.queries == ["tea exports", "tea law"]
    assert (update["iteration_count"], update["dry_searches"], len(update["research_data"])) == (1, 0, 2)
    assert update["messages"][0].text == "Searched: 2 new sources (2 in all)"


async def test_what_was_sent_in_any_spelling_is_not_sent_again() -> None:
    search = FakeSearch(numbered)
    model = ScriptedModel({"researcher": [{"queries": ["TEA  exports!", "site:x.jp green tea", "", "green tea"]}]})
    await run(fake_deps(search=search, model=model), searches=done("tea exports", "Tea Law?"))
    assert search.queries == ["green tea"]


async def test_feedback_improves_the_queries() -> None:
    prompts: list[str] = []

    def better(request: ModelRequest) -> dict[str, Any]:
        prompts.append(request.prompt)
        return {"queries": [f"tea exports 2024 {n}" for n in range(9)]}

    search = FakeSearch(numbered)
    await run(fake_deps(search=search, model=ScriptedModel(better)), feedback="Newer facts are wanted.")
    assert len(search.queries) == AT_ONCE == 5
    assert all("2024" in query for query in search.queries)
    assert "Newer facts are wanted." in prompts[0]
    assert "- tea exports of Japan" in prompts[0].split("Still missing:")[1]


async def test_the_rule_finds_other_words_for_open_points_and_then_has_none_left() -> None:
    search = FakeSearch()
    first = await run(fake_deps(search=search), searches=done("tea exports", "tea law"))
    assert search.queries
    assert first["dry_searches"] == 1
    sent = done("tea exports", "tea law", *search.queries, "tea exports japan", "tea exports of Japan")
    again = FakeSearch()
    last = await run(fake_deps(search=again), searches=sent, dry_searches=1)
    assert again.queries == []
    assert (last["dry_searches"], last["iteration_count"]) == (2, 1)
    assert last["messages"][0].text == "No query and no document is left to be searched."


async def test_when_every_document_is_known_there_is_nothing_more_to_search() -> None:
    deps = fake_deps(documents=[document_hit("tea exports of Japan", path="/docs/a.md")])
    known = await run(deps, request=Request(question="q", docs=["/docs"]))
    assert known["dry_searches"] == 0
    again = await run(
        deps, request=Request(question="q", docs=["/docs"]), research_data=known["research_data"], searches=done("x")
    )
    assert again["dry_searches"] == 2

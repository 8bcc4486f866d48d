"""The planner measures, allocates, and keeps its points from round to round."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from langgraph.runtime import Runtime

from kasen.errors import InputError
from kasen.team import Deps, Earlier
from kasen.teams.research.nodes.planner import documents_of, measure, planner
from kasen.teams.research.schemas import Evaluation, Request, ResearchPlan, SearchDone
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.scripted import ScriptedModel
from kasen.testing.search import FakeSearch, document_hit
from kasen.testing.stores import FakeLibrary

HITS = [document_hit("緑茶の輸出量は2020年に5,274トンだった。")]


async def plan(question: str, deps: FakeDeps, **more: Any) -> ResearchPlan:
    request = Request(question=question, docs=["/docs"])
    runtime: Runtime[Deps] = Runtime(context=deps)
    return (await planner({"request": request, **more}, runtime))["plan"]  # type: ignore[typeddict-item]


async def test_queries_are_measured_by_the_words_that_carry_the_meaning() -> None:
    found = await measure(FakeLibrary(HITS), ["緑茶の輸出量はどれくらいですか", "GDP"])
    assert [one.coverage for one in found] == [1.0, 0.0]


async def test_a_models_queries_are_sent_by_the_measure_and_the_sentence_says_it() -> None:
    said = {
        "investigation_points": ["緑茶の輸出量はいくらか", "GDPはいくらか"],
        "rag_queries": ["緑茶 輸出量", "GDP"],
        "web_queries": ["green tea export statistics"],
        "allocation_strategy": "資料を先に見る。",
    }
    deps = fake_deps(lang="ja", model=ScriptedModel([said]), documents=HITS, search=FakeSearch())
    found = await plan("緑茶の輸出量とは？", deps)
    assert found.rag_queries == ["緑茶の輸出量とは？", "緑茶 輸出量"]
    assert found.web_queries == ["GDP", "green tea export statistics"]
    assert found.allocation_strategy.startswith("資料を先に見る。 資料へ 2 件（語の 100 %、100 % が資料にある）")
    assert found.created_at.startswith("20")


async def test_without_web_search_nothing_is_planned_for_it() -> None:
    said = {"rag_queries": ["GDP"], "web_queries": ["gdp statistics"]}
    found = await plan("GDPとは？", fake_deps(lang="ja", model=ScriptedModel([said]), documents=HITS))
    assert found.web_queries == []
    assert "gdp statistics" in found.rag_queries


async def test_points_stay_and_queries_are_new_in_a_later_round() -> None:
    before = ResearchPlan(investigation_points=["緑茶の輸出量は"])
    deps = fake_deps(
        lang="ja",
        model=ScriptedModel([{"investigation_points": ["別の点"], "rag_queries": ["緑茶の輸出量は", "煎茶 輸出"]}]),
        documents=HITS,
    )
    missing = Evaluation(sufficient=False, reason="", coverage=[], missing=["煎茶"])
    done = [SearchDone(query="緑茶の輸出量は？", where="documents")]
    found = await plan("緑茶の輸出量は？", deps, plan=before, searches=done, evaluation=missing, loop_count=1)
    assert found.investigation_points == ["緑茶の輸出量は"]
    assert found.search_queries == ["煎茶 輸出"]


async def test_the_plan_is_told_as_points_and_queries() -> None:
    deps = fake_deps(lang="ja", documents=HITS)
    await plan("煎茶と緑茶の違いは？", deps)
    (event,) = deps.events.of("plan")
    assert [step["text"] for step in event.steps if "text" in step] == ["煎茶と緑茶の違いは", "煎茶", "緑茶"]
    assert {step["where"] for step in event.steps if "query" in step} == {"documents"}


async def test_a_follow_up_has_the_passages_before_it_to_search_though_nothing_else_is_given() -> None:
    deps, request = fake_deps(), Request(question="And in 2021?")
    with pytest.raises(InputError, match="nothing to search"):
        await documents_of(deps, request)
    follow_up = replace(deps, earlier=Earlier(run_id="r", request={}, result={}, passage_ids=("psg_1",)))
    assert (await documents_of(follow_up, request)).passages == 0

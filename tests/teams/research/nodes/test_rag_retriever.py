"""The rag_retriever searches what was planned and what the role adds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from langgraph.runtime import Runtime

from kasen.team import Deps, Earlier
from kasen.teams.research.nodes.rag_retriever import rag_retriever
from kasen.teams.research.reading import LATER
from kasen.teams.research.schemas import Request, ResearchPlan
from kasen.teams.research.state import DocumentsFound
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.scripted import ScriptedModel
from kasen.testing.search import document_hit
from kasen.testing.stores import FakeLibrary

HITS = [document_hit("緑茶の輸出。", path="/d/a.md"), document_hit("Green tea exports.", path="/d/b.md")]


async def retrieve(deps: FakeDeps, *queries: str, loop: int = 1) -> DocumentsFound:
    state: Any = {
        "request": Request(question="価格は？"),
        "plan": ResearchPlan(rag_queries=list(queries)),
        "loop_count": loop,
        "search_results": [],
        "rag_results": [],
    }
    runtime: Runtime[Deps] = Runtime(context=deps)
    return await rag_retriever(state, runtime)


async def test_nothing_planned_or_no_documents_means_nothing_asked() -> None:
    deps = fake_deps()
    assert await retrieve(deps) == {"rag_results": [], "searches": []}
    assert await retrieve(deps, "茶") == {"rag_results": [], "searches": []}
    assert deps.ledger.receipts == {}


async def test_what_is_found_can_be_cited_and_is_told() -> None:
    deps = fake_deps(documents=HITS)
    found = await retrieve(deps, "緑茶", "nothing like it")
    assert [(one.query, one.found) for one in found["searches"]] == [("緑茶", 1), ("nothing like it", 0)]
    assert [p.text for p in await deps.evidence.passages([one.passage_id for one in found["rag_results"]])] == [
        "緑茶の輸出。"
    ]
    assert [event.found for event in deps.events.of("search")] == [1, 0]


async def test_in_later_rounds_added_queries_find_more_and_all_count_less() -> None:
    library = FakeLibrary(HITS)
    deps = fake_deps(model=ScriptedModel([{"queries": ["green tea", "緑茶", " "]}]), documents=library)
    found = await retrieve(deps, "緑茶", loop=2)
    assert library.queries == ["緑茶", "green tea"]
    assert [one.score for one in found["rag_results"]] == [LATER, LATER]


async def test_in_the_first_round_nobody_is_asked() -> None:
    library = FakeLibrary(HITS)
    deps = fake_deps(model=ScriptedModel([]), documents=library)
    found = await retrieve(deps, "緑茶")
    assert library.queries == ["緑茶"]
    assert [one.score for one in found["rag_results"]] == [1.0]


async def test_a_follow_up_reads_again_what_the_run_before_rested_on() -> None:
    said, beside = HITS
    earlier = Earlier(
        run_id="run_before",
        request={},
        result={"findings": [{"passage_ids": [said.passage.id]}]},
        passage_ids=(said.passage.id, beside.passage.id),
    )
    deps = replace(fake_deps(), earlier=earlier)
    await deps.evidence.add(HITS)
    found = await retrieve(deps)
    assert [one.passage_id for one in found["rag_results"]] == [said.passage.id]

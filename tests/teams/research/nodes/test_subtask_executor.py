"""A wave is searched and read at once; each passage is read for one subtask, and what fails stays with its own."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from kasen.errors import Retryable
from kasen.evidence.types import Hit
from kasen.team import Deps
from kasen.teams.research.nodes.subtask_executor import subtask_executor
from kasen.teams.research.schemas.deep import Subtask
from kasen.testing.deps import fake_deps
from kasen.testing.search import document_hit
from kasen.testing.stores import FakeLibrary
from teams.research.deep_scenes import ENGLISH, FENCE, Crew, begun_with, plan_of, worked

SENCHA = Subtask(id="s1", question="Who perfected steamed sencha?", rag_queries=["steamed sencha perfected"])
UJI = Subtask(id="s2", question="When did tea growing begin in Uji?", rag_queries=["tea growing Uji"])
BOTH = document_hit(
    "Steamed sencha was perfected by Nagatani Soen. Tea growing began in Uji early.", path="/docs/both.md"
)


async def test_a_passage_that_two_find_is_read_once_and_measured_for_the_other() -> None:
    model = Crew()
    state = await worked(fake_deps(model=model, documents=[BOTH]), plan_of(SENCHA, UJI))
    assert model.asked()["analyzer"] == 1
    assert state["read"] == [BOTH.passage.id]
    results = state["subtask_results"]
    assert results["s1"].excerpts == ["e1"]
    assert results["s2"].excerpts == ["e2"]
    assert (results["s1"].passages, results["s2"].passages) == (1, 0)
    second = state["analyzed_data"][1]
    assert BOTH.passage.text[second.start : second.end] == "Tea growing began in Uji early."
    assert second.point == 2


async def test_evidence_is_numbered_on_and_what_was_read_before_is_not_read_again() -> None:
    model = Crew()
    deps = fake_deps(model=model, documents=ENGLISH)
    plan = plan_of(SENCHA, UJI.model_copy(update={"depends_on": ["s1"]}))
    first = await worked(deps, plan)
    state: Any = {**first, "wave": ["s2"]}
    runtime: Runtime[Deps] = Runtime(context=deps)
    second = await subtask_executor(state, runtime)
    count = len(first["analyzed_data"])
    assert [e.id for e in second["analyzed_data"]] == [
        f"e{count + n}" for n in range(1, len(second["analyzed_data"]) + 1)
    ]
    assert not set(second["read"]) & set(first["read"])
    shown = [text for prompt in model.prompts("analyzer") for _, _, text in FENCE.findall(prompt)]
    assert len(shown) == len(set(shown))


async def test_a_library_that_fails_for_one_subtask_costs_no_other() -> None:
    class Failing(FakeLibrary):
        async def search(self, query: str, *, limit: int = 10) -> list[Hit]:
            if "sencha" in query:
                raise Retryable("the index is gone")
            return await super().search(query, limit=limit)

    state = await worked(fake_deps(documents=Failing(ENGLISH)), plan_of(SENCHA, UJI))
    assert state["subtask_results"]["s1"].error == "the index is gone"
    assert state["subtask_results"]["s1"].coverage.covered is False
    assert state["subtask_results"]["s2"].coverage.covered is True


async def test_a_subtask_that_finds_nothing_asks_nobody() -> None:
    model = Crew()
    lonely = Subtask(id="s1", question="GDP?", rag_queries=["GDP Brazil"])
    state = await worked(fake_deps(model=model, documents=[document_hit("Quartz.")]), plan_of(lonely))
    assert model.requests == []
    assert state["subtask_results"]["s1"].coverage.missing == ["gdp"]


async def test_a_briefed_question_that_has_nothing_of_the_subtasks_is_not_used() -> None:
    model = Crew(subtask_executor=lambda _: {"question": "What is quartz?", "rag_queries": ["Yuyadani"]})
    deps = fake_deps(model=model, documents=ENGLISH)
    born = Subtask(id="s2", question="Where was the person born?", rag_queries=["born"], depends_on=["s1"])
    first = await worked(deps, plan_of(SENCHA, born))
    state: Any = {**first, "wave": ["s2"]}
    runtime: Runtime[Deps] = Runtime(context=deps)
    second = await subtask_executor(state, runtime)
    assert second["subtask_results"]["s2"].asked == "Where was the person born?"
    assert "Yuyadani" in [search.query for search in second["searches"]]


async def test_nothing_of_another_subtask_stands_in_a_prompt() -> None:
    model = Crew()
    await worked(fake_deps(model=model, documents=ENGLISH), plan_of(SENCHA, UJI))
    for prompt, own, other in zip(model.prompts("analyzer"), (SENCHA, UJI), (UJI, SENCHA), strict=True):
        assert own.question in prompt.split("## Points")[1]
        assert other.question not in prompt.split("## Points")[1]


def test_a_wave_begins_with_what_waits_for_nothing() -> None:
    state = begun_with(plan_of(SENCHA, UJI.model_copy(update={"depends_on": ["s1"]})))
    assert (state["wave"], state["current_subtask_id"], state["loop_count"]) == (["s1"], "s1", 1)

from __future__ import annotations

from types import ModuleType

import pytest
from langgraph.graph import START, StateGraph

from kasen.runtime.attempt import Attempt
from kasen.runtime.closing import closing_node, result_of
from kasen.runtime.rows import Options
from kasen.runtime.store import Store
from kasen.team import load, load_object
from kasen.testing.deps import fake_deps


async def test_a_result_that_is_there_comes_out_where_no_node_closes(store: Store, people: ModuleType) -> None:
    row = await store.create(team="people", mode="talk", title="t", lang="en", request={}, options=Options())
    attempt = Attempt(store, row.id, await store.claim(row.id))
    graph = StateGraph(people.State)
    graph.add_node("writer", people.writer)
    graph.add_edge(START, "writer")
    values = {"result": people.Told(text="so far")}
    made = await result_of(graph, values, attempt, fake_deps())
    assert made == {"text": "so far", "quotes": [], "after": ""}
    assert await result_of(graph, {}, attempt, fake_deps()) is None


@pytest.mark.parametrize(("draft", "name"), [("", ""), (None, ""), ("words", "publisher")])
def test_a_node_closes_only_where_the_state_has_what_it_needs(people: ModuleType, draft: str | None, name: str) -> None:
    assert closing_node(people.build(), {"current_draft": draft}) == name


def test_the_supervised_mode_of_research_closes_with_its_best_draft() -> None:
    graph = load_object(load("research").modes["supervised"])()
    assert closing_node(graph, {"best_draft": "x"}) == "manuscript_publisher"

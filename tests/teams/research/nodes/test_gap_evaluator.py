"""What is asked for empty cells, and when it is enough."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime
from langgraph.types import Command

from kasen.team import Deps
from kasen.teams.research.nodes.gap_evaluator import gap_evaluator
from kasen.teams.research.schemas import Excerpt, Request, SearchDone
from kasen.teams.research.schemas.compare import ComparisonPlan
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.search import FakeSearch, document_hit

PLAN = ComparisonPlan.model_validate({"items": ["Alpha", "Beta"], "criteria": [{"name": "price", "also": ["cost"]}]})
HIT = document_hit("The price of the Alpha is 500 dollars.")
ALPHA = Excerpt(id="e1", point=1, passage_id=HIT.passage.id, start=0, end=len(HIT.passage.text))


async def evaluate(deps: FakeDeps, **more: Any) -> Command[Any]:
    await deps.evidence.add([HIT])
    state: Any = {"request": Request(question="q", docs=["/d"]), "comparison": PLAN, **more}
    runtime: Runtime[Deps] = Runtime(context=deps)
    return await gap_evaluator(state, runtime)


def update(command: Command[Any]) -> dict[str, Any]:
    assert isinstance(command.update, dict)
    return command.update


async def test_the_first_time_every_cell_is_asked_for_and_the_web_for_what_documents_lack() -> None:
    command = await evaluate(fake_deps(documents=[HIT], search=FakeSearch()))
    assert command.goto == ["searcher", "rag_retriever"]
    assert update(command)["rag_queries"] == ["Alpha price", "Beta price"]
    assert update(command)["web_queries"] == ["Beta price"]
    assert update(command)["loop_count"] == 1


async def test_later_only_empty_cells_in_other_words() -> None:
    done = [SearchDone(query=query, where="documents") for query in ("Alpha price", "Beta price")]
    given = {"analyzed_data": [ALPHA], "searches": done, "seen": ["x"], "known": 0, "loop_count": 1}
    command = await evaluate(fake_deps(documents=[HIT]), **given)
    assert update(command)["rag_queries"] == ["Beta cost"]
    assert [one.covered for one in update(command)["coverage"]] == [True, False]


async def test_it_is_enough_when_nothing_is_empty_nothing_new_or_the_rounds_are_used_up() -> None:
    both = [ALPHA, ALPHA.model_copy(update={"id": "e2", "point": 2})]
    deps = fake_deps(documents=[HIT])
    for given in (
        {"analyzed_data": both, "seen": ["x"], "known": 0, "loop_count": 1},
        {"analyzed_data": [ALPHA], "seen": ["x"], "known": 1, "loop_count": 1},
        {"analyzed_data": [ALPHA], "seen": ["x"], "known": 0, "loop_count": 3},
    ):
        command = await evaluate(deps, **given)
        assert (command.goto, update(command)["rag_queries"]) == ("comparer", [])
    assert deps.notes[-1] == "1 of 2 cells have evidence"


async def test_with_nothing_to_ask_the_work_goes_on() -> None:
    command = await evaluate(fake_deps())
    assert command.goto == "comparer"

"""Evidence for cells: only what speaks of the item, only for cells that are empty."""

from __future__ import annotations

from typing import Any

import pytest
from langgraph.runtime import Runtime

from kasen.evidence.types import Hit
from kasen.team import Deps
from kasen.teams.research.nodes.item_analyzer import item_analyzer
from kasen.teams.research.reading import found_by
from kasen.teams.research.schemas import Excerpt, Request
from kasen.teams.research.schemas.compare import ComparisonPlan
from kasen.teams.research.states.compare import Read
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.scripted import ScriptedModel
from kasen.testing.search import document_hit

PLAN = ComparisonPlan.model_validate({"items": ["Alpha", "Beta"], "criteria": ["price", "weight"]})
PRICE = document_hit("The price of the Alpha is 500 dollars.", path="/d/a.md")
OTHER = document_hit("The price of the Alpha is 550 dollars.", path="/d/b.md")
WEIGHT = document_hit("The weight of the Beta is 3 kg.", path="/d/c.md")
RAIL = document_hit("The price of a ticket was 1 yen.", path="/d/rail.md")


async def read(deps: FakeDeps, *hits: Hit, **before: Any) -> Read:
    await deps.evidence.add(hits)
    state: Any = {
        "request": Request(question="Alpha vs Beta by price and weight"),
        "comparison": PLAN,
        "rag_results": found_by("q", hits),
        "search_results": [],
        **before,
    }
    runtime: Runtime[Deps] = Runtime(context=deps)
    return await item_analyzer(state, runtime)


def cells(found: Read) -> list[tuple[str, int]]:
    return [(excerpt.id, excerpt.point) for excerpt in found["analyzed_data"]]


async def test_each_excerpt_has_the_number_of_its_cell() -> None:
    found = await read(fake_deps(), PRICE, WEIGHT, RAIL)
    assert cells(found) == [("e1", 1), ("e2", 4)]
    assert len(found["seen"]) == 3


async def test_other_figures_of_another_source_are_kept_beside() -> None:
    assert cells(await read(fake_deps(), PRICE, OTHER)) == [("e1", 1), ("e2", 1)]


async def test_an_item_that_no_passage_names_is_not_asked_about() -> None:
    model = ScriptedModel(lambda _: {})
    await read(fake_deps(model=model), PRICE)
    (asked,) = model.requests
    assert "price of Alpha" in asked.prompt
    assert "Beta" not in asked.prompt.split("## Points")[1].split("## Passages")[0]


async def test_later_rounds_read_only_what_is_new_for_cells_that_are_empty() -> None:
    model = ScriptedModel(lambda _: {})
    kept = Excerpt(id="e1", point=1, passage_id=PRICE.passage.id, start=0, end=9)
    deps = fake_deps(model=model)
    found = await read(deps, PRICE, WEIGHT, analyzed_data=[kept], seen=[PRICE.passage.id])
    assert len(model.requests) == 1
    assert PRICE.passage.text not in model.requests[0].prompt
    assert found["analyzed_data"][0] == kept


@pytest.mark.parametrize(
    ("heading", "text", "number"),
    [
        ("How the price made Alpha rich", "Whoever wanted the Alpha had to go to town.", None),
        ("アルファの価格が決めたこと", "Alpha は町で手に入る。", None),
        ("Price", "The Alpha: 500 dollars in town.", 1),
        ("The town", "The price of the Alpha is 500 dollars.", 1),
    ],
)
async def test_a_rule_fills_a_cell_by_words_and_by_a_heading_that_says_nothing_else(
    heading: str, text: str, number: int | None
) -> None:
    found = await read(fake_deps(), document_hit(text, path="/d/h.md", heading=heading))
    assert [point for _, point in cells(found)] == ([number] if number else [])

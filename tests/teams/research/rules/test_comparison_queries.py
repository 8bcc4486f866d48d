"""Queries for empty cells."""

from __future__ import annotations

from kasen.teams.research.rules.comparison_queries import (
    MOST_WEB,
    cells,
    queries_for_documents,
    queries_for_web,
    wordings,
)
from kasen.teams.research.schemas.compare import ComparisonPlan

PLAN = ComparisonPlan.model_validate(
    {
        "items": [{"name": "Alpha", "also": ["アルファ"]}, "Beta"],
        "criteria": [{"name": "price", "also": ["cost"]}, "weight", "size", "year"],
    }
)


def test_cells_are_numbered_item_by_item() -> None:
    every = cells(PLAN)
    assert [(cell.number, cell.item, cell.criterion) for cell in every][3:6] == [(4, 1, 4), (5, 2, 1), (6, 2, 2)]
    assert (every[0].text("en"), every[0].text("ja")) == ("price of Alpha", "Alphaのprice")


def test_the_first_round_asks_each_cell_and_the_web_for_some_at_once() -> None:
    every = cells(PLAN)
    assert queries_for_documents(every, [], first=True)[:2] == ["Alpha price", "Alpha weight"]
    assert queries_for_web(every, [], first=True) == [
        "Alpha price weight size",
        "Alpha year",
        "Beta price weight size",
        "Beta year",
    ]


def test_later_rounds_use_other_words_and_send_nothing_twice() -> None:
    first = cells(PLAN)[:1]
    assert wordings(first[0]) == ["Alpha price", "Alpha cost", "アルファ price", "アルファ cost"]
    assert queries_for_documents(first, ["alpha PRICE"], first=False) == ["Alpha cost", "アルファ price"]
    assert queries_for_web(first, ["Alpha price weight size"], first=False) == ["Alpha price"]
    assert queries_for_web(first, wordings(first[0]), first=False) == []


def test_one_round_sends_a_bounded_number_to_the_web() -> None:
    names = [f"thing{n}" for n in range(8)]
    every = cells(ComparisonPlan.model_validate({"items": names, "criteria": names}))
    assert len(queries_for_web(every, [], first=False)) == MOST_WEB
    assert len(queries_for_web(every, [], first=True)) == MOST_WEB

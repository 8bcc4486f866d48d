"""The cells of one criterion by rule."""

from __future__ import annotations

from typing import Any

from kasen.teams.research.rules.comparer import quote_cells
from kasen.teams.research.schemas.compare import CellEvidence

GIVEN: dict[str, Any] = {"question": "q", "criterion": "price", "better": "less", "scored": True, "lang": "en"}


def evidence(id: str, item: int, quote: str) -> CellEvidence:
    return CellEvidence(id=id, item=item, origin="x", quote=quote)


def test_each_item_gets_its_best_quotation_and_no_score() -> None:
    own = [evidence("e1", 1, "It costs 5 dollars."), evidence("e2", 1, "It is old.")]
    said = quote_cells(items=["A", "B"], evidence=own, **GIVEN)
    assert [(cell.item, cell.statements[0].text, cell.score) for cell in said.cells] == [
        (1, "It costs 5 dollars.", None)
    ]


def test_quotations_that_contradict_the_best_one_stand_beside_it() -> None:
    own = [
        evidence("e1", 1, "The price of the Alpha is 500 dollars."),
        evidence("e2", 1, "The price of the Alpha is 550 dollars."),
    ]
    (cell,) = quote_cells(items=["A"], evidence=own, **GIVEN).cells
    assert [one.evidence for one in cell.statements] == [["e1"], ["e2"]]


def test_without_evidence_there_is_no_cell() -> None:
    assert quote_cells(items=["A"], evidence=[], **GIVEN).cells == []

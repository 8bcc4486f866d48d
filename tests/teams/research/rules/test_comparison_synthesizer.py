"""The conclusion by rule: quotations, no verdict."""

from __future__ import annotations

from typing import Any

from kasen.teams.research.rules.comparison_synthesizer import say_cells
from kasen.teams.research.schemas.compare import MatrixView

GIVEN: dict[str, Any] = {
    "question": "Alpha vs Beta",
    "criteria": ["price"],
    "unknown": [],
    "wishes": [],
    "length": "standard",
    "audience": "",
    "lang": "en",
}


def view(item: str, *quotes: str) -> MatrixView:
    ids = [f"e{n}" for n in range(1, len(quotes) + 1)]
    return MatrixView(item=item, criterion="price", text="/".join(quotes), evidence=ids, quotes=list(quotes))


def test_each_quotation_is_said_once_and_nothing_else() -> None:
    draft = say_cells(matrix=[view("Alpha", "Both cost 5."), view("Beta", "Both cost 5.", "It is new.")], **GIVEN)
    assert [one.text for one in draft.findings] == ["Both cost 5.", "It is new."]
    assert draft.analysis == []


def test_the_summary_has_room_for_some() -> None:
    many = [view("Alpha", " ".join([f"word{n}"] * 50)) for n in range(9)]
    draft = say_cells(matrix=many, **GIVEN)
    assert (len(draft.summary), len(draft.findings)) == (2, 5)
    assert say_cells(matrix=[], **GIVEN).summary == []

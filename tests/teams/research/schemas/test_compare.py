"""Replies of the comparison's roles as careless models give them."""

from __future__ import annotations

from typing import Any

import pytest

from kasen.teams.research.schemas.compare import CellSaid, CellsSaid, ComparisonPlan, Criterion


@pytest.mark.parametrize(
    ("said", "score"),
    [
        (4, 4.0),
        ("4/5", 4.0),
        ("3.5", 3.5),
        (None, None),
        (9, None),
        (-1, None),
        ("good", None),
        ([4], None),
        (True, None),
    ],
)
def test_a_score_is_a_number_from_0_to_5_or_none(said: Any, score: float | None) -> None:
    assert CellSaid.model_validate({"item": 1, "score": said}).score == score


@pytest.mark.parametrize(
    ("said", "better"),
    [
        *(
            ("less", "less"),
            ("lower is better", "less"),
            ("小さいほど良い", "less"),
            ("MORE", "more"),
            ("高い方", "more"),
        ),
        *(("", ""), (None, ""), ("depends", ""), ("more or less", "")),
    ],
)
def test_which_figure_is_better_is_read_as_it_was_meant(said: Any, better: str) -> None:
    assert Criterion.model_validate({"name": "x", "better": said}).better == better


def test_bare_names_are_items_and_ids_are_read_as_they_were_meant() -> None:
    plan = ComparisonPlan.model_validate({"items": ["A", {"name": "B"}], "criteria": ["price"]})
    assert [one.name for one in plan.items] == ["A", "B"]
    assert [one.name for one in plan.criteria] == ["price"]
    cells = CellsSaid.model_validate({"cells": [{"item": 1, "statements": [{"text": "x", "evidence": "E1, e2"}]}]})
    assert cells.cells[0].statements[0].evidence == ["e1", "e2"]

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from kasen.teams.slides.schemas.deck import Chart, PictureUse, Ref, Series
from kasen.teams.slides.schemas.findings import ColumnProfile, Drawn, Evidence, Figure, TableProfile
from kasen.teams.slides.schemas.outputs import ThoughtSignature

ROWS = Ref(id="D1", kind="rows", file="tea.csv", rows=((2, 5),))


def test_a_figure_comes_back_from_json_as_it_was() -> None:
    chart = Chart(id="C1", kind="column", categories=("関東",), series=(Series(name="t", values=(None,)),))
    figure = Figure(id="F1", kind="chart", title="輸出", chart=chart, numbers=(12.5, -3.0), ref=ROWS, by="rule")
    assert Figure.model_validate_json(figure.model_dump_json()) == figure


@pytest.mark.parametrize("missing", ["ref", "by", "kind"])
def test_a_figure_says_on_what_it_rests_and_who_computed_it(missing: str) -> None:
    given: dict[str, Any] = {"id": "F1", "kind": "number", "title": "Total", "value": 7.0, "ref": ROWS, "by": "rule"}
    assert Figure.model_validate(given).value == 7.0
    del given[missing]
    with pytest.raises(ValidationError, match=missing):
        Figure.model_validate(given)


def test_a_figure_is_one_of_three_kinds() -> None:
    with pytest.raises(ValidationError, match="kind"):
        Figure.model_validate({"id": "F1", "kind": "map", "title": "x", "ref": ROWS, "by": "rule"})


def test_a_picture_that_was_not_drawn_says_why_and_one_that_was_can_be_changed_later() -> None:
    failed = Drawn(slide_id="s-02", why="画像モデルがない。")
    assert failed.use is None
    signature = ThoughtSignature(seed=7, base_prompt="A field.", model_version="m-1", api_thought_signature="")
    use = PictureUse(artifact="p.png", version=2, alt="A field", width=16, height=9)
    drawn = Drawn(slide_id="s-02", use=use, signature=signature, references=("logo.png",))
    assert Drawn.model_validate_json(drawn.model_dump_json()) == drawn


def test_a_passage_is_cited_by_a_reference() -> None:
    assert Evidence(ref=Ref(id="P1", kind="passage"), text="Tea.").finding == ""
    with pytest.raises(ValidationError, match="ref"):
        Evidence.model_validate({"text": "Tea."})


def test_a_table_keeps_what_was_odd_and_knows_only_known_types() -> None:
    table = TableProfile(
        file="売上.csv",
        path="/x/売上.csv",
        sha256="0",
        rows=0,
        columns=(ColumnProfile(name="額", type="number", unit="円"),),
        notes=("式に値がない。",),
    )
    assert TableProfile.model_validate_json(table.model_dump_json()) == table
    with pytest.raises(ValidationError, match="type"):
        ColumnProfile.model_validate({"name": "x", "type": "money"})

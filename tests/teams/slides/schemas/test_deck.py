from __future__ import annotations

from typing import Any, get_args

import pytest
from pydantic import ValidationError

from kasen.teams.slides.schemas.deck import (
    KINDS,
    Chart,
    Column,
    Deck,
    Diagram,
    DiagramItem,
    PictureUse,
    Point,
    Ref,
    Series,
    Slide,
    SlideKind,
    Table,
)

CHART = Chart(
    id="C1",
    kind="line",
    categories=("2020", "2021"),
    series=(Series(name="輸出", values=(1.5, None)),),
    refs=("D1",),
)
WHOLE = Slide(
    id="s-03",
    kind="two_columns",
    title="危険と答え",
    points=(Point(text="霜が降りる。", level=2, refs=("P1",)),),
    columns=(Column(heading="危険"), Column(heading="答え", points=(Point(text="扇風機"),))),
    chart=CHART,
    table=Table(id="T1", columns=("a", "b"), rows=(("1", "2"),), numeric=(True, False)),
    picture=PictureUse(artifact="p.png", alt="畑", width=16, height=9),
    diagram=Diagram(kind="cycle", items=(DiagramItem(label="摘む"),)),
    marks=("図がない。",),
)


def deck(**changed: Any) -> Deck:
    fields: dict[str, Any] = {"title": "お茶", "lang": "ja", "slides": (WHOLE,)}
    return Deck(**{**fields, **changed})


def test_a_deck_comes_back_from_json_as_it_was_with_its_gaps() -> None:
    made = deck(refs=(Ref(id="D1", kind="rows", file="tea.csv", rows=((2, 4), (7, 7)), columns=("t",)),))
    again = Deck.model_validate_json(made.model_dump_json())
    assert again == made
    assert again.slides[0].chart is not None
    assert again.slides[0].chart.series[0].values == (1.5, None), "a missing value is not zero"
    assert again.refs[0].rows == ((2, 4), (7, 7))


def test_a_reference_is_found_by_its_id_and_by_nothing_else() -> None:
    made = deck(refs=(Ref(id="P1", kind="passage", title="A"), Ref(id="P10", kind="passage", title="B")))
    found = made.ref("P10")
    assert found is not None
    assert found.title == "B"
    assert made.ref("p10") is None
    assert made.ref("") is None
    assert deck().ref("P1") is None


def test_the_kinds_are_those_of_the_type_in_its_order() -> None:
    assert get_args(SlideKind) == KINDS
    assert len(set(KINDS)) == len(KINDS)


@pytest.mark.parametrize("level", [-1, 3])
def test_points_have_three_levels(level: int) -> None:
    assert [Point(text="x", level=at).level for at in range(3)] == [0, 1, 2]
    with pytest.raises(ValidationError, match="level"):
        Point(text="x", level=level)


@pytest.mark.parametrize(
    ("model", "given"),
    [
        (Slide, {"id": "s-01", "kind": "poster", "title": "x"}),
        (Slide, {"id": "s-01", "kind": "bullets", "title": "x", "animation": "fade"}),
        (Slide, {"id": "s-01", "kind": "bullets"}),
        (Deck, {"title": "x", "lang": "fr", "slides": []}),
        (Chart, {"id": "C1", "kind": "radar", "categories": [], "series": []}),
        (Ref, {"id": "P1", "kind": "rumour"}),
        (PictureUse, {"artifact": "p.png", "width": 1, "height": 1}),
    ],
)
def test_what_cannot_stand_in_a_deck_is_refused(model: Any, given: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        model.model_validate(given)


def test_nobody_but_the_writer_answers_for_a_point_without_references() -> None:
    point = Point(text="We plant more shade.")
    assert (point.refs, point.by, point.level) == ((), "", 0)

from __future__ import annotations

from typing import Any

import pytest

from kasen.teams.slides.assembling import assembled, cited, sources_slide
from kasen.teams.slides.schemas.deck import Chart, Column, PictureUse, Point, Ref, Series, Slide
from kasen.teams.slides.schemas.envelope import Plan, Step
from kasen.teams.slides.schemas.findings import Drawn
from kasen.teams.slides.schemas.outputs import OutlineOutput, OutlineSlide
from kasen.teams.slides.schemas.request import Request

REFS = [
    Ref(id="P1", kind="passage", title="Shade", uri="/docs/shade.md", where="p. 3"),
    Ref(id="P2", kind="passage", title="Web", uri="https://example.org/a", fetched="2026-11-21"),
    Ref(id="D1", kind="rows", title="tea.csv", where="rows 2–9", quote="sum of Exports by Year"),
]
CHART = Chart(id="C1", kind="line", categories=("a",), series=(Series(name="s", values=(1.0,)),), refs=("D1",))
TITLE = Slide(id="s-01", kind="title", title="Tea", subtitle="Board")
BODY = Slide(id="s-02", kind="bullets", title="Body", points=(Point(text="One", refs=("P2",)),), by="m")


def state(*slides: Slide, **changed: Any) -> dict[str, Any]:
    step = Step(id="S1", role="data_analyst", title="Data", instruction="x", status=changed.pop("data", "completed"))
    outline = OutlineOutput(title="Tea abroad", subtitle="Board", slides=changed.pop("outlined", []))
    given = {
        "request": Request(wish="Tea", images=changed.pop("images", "auto"), colors=["1F4E79"]),
        "lang": "en",
        "plan": Plan(title="T", slides=3, steps=(step,), by="rule"),
        "passages": ["something"],
        "tables": [],
        "slides": list(slides),
        "refs": REFS,
        "outline": outline,
    }
    return {**given, **changed}


def test_a_deck_ends_with_its_sources_and_names_only_what_is_cited() -> None:
    deck = assembled(state(TITLE, BODY), made="2026-11-21")
    assert [slide.kind for slide in deck.slides] == ["title", "bullets", "sources"]
    assert [ref.id for ref in deck.refs] == ["P2"]
    assert (deck.title, deck.subtitle, deck.made, deck.accents) == ("Tea", "Board", "2026-11-21", ("1F4E79",))
    assert not deck.skeleton


def test_every_slide_has_something_to_say() -> None:
    deck = assembled(state(TITLE, BODY), made="")
    assert [slide.notes for slide in deck.slides] == ["Board", "One.", "Sources"]


def test_references_stand_in_the_order_in_which_they_are_cited_each_once() -> None:
    chart = Slide(id="s-03", kind="chart", title="C", chart=CHART, refs=("D1",))
    columns = (Column(points=(Point(text="x", refs=("P1", "P9")),)), Column())
    both = Slide(id="s-04", kind="two_columns", title="B", columns=columns)
    assert [ref.id for ref in cited([chart, both, BODY], REFS)] == ["D1", "P1", "P2"]


def test_sources_say_place_address_day_and_how_a_figure_was_computed() -> None:
    points = [point.text for point in sources_slide(9, REFS, "en").points]
    assert points == [
        "Shade · p. 3",
        "Web · https://example.org/a (2026-11-21)",
        "tea.csv · rows 2–9 · sum of Exports by Year",
    ]
    assert "出典" in sources_slide(9, [], "ja").points[0].text


@pytest.mark.parametrize("kind", ["bullets", "diagram", "closing"])
def test_a_slide_without_content_says_so(kind: str) -> None:
    empty = Slide.model_validate({"id": "s-02", "kind": kind, "title": "Empty"})
    assert "Nothing was found" in assembled(state(TITLE, empty), made="").slides[1].marks[0]


def test_where_there_was_nothing_to_go_by_the_deck_is_a_skeleton() -> None:
    empty = Slide(id="s-02", kind="bullets", title="Empty", by="rule")
    deck = assembled(state(TITLE, empty, passages=[]), made="")
    assert deck.skeleton
    assert "Empty frame" in deck.slides[1].marks[0]
    assert [slide.kind for slide in deck.slides] == ["title", "bullets"], "there is no list of no sources"


def drawn(**fields: Any) -> Drawn:
    return Drawn.model_validate({"slide_id": "s-02", **fields})


PICTURE = PictureUse(artifact="picture_s-02.png", alt="A garden", width=4, height=3)


def test_a_picture_comes_to_its_slide_and_a_missing_one_is_marked() -> None:
    wants = BODY.model_copy(update={"kind": "picture"})
    there = assembled(state(TITLE, wants, drawn=[drawn(use=PICTURE)]), made="").slides[1]
    assert (there.kind, there.picture, there.marks) == ("picture", PICTURE, ())
    gone = assembled(state(TITLE, wants, drawn=[drawn(why="refused")]), made="").slides[1]
    assert (gone.kind, gone.picture) == ("bullets", None)
    assert "refused" in gone.marks[0]


def test_a_slide_that_is_drawn_whole_is_not_put_into_its_native_twin() -> None:
    wants = BODY.model_copy(update={"kind": "picture"})
    twin = assembled(state(TITLE, wants, images="full", drawn=[drawn(use=PICTURE)]), made="").slides[1]
    assert (twin.kind, twin.picture) == ("bullets", None)


def test_a_chart_that_the_data_did_not_give_is_marked() -> None:
    outlined = [
        OutlineSlide(kind="title", title="Tea", message=""),
        OutlineSlide(kind="chart", title="Body", message="", figure="exports"),
    ]
    marked = assembled(state(TITLE, BODY, data="failed", outlined=outlined), made="").slides[1]
    assert "analysis" in marked.marks[0]
    assert assembled(state(TITLE, BODY, outlined=outlined), made="").slides[1].marks == ()

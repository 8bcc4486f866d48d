"""Slides that are pictures of themselves."""

from __future__ import annotations

from kasen.teams.slides.building.citing import cited
from kasen.teams.slides.drawn_whole import with_images, words
from kasen.teams.slides.schemas.deck import Chart, Column, Deck, PictureUse, Point, Ref, Series, Slide
from kasen.teams.slides.schemas.findings import Drawn

CHART = Chart(id="F1", kind="column", categories=("a",), series=(Series(name="x", values=(1.0,)),), refs=("D1",))
SLIDES = (
    Slide(id="s-01", kind="chart", title="Sales grow", points=(Point(text="By half.", refs=("P1",)),), chart=CHART),
    Slide(id="s-02", kind="bullets", title="Why", points=(Point(text="Shade."),), notes="Let us see."),
)
DECK = Deck(title="t", lang="en", slides=SLIDES, refs=(Ref(id="P1", kind="passage"), Ref(id="D1", kind="rows")))
USE = PictureUse(artifact="a.png", alt="", width=16, height=9)


def test_a_drawn_slide_keeps_its_words_and_all_that_it_rests_on() -> None:
    found = with_images(DECK, [Drawn(slide_id="s-01", use=USE)])
    assert found is not None
    first, second = found.slides
    assert (first.kind, first.chart) == ("image", None)
    assert set(cited(first)) == {"P1", "D1"}
    assert set(first.refs) == {"P1", "D1"}
    assert "By half" in first.notes
    assert first.picture is not None
    assert first.picture.alt == "Sales grow. By half"
    assert second == SLIDES[1]


def test_headings_of_columns_are_words_of_the_slide_too() -> None:
    columns = (Column(heading="Risk", points=(Point(text="Frost."),)), Column(heading="Answer"))
    slide = Slide(id="s-03", kind="two_columns", title="Cold", message="It comes.", columns=columns)
    assert words(slide, "en") == "Cold. It comes. Risk. Frost. Answer"
    assert words(slide, "ja") == "Cold。It comes。Risk。Frost。Answer"


def test_without_any_picture_there_is_no_such_deck() -> None:
    assert with_images(DECK, [Drawn(slide_id="s-01", why="refused")]) is None

"""What is still too much is left out, and said so."""

from __future__ import annotations

from kasen.teams.slides.fitting.places import sheet
from kasen.teams.slides.fitting.plan import Place, Sitting
from kasen.teams.slides.fitting.sizing import Limits, sized
from kasen.teams.slides.fitting.trimming import shortened_line, trimmed
from kasen.teams.slides.schemas.deck import Slide
from teams.slides.fitting.decks import JA, design, diagram, points, table


def _sitting() -> Sitting:
    return Sitting(design("light"), {})


def _fits(slide: Slide) -> bool:
    return not sized(slide, sheet(slide, _sitting(), message=False), _sitting(), Limits(12.0)).over


def test_points_end_at_an_item_and_the_slide_says_where_the_rest_is() -> None:
    slide = Slide(id="s-01", kind="bullets", title="t", points=points(60))
    found = trimmed(slide, _sitting(), "ja")
    assert _fits(found)
    assert 5 < len(found.points) < 60
    assert found.points == slide.points[: len(found.points)]
    assert "ノート" in found.marks[0]


def test_one_endless_paragraph_ends_at_a_sentence() -> None:
    found = trimmed(Slide(id="s-01", kind="bullets", title="t", points=points(1, JA * 60)), _sitting(), "en")
    assert _fits(found)
    assert found.points[0].text.endswith("。")
    assert "notes" in found.marks[0]


def test_tables_and_diagrams_are_cut_to_what_fits() -> None:
    rows = trimmed(Slide(id="s-01", kind="table", title="t", table=table(90, 4)), _sitting(), "ja")
    assert _fits(rows)
    assert rows.marks
    slide = Slide(id="s-01", kind="diagram", title="t", diagram=diagram("process", 4, JA * 30))
    assert _fits(trimmed(slide, _sitting(), "ja"))


def test_what_fits_is_left_alone() -> None:
    slide = Slide(id="s-01", kind="bullets", title="t", points=points(3))
    assert trimmed(slide, _sitting(), "ja") == slide


def test_a_line_is_cut_before_its_tail() -> None:
    place = sheet(Slide(id="s-01", kind="bullets", title="t", points=points(1)), _sitting()).place("title")
    assert isinstance(place, Place)
    found = shortened_line(place, _sitting(), JA * 10, "（1/3）")
    assert found.endswith("（1/3）")
    assert len(found) < len(JA) * 10
    assert shortened_line(place, _sitting(), "短い", "（1/3）") == "短い（1/3）"

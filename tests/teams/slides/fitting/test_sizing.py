"""Sizes for all that stands on a sheet."""

from __future__ import annotations

import pytest

from kasen.teams.slides.fitting.places import sheet
from kasen.teams.slides.fitting.plan import Sitting
from kasen.teams.slides.fitting.sizing import Limits, Sized, sized, text_style
from kasen.teams.slides.schemas.deck import Point, Slide, SlideKind
from kasen.teams.slides.schemas.part import EMU_PER_POINT
from kasen.teams.slides.template.bundled import NAMES
from kasen.tools.fonts.measuring import lines
from teams.slides.fitting.decks import CHART, design, points, table

USUAL = Limits()


def _sized(slide: Slide, limits: Limits = USUAL, **tighten: float) -> Sized:
    sitting = Sitting(design("light"), {}, tighten=tighten)
    return sized(slide, sheet(slide, sitting, message=False), sitting, limits)


def _bullets(count: int, title: str = "売上") -> Slide:
    return Slide(id="s-01", kind="bullets", title=title, points=points(count))


def test_what_fits_has_the_sizes_of_the_template() -> None:
    found = _sized(_bullets(4))
    slot = design("light").layouts[2].slot("object")
    assert slot is not None
    assert found.sizes("points") == slot.sizes
    assert found.over == {}
    assert [frame.moved for frame in found.frames] == [False, False]


def test_what_does_not_fit_is_at_its_floor_and_says_by_how_much() -> None:
    found = _sized(_bullets(40))
    assert found.sizes("points")[0] == 14.0
    assert 1 < found.over["points"] < 6
    assert _sized(_bullets(40), Limits(12.0)).sizes("points")[0] == 12.0


def test_an_overflow_that_was_measured_makes_text_smaller() -> None:
    assert _sized(_bullets(6), points=0.6).sizes("points") < _sized(_bullets(6)).sizes("points")


def test_steps_and_the_sizes_of_other_parts_are_limits() -> None:
    assert "points" in _sized(_bullets(12), Limits(14.0, steps=1)).over
    assert _sized(_bullets(2), Limits(at_most={"points": (15.0, 13.0, 12.0)})).sizes("points")[0] == 15.0


def test_a_table_is_as_large_as_its_cells() -> None:
    frame = _sized(Slide(id="s-01", kind="table", title="t", table=table(5, 3))).frames[-1]
    assert (sum(frame.column_widths), sum(frame.row_heights)) == (frame.box.w, frame.box.h)
    assert len(frame.row_heights) == 6
    assert frame.moved


def test_a_title_gives_up_a_little_size_for_a_line() -> None:
    long = "関東の売上が全体を引き上げた第三四半期の決算の要約と見通し"
    usual, shrunk = _sized(_bullets(1)).sizes("title")[0], _sized(_bullets(1, long)).sizes("title")[0]
    assert usual * 0.8 <= shrunk < usual


def test_a_chart_has_readable_letters() -> None:
    assert _sized(Slide(id="s-01", kind="chart", title="t", chart=CHART)).sizes("chart")[0] >= 10


def _short(count: int, kind: str = "bullets") -> Slide:
    few = tuple(Point(text="短い要点", level=n % 2) for n in range(count))
    return Slide.model_validate({"id": "s-01", "kind": kind, "title": "売上", "points": few})


def test_few_words_become_larger_and_stand_further_apart_and_never_fill_the_frame() -> None:
    slot = design("light").layouts[2].slot("object")
    assert slot is not None
    frame = _sized(_short(4)).frames[-1]
    assert slot.sizes[0] < frame.sizes[0] <= 24
    assert frame.before is not None
    assert slot.space_before < frame.before <= slot.space_before + 0.71 * frame.sizes[0]
    crowded, alone, listed = (_sized(_short(count, kind)).frames[-1] for count, kind in CASES)
    assert (crowded.sizes[0] <= slot.sizes[0], crowded.before) == (True, None)
    assert (alone.before, listed.before, listed.sizes) == (None, None, slot.sizes)


CASES = ((12, "bullets"), (1, "bullets"), (4, "sources"))


def test_no_number_of_a_source_stands_alone_on_a_line() -> None:
    sitting = Sitting(design("light"), {"P1": 1})
    for count in range(20, 60):
        said = Point(text="茶" * count + "。", refs=("P1",))
        slide = Slide(id="s-01", kind="bullets", title="t", points=(said,))
        places = sheet(slide, sitting, message=False)
        place = places.place("points")
        assert place is not None
        size = sized(slide, places, sitting, USUAL).sizes("points")[0]
        set_in = text_style(place, sitting)
        inner = (place.box.w - set_in.insets[0] - set_in.insets[2]) / EMU_PER_POINT - set_in.indent(0)
        assert lines(said.text + "[1]", set_in.fonts, size, inner)[-1] != "[1]"


def test_parts_of_one_slide_do_not_outgrow_each_other() -> None:
    held = _sized(_short(4), Limits(at_most={"points": (18.0, 16.0, 14.0)}))
    assert held.sizes("points")[0] == 18.0


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", ["agenda", "sources"])
def test_entries_of_a_list_that_is_looked_through_stand_closer_before_it_is_split(name: str, kind: SlideKind) -> None:
    sitting = Sitting(design(name), {})
    listing = Slide(id="s-01", kind=kind, title="t", points=tuple(Point(text=f"項目 {n}") for n in range(13)))
    found = sized(listing, sheet(listing, sitting), sitting)
    (frame,) = (frame for frame in found.frames if frame.content == "points")
    assert found.over == {}
    assert frame.before is not None
    assert 0 < frame.before < 5
    few = listing.model_copy(update={"points": listing.points[:5]})
    usual = next(frame for frame in sized(few, sheet(few, sitting), sitting).frames if frame.content == "points")
    assert usual.before is None or usual.before > 5
    bullets = listing.model_copy(update={"kind": "bullets"})
    assert "points" in sized(bullets, sheet(bullets, sitting), sitting).over, "others keep their air"


def test_an_agenda_with_deeper_levels_keeps_its_space_as_that_of_deeper_ones_is_the_placeholders() -> None:
    sitting = Sitting(design("dark"), {})
    deeper = tuple(Point(text=f"項目 {n}", level=n % 2) for n in range(15))
    listing = Slide(id="s-01", kind="agenda", title="t", points=deeper)
    found = sized(listing, sheet(listing, sitting), sitting)
    assert {frame.before for frame in found.frames} == {None}
    assert "points" in found.over

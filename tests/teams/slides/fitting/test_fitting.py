"""A slide becomes arrangements: nothing overlaps, nothing runs over, nothing is lost."""

from __future__ import annotations

import shutil
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from kasen.teams.slides.building.build import build
from kasen.teams.slides.drawn_whole import words
from kasen.teams.slides.fitting.fitting import fitted
from kasen.teams.slides.schemas.deck import Column, Deck, Diagram, Point, Ref, Slide, SlideKind
from kasen.teams.slides.template.bundled import bundled
from kasen.tools.office.libreoffice import LibreOffice
from teams.slides.fitting.decks import (
    CHART,
    DIAGRAMS,
    EN,
    JA,
    PICTURE,
    deck,
    design,
    diagram,
    faults,
    points,
    slides,
    table,
)

TEMPLATES = ["light", "dark", "business", "four_by_three", "two_masters"]
TIGHTEN = some.sampled_from([{}, {}, {"points": 0.8, "title": 0.7, "table": 0.9, "message": 0.8, "diagram": 0.7}])


def _holds(template: str, slide: Slide, most: int, tighten: dict[str, float]) -> None:
    whole = deck(slide, logo="logo.png")
    made = fitted(slide, whole, design(template), most_parts=most, tighten=tighten)
    assert 1 <= len(made) <= most
    assert faults(slide, whole, design(template), made) == []
    if template in {"light", "dark", "business"}:
        assert [problem.text for each in made for problem in each.problems] == []


@pytest.mark.parametrize("template", TEMPLATES)
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(slide=slides(), most=some.integers(1, 5), tighten=TIGHTEN)
def test_any_slide_fits_with_nothing_lost(template: str, slide: Slide, most: int, tighten: dict[str, float]) -> None:
    _holds(template, slide, most, tighten)


@pytest.mark.slow
@pytest.mark.parametrize("template", TEMPLATES)
@settings(max_examples=500, deadline=None, suppress_health_check=list(HealthCheck))
@given(slide=slides(), most=some.integers(1, 5), tighten=TIGHTEN)
def test_hundreds_of_slides_fit_with_nothing_lost(
    template: str, slide: Slide, most: int, tighten: dict[str, float]
) -> None:
    _holds(template, slide, most, tighten)


def _slide(**more: object) -> Slide:
    return Slide.model_validate({"id": "s-01", "kind": "bullets", "title": "関東の売上", "notes": "話すこと。", **more})


def test_the_message_gives_up_its_line_before_text_becomes_small() -> None:
    roomy, full = _slide(message=JA, points=points(3)), _slide(message=JA, points=points(8))
    (first,), (second,) = (fitted(slide, deck(slide), design("light")) for slide in (roomy, full))
    assert "message" in {frame.content for frame in first.frames}
    assert "message" not in {frame.content for frame in second.frames}
    assert second.slide.message == ""
    assert JA in second.slide.notes


def test_what_is_too_much_is_split_and_numbered_with_the_same_sizes() -> None:
    slide = _slide(points=points(30))
    made = fitted(slide, deck(slide), design("light"))
    assert len(made) > 1
    assert [each.slide.title for each in made] == [f"関東の売上（{at}/{len(made)}）" for at in range(1, len(made) + 1)]
    assert len({frame.sizes for each in made for frame in each.frames if frame.content == "points"}) == 1
    assert [point for each in made for point in each.slide.points] == list(points(30))
    assert made[0].slide.notes == "話すこと。"
    assert all(each.slide.notes for each in made)
    assert {each.slide.id for each in made} == {"s-01"}


@pytest.mark.parametrize("template", TEMPLATES)
@pytest.mark.parametrize(("left", "right"), [(3, 30), (30, 3), (24, 30), (1, 3)])
def test_both_columns_of_a_slide_and_all_its_parts_have_one_size_of_text(template: str, left: int, right: int) -> None:
    both = (Column(heading="利点", points=points(left)), Column(heading="課題", points=points(right)))
    slide = _slide(kind="two_columns", columns=both)
    made = fitted(slide, deck(slide), design(template))
    assert (len(made) > 1) == (max(left, right) > 3)
    lists = {frame.sizes for each in made for frame in each.frames if frame.content in ("left", "right", "points")}
    heads = {frame.sizes for each in made for frame in each.frames if frame.content.endswith("_heading")}
    assert (len(lists), len(heads)) == (1, 1)
    assert faults(slide, deck(slide), design(template), made) == []
    for each in made:
        assert {column.heading for column in each.slide.columns} <= {"利点", "課題", ""}
        assert each.slide.points == (), "a column stays a column"


@pytest.mark.parametrize("template", ["light", "dark", "business"])
@pytest.mark.parametrize(("kind", "count"), [("agenda", 13), ("sources", 15)])
def test_a_list_of_usual_length_is_one_slide_and_not_two_half_empty_ones(
    template: str, kind: SlideKind, count: int
) -> None:
    entries = tuple(Point(text=f"{n}番目の店の売上と来客") for n in range(count))
    slide = Slide(id="s-01", kind=kind, title="目次", points=entries)
    (made,) = fitted(slide, deck(slide), design(template))
    assert made.slide.points == entries
    assert faults(slide, deck(slide), design(template), [made]) == []


def test_one_slide_that_must_stay_one_is_cut_and_says_so() -> None:
    slide = _slide(points=points(80))
    (made,) = fitted(slide, deck(slide), design("light"), most_parts=1)
    assert made.slide.marks == ("この内容の全文はノートにあります。",)
    assert points(80)[-1].text in made.slide.notes
    assert min(frame.sizes[0] for frame in made.frames if frame.content == "points") <= 13.0


def test_a_title_too_long_is_cut_at_a_phrase_with_the_whole_in_the_notes() -> None:
    long = "関東の店舗が伸び、" * 30
    slide = _slide(title=long, points=points(30))
    made = fitted(slide, deck(slide), design("light"))
    assert all(f"…（{each.part}/{each.parts}）" in each.slide.title for each in made)
    assert long in made[-1].slide.notes


def test_sources_are_listed_from_the_deck() -> None:
    named = [(f"P{at}", f"統計 {at}", f"https://example.com/{at}") for at in range(60)]
    refs = tuple(Ref(id=id, kind="passage", title=title, uri=uri) for id, title, uri in named)
    used = _slide(id="s-02", points=(Point(text="a", refs=tuple(ref.id for ref in refs)),))
    last = Slide(id="s-03", kind="sources", title="出典")
    made = fitted(last, Deck(title="t", lang="ja", slides=(used, last), refs=refs), design("light"), most_parts=6)
    assert len(made) > 1
    said = [point.text for each in made for point in each.slide.points]
    assert len(said) == 60
    assert "https://example.com/59" in said[-1]


def test_a_diagram_without_room_becomes_points() -> None:
    slide = _slide(kind="diagram", diagram=diagram("pyramid", 30, JA))
    made = fitted(slide, deck(slide), design("light"), most_parts=9)
    assert all(each.slide.diagram is None for each in made)
    assert "手順29" in {point.text for each in made for point in each.slide.points}


def test_a_slide_that_is_a_picture_of_itself_keeps_its_words_and_they_did_not_lack_room() -> None:
    both = (Column(heading="利点", points=points(2)), Column(heading="課題", points=points(1)))
    slide = _slide(kind="image", message=JA, points=points(3), columns=both)
    alt = words(slide, "ja")
    drawn = slide.model_copy(update={"picture": PICTURE.model_copy(update={"alt": alt})})
    (made,) = fitted(drawn, deck(drawn), design("light"))
    assert [frame.content for frame in made.frames] == ["image"]
    assert made.slide == drawn
    silent = drawn.model_copy(update={"picture": PICTURE})
    (made,) = fitted(silent, deck(silent), design("light"))
    assert "課題" in made.slide.notes, "what its picture does not say is noted"
    assert JA in made.slide.notes
    assert made.slide.points == slide.points


def test_nothing_at_all_is_a_slide_too() -> None:
    slide = Slide(id="s-01", kind="bullets", title="", diagram=Diagram(kind="cycle", items=()))
    (made,) = fitted(slide, deck(slide), design("light"))
    assert made.frames == ()
    assert made.problems == ()


def _usual(count: int) -> list[Slide]:
    """Slides as writers write them, of all kinds."""
    both = (Column(heading="利点", points=points(3)), Column(heading="課題", points=points(9)))
    more: list[dict[str, object]] = [
        {"kind": "title", "subtitle": "2026", "message": JA},
        {"points": points(5), "message": JA},
        {"points": points(30)},
        {"points": points(1, JA * 45)},
        {"points": points(8, EN), "message": EN, "title": "Revenue of the Kanto region grew"},
        {"kind": "chart", "chart": CHART, "points": points(3), "message": JA},
        {"kind": "table", "table": table(9, 5), "message": JA},
        {"kind": "table", "table": table(40, 6)},
        {"kind": "two_columns", "columns": both},
        {"kind": "picture", "picture": PICTURE, "points": points(3)},
        *({"kind": "diagram", "diagram": diagram(kind, 5, JA), "message": JA} for kind in DIAGRAMS),
        {"kind": "statement", "message": JA},
        {"kind": "section", "message": JA},
        {"points": points(3), "marks": ("画像を作れませんでした。",)},
        {"kind": "closing", "subtitle": "ありがとうございました"},
    ]
    return [_slide(**{"id": f"s-{at:02}", **more[at % len(more)]}) for at in range(count)]


@pytest.mark.alone
def test_sixty_slides_take_about_a_second() -> None:
    every = _usual(60)
    whole = deck(every[0]).model_copy(update={"slides": tuple(every)})
    seconds = []
    for _ in range(2):
        start = time.process_time()
        for slide in every:
            fitted(slide, whole, design("light"))
        seconds.append(time.process_time() - start)
    assert min(seconds) < 3.0, "1.5 s on an idle machine; twice that is a fault"


async def _rendered(template: str) -> list[str]:
    """Frames that LibreOffice draws higher than they are."""
    every = _usual(20)
    whole = deck(every[0]).model_copy(update={"slides": tuple(every)})
    made = [each for slide in every for each in fitted(slide, whole, design(template))]
    data = build(bundled(template), design(template), whole, made, pictures={})
    over = []
    for extent in await LibreOffice().measure(data):
        (_, y, _, h), (_, top, _, high) = extent.declared, extent.measured
        if extent.kind in {"text", "table"} and (top + high > y + h + 20_000 or top < y - 20_000):
            over.append(
                f"slide {extent.slide} {made[extent.slide - 1].slide.kind} {extent.order}: {high / max(1, h):.2f}"
            )
    return over


@pytest.mark.skipif(shutil.which("soffice") is None, reason="no LibreOffice")
async def test_what_was_measured_stands_in_its_frames_when_rendered() -> None:
    assert await _rendered("business") == []


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("soffice") is None, reason="no LibreOffice")
@pytest.mark.parametrize("template", ["light", "dark"])
async def test_the_same_on_the_other_templates(template: str) -> None:
    assert await _rendered(template) == []

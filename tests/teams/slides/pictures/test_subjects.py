from __future__ import annotations

import pytest

from kasen.teams.slides.pictures.subjects import MOST_TEXT, subjects
from kasen.teams.slides.schemas.deck import Column, Diagram, DiagramItem, PictureUse, Point, Ref, Table
from kasen.teams.slides.schemas.findings import Drawn, Figure
from kasen.teams.slides.schemas.outputs import OutlineOutput, OutlineSlide
from teams.slides.pictures.scenes import bullets, chart, design, slide, task


def test_only_slides_of_kind_picture_get_one() -> None:
    deck = [slide(1, "title"), bullets(2), slide(3), slide(4, "sources")]
    [one] = subjects(task(deck))
    assert (one.number, one.slide_id, one.layout, one.aspect) == (3, "s-03", 6, "1:1")
    assert subjects(task(deck, images="none")) == []


def test_where_the_layout_has_no_place_the_shape_is_left_open() -> None:
    [one] = subjects(task([slide(3)], design=design(layouts=design().layouts[:2])))
    assert (one.layout, one.aspect) == (2, "")


def test_every_slide_but_the_sources_is_drawn_whole() -> None:
    found = subjects(task([slide(1, "title"), bullets(2), chart(3), slide(4, "sources")], images="full"))
    assert [(one.number, one.layout, one.aspect) for one in found] == [(1, 0, "16:9"), (2, 2, "16:9"), (3, 2, "16:9")]


def test_a_slide_is_told_with_all_that_stands_on_it() -> None:
    columns = (Column(heading="前", points=(Point(text="甲"),)), Column(points=(Point(text="乙"),)))
    items = (DiagramItem(label="摘む", text="手で"), DiagramItem(label="蒸す"))
    table = Table(id="t", columns=("年", "量"), rows=(("2018", "5108"),) * 9)
    deck = [
        bullets(1),
        chart(2),
        slide(3, "two_columns", columns=columns),
        slide(4, "diagram", diagram=Diagram(kind="process", items=items)),
        slide(5, "table", table=table),
    ]
    found = [one.text for one in subjects(task(deck, images="full"))]
    assert found[0] == "霧は朝に出る\n  覆いは春に掛ける"
    assert found[1] == "輸出: 2018 5108t, 2020 5274t"
    assert found[2] == "前\n甲\n乙"
    assert found[3] == "摘む: 手で\n蒸す"
    assert found[4].splitlines()[0] == "年 | 量"
    assert len(found[4].splitlines()) == 7


def test_a_slide_of_many_words_is_cut() -> None:
    long = slide(1, "bullets", points=(Point(text="茶" * 3000),))
    [one] = subjects(task([long], images="full"))
    assert len(one.text) == MOST_TEXT


def test_before_slides_are_written_the_outline_is_taken() -> None:
    outline = OutlineOutput(
        title="茶",
        slides=[
            OutlineSlide(kind="title", title="茶", message=""),
            OutlineSlide(kind="picture", title="霧", message="霧が守る。"),
        ],
    )
    [one] = subjects(task(outline=outline))
    assert (one.slide_id, one.title, one.message) == ("s-02", "霧", "霧が守る。")
    assert subjects(task()) == []


def test_the_outline_is_numbered_as_the_slides_will_be_and_shows_its_figures() -> None:
    outline = OutlineOutput(
        title="茶",
        subtitle="役員会",
        slides=[
            OutlineSlide(kind="title", title="表紙", message="始まり"),
            OutlineSlide(kind="agenda", title="目次", message="並べる"),
            OutlineSlide(kind="bullets", title="霧", message="霧が守る。", covers="覆い、朝霧"),
            OutlineSlide(kind="chart", title="売上", message="伸びない。"),
            OutlineSlide(kind="closing", title="結び", message="植える。"),
        ],
    )
    ref = Ref(id="D1", kind="rows", title="tea.csv")
    figure = Figure(
        id="F1", kind="chart", title="輸出", shows="輸出が伸びた。", chart=chart(1).chart, ref=ref, by="rule"
    )
    other = figure.model_copy(update={"id": "F2", "title": "国別"})
    found = subjects(task(outline=outline, figures=[figure, other], images="full"))
    assert [(one.slide_id, one.kind) for one in found] == [
        ("s-01", "title"), ("s-02", "agenda"), ("s-03", "bullets"), ("s-04", "chart"), ("s-05", "chart"),
        ("s-06", "closing"),
    ]  # fmt: skip
    assert (found[0].title, found[0].subtitle, found[0].message) == ("茶", "役員会", "")
    assert found[1].text.splitlines() == ["霧", "売上", "国別"]
    assert found[2].text == "覆い、朝霧"
    assert found[4].text == "輸出: 2018 5108t, 2020 5274t"


@pytest.mark.parametrize(("use", "count"), [(True, 1), (False, 2)])
def test_what_is_drawn_already_is_not_drawn_again(use: bool, count: int) -> None:
    there = PictureUse(artifact="picture-s-01.png", alt="x", width=1, height=1)
    drawn = [Drawn(slide_id="s-01", use=there if use else None)]
    assert len(subjects(task([slide(1), slide(2)], drawn=drawn))) == count

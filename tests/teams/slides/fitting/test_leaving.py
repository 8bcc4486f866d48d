"""What goes to the notes."""

from __future__ import annotations

from kasen.teams.slides.fitting.leaving import left_out, unsaid
from kasen.teams.slides.fitting.table_parts import taken
from kasen.teams.slides.schemas.arrangement import Arrangement, Frame
from kasen.teams.slides.schemas.deck import Column, Point, Slide
from kasen.teams.slides.schemas.part import Box
from teams.slides.fitting.decks import diagram, points, table


def _shown(*slides: Slide) -> list[Arrangement]:
    title = Frame(content="title", box=Box(x=0, y=0, w=1, h=1))
    return [Arrangement(slide=slide, layout=0, frames=(title,)) for slide in slides]


def test_what_is_shown_whole_is_not_repeated() -> None:
    slide = Slide(id="s-01", kind="bullets", title="t", message="m", points=points(3), table=table(2, 2))
    assert left_out(slide, _shown(slide)) == []
    one, two = slide.model_copy(update={"points": points(2)}), slide.model_copy(update={"points": points(3)[2:]})
    assert left_out(slide, _shown(one, two)) == []


def test_a_paragraph_that_two_slides_share_is_whole() -> None:
    slide = Slide(id="s-01", kind="bullets", title="t", points=(Point(text="One. Two."),))
    halves = [slide.model_copy(update={"points": (Point(text=text),)}) for text in ("One.", "Two.")]
    assert left_out(slide, _shown(*halves)) == []
    assert left_out(slide, _shown(halves[0])) == ["- One. Two."]


def test_titles_messages_points_rows_and_items_that_are_missing_are_told_in_full() -> None:
    columns = (Column(heading="h", points=points(1)), Column())
    slide = Slide(
        id="s-01", kind="table", title="long title", subtitle="sub", message="m", points=points(2), columns=columns,
        table=table(3, 2), diagram=diagram("cycle", 2, "text"), marks=("mark",),
    )  # fmt: skip
    cut = Slide(
        id="s-01", kind="table", title="long…", points=points(1), table=table(2, 2), diagram=diagram("cycle", 1)
    )
    told = left_out(slide, _shown(cut))
    assert told[:3] == ["long title", "sub", "m"]
    assert f"- {points(2)[1].text}" in told
    assert "h" in told
    assert " | ".join(table(3, 2).columns) in told
    assert " | ".join(table(3, 2).rows[2]) in told
    assert not any(" | ".join(row) in told for row in table(2, 2).rows)
    assert "手順1: text" in told
    assert "mark" in told


def test_rows_that_two_tables_show_by_columns_are_not_missing() -> None:
    slide = Slide(id="s-01", kind="table", title="t", table=table(2, 3))
    halves = [slide.model_copy(update={"table": taken(table(2, 3), columns)}) for columns in ((0, 1), (0, 2))]
    assert left_out(slide, _shown(*halves)) == []
    assert left_out(slide, _shown(halves[0])) != []


def test_lines_that_a_text_says_already_are_left_away_however_they_are_set() -> None:
    lines = ["利点", "- 木陰がある。", "  - 霜に 弱い。", "By half.", "Twice"]
    assert unsaid(lines, "利点。木陰がある。霜に弱い。By half") == ["Twice"]
    assert unsaid(lines, "") == lines

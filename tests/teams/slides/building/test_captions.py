from __future__ import annotations

from teams.slides.building.hand_made import CHART, SLIDES, TABLE, one, shape

CHARTED, TABLED = SLIDES[3], SLIDES[4]


def test_a_chart_gives_its_lowest_part_to_the_number_of_its_source() -> None:
    slide = one(CHARTED)
    line = next(held for held in slide.shapes if held.name == "source")
    chart = shape(slide, "chart")
    assert line.text_frame.text == "出典 [1]"
    assert line.top == chart.top + chart.height


def test_there_is_no_line_for_what_rests_on_nothing_or_on_the_wish() -> None:
    for refs in ((), ("W",), ("none",)):
        slide = one(CHARTED.model_copy(update={"chart": CHART.model_copy(update={"refs": refs})}))
        assert "source" not in {held.name for held in slide.shapes}


def test_a_table_that_fills_its_frame_keeps_it() -> None:
    slide = one(TABLED.model_copy(update={"table": TABLE}))
    table = shape(slide, "table")
    assert sum(row.height for row in table.table.rows) == table.height

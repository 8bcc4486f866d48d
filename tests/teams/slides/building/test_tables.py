from __future__ import annotations

from typing import Any

from kasen.teams.slides.building.tables import shares
from teams.slides.building.hand_made import SLIDES, TABLE, WIDTH, one, shape

SLIDE = SLIDES[4]


def drawn(**changed: Any) -> Any:
    return shape(one(SLIDE.model_copy(update={"table": TABLE.model_copy(update=changed)})), "table")


def test_cells_hold_the_words_and_numbers_stand_right() -> None:
    held = drawn()
    rows = [[cell.text_frame.text for cell in row.cells] for row in held.table.rows]
    assert rows == [list(TABLE.columns), *map(list, TABLE.rows)]
    sides = [cell._tc.find(".//{*}pPr").get("algn") for cell in held.table.rows[1].cells]
    assert sides == ["l", "r", "r"]


def test_columns_and_rows_sum_to_the_frame() -> None:
    held = drawn(columns=("a", "b", "c", "d", "e", "f", "g"), rows=tuple(("1",) * 7 for _ in range(11)), numeric=())
    assert sum(column.width for column in held.table.columns) == held.width <= WIDTH
    assert sum(row.height for row in held.table.rows) == held.height


def test_a_row_that_is_too_short_or_too_long_is_evened_out() -> None:
    held = drawn(rows=(("x",), ("1", "2", "3", "4")))
    assert [[cell.text_frame.text for cell in row.cells] for row in held.table.rows][1:] == [
        ["x", "", ""],
        ["1", "2", "3"],
    ]


def test_the_first_row_is_marked_as_header_and_written_in_the_theme() -> None:
    held = drawn()
    assert held.table.first_row
    header = held.table.rows[0].cells[0]._tc
    assert header.tcPr.find("{*}solidFill/{*}schemeClr").get("val") == "accent1"
    assert header.find(".//{*}rPr").get("b") == "1"
    assert not list(held._element.iter("{*}srgbClr"))


def test_a_table_without_columns_is_not_drawn() -> None:
    slide = one(SLIDE.model_copy(update={"table": TABLE.model_copy(update={"columns": (), "rows": ()})}))
    assert "kasen:table" not in {held.name for held in slide.shapes}


def test_lengths_that_do_not_match_are_made_equal() -> None:
    assert shares((3, 4), 2, 100) == [3, 4]
    assert shares((3, 4), 3, 100) == [34, 33, 33]
    assert shares((3, 0), 2, 9) == [5, 4]

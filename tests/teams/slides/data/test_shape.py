from __future__ import annotations

from kasen.teams.slides.data.cells import Raw
from kasen.teams.slides.data.shape import Block, blocks
from kasen.teams.slides.data.sheet import Sheet


def found(*rows: list[Raw] | None) -> list[Block]:
    """The blocks of rows; None is an empty one."""
    return blocks(Sheet("", [(n, row) for n, row in enumerate(rows, start=1) if row is not None]))


def test_titles_and_units_above_a_table_are_no_rows_of_it() -> None:
    (block,) = found(
        ["売上実績表"], ["(単位:百万円)"], None, ["年度", "東京", "大阪"], ["2023", "1", "2"], ["2024", "3", "4"]
    )
    assert (block.names, block.header_row, block.unit, block.title) == (
        ["年度", "東京", "大阪"],
        4,
        "百万円",
        "売上実績表",
    )
    assert [number for number, _ in block.rows] == [5, 6]


def test_headings_of_two_lines_become_one_name() -> None:
    (block,) = found(
        [None, "2023年", None, "2024年", None],
        ["品目", "数量", "金額", "数量", "金額"],
        [None, "(t)", "(百万円)", "(t)", "(百万円)"],
        ["茶", 1, 2, 3, 4],
        ["米", 5, 6, 7, 8],
    )
    assert block.names == ["品目", "2023年 数量 (t)", "2023年 金額 (百万円)", "2024年 数量 (t)", "2024年 金額 (百万円)"]
    assert block.header_row == 3


def test_years_may_be_headings() -> None:
    (block,) = found(["Item", 2019, 2020, 2021], ["Tea", 10, 12, 15], ["Rice", 8, 9, 11])
    assert block.names == ["Item", "2019", "2020", "2021"]
    assert len(block.rows) == 2


def test_a_table_without_headings_gets_names() -> None:
    (block,) = found(["Tea", 10, 12], ["Rice", 8, 9])
    assert block.names == ["column 1", "column 2", "column 3"]
    assert (block.header_row, len(block.rows)) == (0, 2)


def test_notes_below_a_table_are_no_rows_of_it() -> None:
    (block,) = found(["a", "b"], ["x", 1], ["y", 2], ["※速報値"], ["Source: somebody"], ["注1", "見込み"])
    assert [cells for _, cells in block.rows] == [["x", 1], ["y", 2]]


def test_headings_that_are_repeated_are_no_rows() -> None:
    (block,) = found(["a", "b"], ["x", 1], ["a", "b"], ["y", 2])
    assert [number for number, _ in block.rows] == [2, 4]


def test_a_second_table_below_the_first_is_one_of_its_own() -> None:
    first, second = found(["a", "b"], ["x", 1], ["y", 2], None, ["Another"], ["k", "n", "m"], ["p", 3, 4])
    assert (first.names, second.names, second.title) == (["a", "b"], ["k", "n", "m"], "Another")
    assert [number for number, _ in second.rows] == [7]


def test_an_empty_row_inside_a_table_does_not_end_it() -> None:
    (block,) = found(["a", "b"], ["x", 1], None, ["y", 2])
    assert [number for number, _ in block.rows] == [2, 4]


def test_names_stand_apart_and_rows_are_as_wide_as_they_are() -> None:
    (block,) = found(["a", "a", None, "b"], [1, 2, 3, 4], [5], [6, 7, 8, 9])
    assert block.names == ["a", "a (2)", "column 3", "b"]
    assert block.rows[1] == (3, [5, None, None, None])


def test_words_of_one_merged_line_are_a_title_and_no_group() -> None:
    (block,) = found(["Report", "Report", "Report"], ["month", "sales", "rate"], ["1月", 10, 2], ["2月", 12, 3])
    assert (block.title, block.names) == ("Report", ["month", "sales", "rate"])


def test_one_column_is_a_table_and_nothing_is_none() -> None:
    (block,) = found(["sales"], [10], [12])
    assert block.names == ["sales"]
    assert found() == []
    assert found(["only a title"]) == []

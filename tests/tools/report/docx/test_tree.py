from __future__ import annotations

from kasen.tools.report.docx import tree


def test_text_keeps_line_ends_and_loses_what_xml_cannot_hold() -> None:
    assert tree.text("a\nb\0\ud800c") == [{"t": "Str", "c": "a"}, {"t": "LineBreak"}, {"t": "Str", "c": "bc"}]
    assert tree.text("") == []


def test_columns_of_a_table_fill_the_width() -> None:
    widths = tree.table([tree.text(t) for t in "abc"], [], first=0.2)["c"][2]
    assert [round(width["c"], 2) for _, width in widths] == [0.2, 0.4, 0.4]

from __future__ import annotations

from kasen.tools.validation.checks.keys import keys


def test_the_table_is_whole_and_agrees_with_itself() -> None:
    table = keys()
    assert {"toc", "number-sections", "embed-resources"} <= table.booleans
    assert {"html", "docx", "typst"} <= table.formats
    assert not table.booleans & table.numbers
    assert table.open.keys() <= table.booleans
    cells = {"enabled", "error", "eval", "fenced-echo", "freeze", "include", "cache", "echo", "warning"}
    assert (table.booleans | table.numbers | table.texts | table.files) - table.known <= cells

from __future__ import annotations

import pytest

from kasen.cli.columns import cells, columns, width, wrapped


@pytest.mark.parametrize(("text", "wide"), [("", 0), ("abc", 3), ("役割", 4), ("ｶﾅ", 2), ("が", 2), ("Ａ", 2)])
def test_wide_characters_take_two_columns_and_combining_ones_none(text: str, wide: int) -> None:
    assert cells(text) == wide


def test_cells_stand_one_under_the_other_whatever_the_script() -> None:
    lines = list(columns([("役割", "price", "x"), ("planner", "1.00", "yy")], right=(1,)))
    assert lines == ["役割     price  x", "planner   1.00  yy"]
    assert list(columns([])) == []


def test_the_width_is_that_of_the_terminal_within_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    for columns_, wide in (("80", 80), ("20", 60), ("400", 110)):
        monkeypatch.setenv("COLUMNS", columns_)
        assert width() == wide


def test_a_long_text_is_broken_where_it_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    lines = list(wrapped(" → ".join(["google:some-model-name"] * 4), first="- ", more="  ", at=" → "))
    assert len(lines) == 2
    assert all(cells(line) <= 62 for line in lines)
    assert lines[0].endswith(" →")
    assert lines[1].startswith("  google:")
    assert list(wrapped("word" * 40)) == ["word" * 40]

"""Of a row of a table, the cell under the heading that is the criterion."""

from __future__ import annotations

import pytest

from kasen.teams.research.rules.comparison import criterion
from kasen.teams.research.rules.field import field
from kasen.teams.research.rules.subject import Place, Subjects

SUBJECTS = Subjects([("Alpha", "アルファ"), ("Beta", "ベータ")])
TABLE = """Product | Price | Weight (kg) | Note
Alpha | $120 | 1.2 | the first
Beta | $155 | 0.9 | –"""
TURNED = "Criterion | Alpha | Beta\nPrice | $120 | $155\nColour | red | blue"
SHEET = "No | 製品 | 価格 | 重量 (kg)\n1 | アルファ | 12,000円 | 1.2\n2 | ベータ | 15,500円 | 0.98"


def said(text: str, row: int, item: int, by: str, *, headings: tuple[str, ...] = (), lang: str = "en") -> str:
    line = text.splitlines()[row]
    start = text.index(line)
    place = Place(text, start, start + len(line), headings)
    return field(place, item, SUBJECTS, criterion(by), lang=lang)


@pytest.mark.parametrize(
    ("text", "row", "item", "by", "value"),
    [
        (TABLE, 1, 1, "price", "$120"),
        (TABLE, 2, 2, "cost", "$155"),
        (TABLE, 1, 1, "weight", "Weight (kg): 1.2"),
        (TURNED, 1, 1, "price", "$120"),
        (TURNED, 1, 2, "price", "$155"),
        (f"| {TABLE.splitlines()[0]} |\n|---|---|---|---|\n| Alpha | $120 | 1.2 | x |", 2, 1, "price", "$120"),
    ],
)
def test_the_field_under_the_heading_is_found(text: str, row: int, item: int, by: str, value: str) -> None:
    assert said(text, row, item, by) == value


def test_the_things_may_stand_in_any_column_and_words_for_the_same_count() -> None:
    assert said(SHEET, 1, 1, "値段", lang="ja") == "12,000円"
    assert said(SHEET, 2, 2, "重さ", lang="ja") == "重量 (kg)：0.98"


def test_of_a_table_that_was_cut_the_last_heading_tells() -> None:
    head = TABLE.splitlines()[0]
    cut = "\n".join(TABLE.splitlines()[1:])
    assert said(cut, 1, 2, "price", headings=("Sheet", head)) == "$155"
    assert said(cut, 1, 2, "price") == ""


@pytest.mark.parametrize(
    ("text", "row", "item", "by"),
    [
        (TABLE, 1, 1, "taste"),
        (TABLE, 1, 2, "price"),
        ("Product | Price | Note\nAlpha |  | new", 1, 1, "price"),
        (TABLE, 0, 1, "price"),
        ("Product | Price here | Price abroad\nAlpha | $1 | $2", 1, 1, "price"),
        ("Product | Price\nAlpha | $1 | $2", 1, 1, "price"),
        ("Product | Price\nAlpha and Beta | $1", 1, 1, "price"),
        ("The price of the Alpha is 500 dollars.", 0, 1, "price"),
        (TURNED, 2, 1, "price"),
    ],
)
def test_where_the_headings_do_not_tell_there_is_none(text: str, row: int, item: int, by: str) -> None:
    assert said(text, row, item, by) == ""

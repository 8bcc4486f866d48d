from __future__ import annotations

import pytest

from kasen.teams.slides.data.cells import Percent
from kasen.teams.slides.data.shape import blocks
from kasen.teams.slides.data.sheet import Sheet
from kasen.teams.slides.data.table import Table
from kasen.teams.slides.data.typed import table_of
from teams.slides.data.tabled import kinds, table


def column(*cells: object, name: str = "x", lang: str = "en") -> tuple[str, list[object], tuple[str, ...]]:
    """Type and unit, values and notes of a column that stands beside one of words."""
    sheet = Sheet("", [(1, ["name", name]), *((n, [f"n{n}", cell]) for n, cell in enumerate(cells, start=2))])  # type: ignore[list-item]
    (block,) = blocks(sheet)
    found: Table = table_of(block, sheet, file="a.csv", path="/a.csv", sha256="0", lang=lang)
    return kinds(found)[name], [row[1] for row in found.rows], found.profile.notes


@pytest.mark.parametrize(
    ("name", "cells", "kind"),
    [
        ("x", ["1,200", "▲12", "３００"], "number"),
        ("売上(百万円)", ["1", "2"], "number 百万円"),
        ("weight [kg]", ["1", "2"], "number kg"),
        ("sales, USD million", ["1", "2"], "number USD million"),
        ("caffeine (mg per 100 ml)", ["1", "2"], "number mg per 100 ml"),
        ("構成比", ["35", "65"], "number %"),
        ("share", ["35%", "65%"], "number %"),
        ("price", ["¥120", "¥80"], "number 円"),
        ("x", ["12kg", "3kg"], "number kg"),
        ("年度", ["2022", "2023"], "date"),
        ("year", [2022, 2023], "date"),
        ("date", ["20240401", "20240402"], "date"),
        ("x", ["20240401", "20240402"], "number"),
        ("月", ["令和6年4月", "令和6年5月"], "date"),
        ("期間", ["2024年度第1四半期", "FY2024 Q2"], "date"),
        ("月", ["4月", "5月"], "text"),
        ("郵便番号", ["1000001", "5300001"], "text"),
        ("顧客コード", ["101", "102"], "text"),
        ("id", [1, 2], "text"),
        ("x", ["00123", "00456"], "text"),
        ("年代", ["10代", "20代"], "text"),
        ("ok", ["yes", "no", "yes"], "bool"),
        ("有無", ["○", "×", "○"], "bool"),
        ("ok", [True, False], "bool"),
        ("x", ["", "-", None], "empty"),
        ("x", ["1.234,5", "12,5"], "number"),
    ],
)  # fmt: skip
def test_a_column_has_the_type_of_its_cells_and_the_unit_of_its_heading(
    name: str, cells: list[object], kind: str
) -> None:
    assert column(*cells, name=name)[0] == kind


def test_what_is_no_number_in_a_column_of_numbers_is_nothing_and_said() -> None:
    kind, values, notes = column("1", "2", "3", "4", "pending", "-")
    assert (kind, values) == ("number", [1, 2, 3, 4, None, None])
    assert notes == ("1 cell(s) of `x` ('pending', …) are no numbers and count as empty.",)


def test_a_formula_in_a_text_file_stays_what_it_is() -> None:
    kind, values, notes = column("1", "2", "=SUM(B2:B3)", "=HYPERLINK(1)")
    assert (kind, values) == ("number", [1, 2, None, None])
    assert notes == ("2 formula(s) in `x` are not computed and count as empty.",)
    assert column("=A1", "+B2", "@x", "-C3")[1] == ["=A1", "+B2", "@x", "-C3"]


def test_units_that_differ_are_not_reckoned_with() -> None:
    kind, values, notes = column("12kg", "3t", lang="ja")
    assert (kind, values) == ("text", ["12kg", "3t"])
    assert notes == ("「x」は単位(kg, t)が混ざり、数として扱わない。",)


def test_a_column_that_is_mostly_words_is_words() -> None:
    assert column("1", "tea", "rice", "2")[0] == "text"


def test_days_with_slashes_are_read_in_the_order_that_the_column_shows() -> None:
    assert column("13/4/2024", "1/5/2024")[1] == ["2024-04-13", "2024-05-01"]
    kind, values, notes = column("1/4/2024", "2/4/2024")
    assert (kind, values) == ("date", ["2024-01-04", "2024-02-04"])
    assert notes == ("`x` was read as month/day/year.",)


def test_percents_of_a_workbook_are_percents() -> None:
    assert column(Percent(12.5), Percent(30))[:2] == ("number %", [12.5, 30])


def test_a_column_is_measured_without_its_total() -> None:
    found = table("shop,sales\nA,10\nB,30\nA,\nTotal,40\n")
    sales, shop = found.profile.columns[1], found.profile.columns[0]
    assert (sales.low, sales.high, sales.distinct, sales.missing) == ("10", "30", 2, 1)
    assert (shop.distinct, shop.examples) == (2, ("A", "B"))
    assert (found.profile.rows, found.totals, found.at) == (3, (("Total", 40),), (2, 3, 4))


def test_a_unit_above_the_table_holds_for_its_numbers() -> None:
    found = table("表1\n単位:千円\n店,売上,構成比\nA,10,40%\nB,15,60%\n", lang="ja")
    assert kinds(found) == {"店": "text", "売上": "number 千円", "構成比": "number %"}


def test_an_empty_column_with_a_name_is_kept_and_one_without_is_not() -> None:
    assert kinds(table("a,b,,c\nx,1,,\ny,2,,\n")) == {"a": "text", "b": "number", "c": "empty"}

from __future__ import annotations

import pytest

from kasen.teams.slides.data import charts
from kasen.teams.slides.data.draft import Draft
from kasen.teams.slides.data.table import Column, Table
from kasen.teams.slides.data.time_charts import Span, span_of
from teams.slides.data.tabled import table


def column(found: Table, name: str) -> Column:
    wanted = found.column(name)
    assert wanted is not None
    return wanted


def bars(text: str, by: str, value: str) -> Draft | None:
    found = table(text)
    return charts.by_category(found, column(found, by), column(found, value), Span(), "en")


MANY = "town,people\n" + "".join(f"t{n},{n}\n" for n in range(1, 15))


def test_bars_are_sorted_and_those_after_the_tenth_are_one() -> None:
    draft = bars(MANY, "town", "people")
    assert draft is not None
    assert draft.labels[:2] == ("t14", "t13")
    assert draft.labels[-1] == "4 others"
    assert list(draft.series["people"])[-1] == 1 + 2 + 3 + 4
    assert draft.rows == tuple(range(2, 16))
    assert draft.shows == "People is highest for t14 at 14, 13.3% of the total; the lowest is t1 at 1."


def test_the_rest_of_rates_is_no_sum() -> None:
    draft = bars(MANY.replace("people", "rate (%)"), "town", "rate (%)")
    assert draft is not None
    assert (len(draft.labels), draft.rate, len(draft.rows)) == (10, True, 10)


def test_rates_of_several_rows_are_not_brought_together() -> None:
    assert bars("town,rate (%)\na,10\na,20\nb,30\n", "town", "rate (%)") is None


def test_months_stay_in_their_order() -> None:
    found = table("月,売上\n4月,3\n5月,9\n6月,5\n", lang="ja")
    draft = charts.by_category(found, column(found, "月"), column(found, "売上"), Span(), "ja")
    assert draft is not None
    assert (draft.labels, draft.chart) == (("4月", "5月", "6月"), "column")


def test_of_a_whole_that_the_file_states_shares_are_its_shares() -> None:
    found = table("pref,tea (t)\nA,30\nB,20\nC,10\n全国,100\n")
    draft = charts.by_category(found, column(found, "pref"), column(found, "tea (t)"), Span(), "en")
    assert draft is not None
    assert draft.shows == "Tea is highest for A at 30 t, 30% of the total; the lowest is C at 10 t."
    assert {30, 20} <= set(draft.numbers)
    assert draft.amounts == (100,)
    assert not draft.whole
    assert charts.shares(found, column(found, "pref"), column(found, "tea (t)"), Span(), "en") is None
    assert charts.total_of(found, column(found, "tea (t)"), "en") is None


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("k,n\na,1\nb,3\n", True),
        ("k,n\na,1\nb,-3\n", False),
        ("k,n\n" + "".join(f"k{n},{n}\n" for n in range(1, 9)), False),
        ("k,share (%)\na,40\nb,60\n", True),
        ("k,share (%)\na,40\nb,70\n", False),
        ("k,price\na,40\nb,70\n", False),
    ],
)
def test_a_doughnut_is_drawn_of_few_parts_of_a_whole(text: str, drawn: bool) -> None:
    found = table(text)
    draft = charts.shares(found, found.columns()[0], found.columns()[1], Span(), "en")
    assert (draft is not None) == drawn
    if draft:
        assert draft.chart == "doughnut"


def test_two_columns_are_a_scatter_only_where_they_go_together() -> None:
    lines = [f"{n},{2 * n + n % 3},{(n * 7919) % 13}" for n in range(1, 13)]
    found = table("x,y,z\n" + "\n".join(lines) + "\n")
    x, y, z = found.columns()
    draft = charts.pair(found, x, y, "en")
    assert draft is not None
    assert draft.chart == "scatter"
    assert "correlation 0.99" in draft.shows
    assert (draft.labels[0], draft.series["y"][0]) == ("1", 3)
    assert charts.pair(found, x, z, "en") is None
    assert charts.pair(found, x, x, "en") is None
    assert charts.correlation([1, 1, 1], [1, 2, 3]) == 0


def test_a_small_table_is_shown_as_it_stands() -> None:
    draft = charts.listing(table(), "en")
    assert draft is not None
    assert draft.headings == ("region", "year", "sales (million yen)", "staff")
    assert draft.cells[0] == ("East", "2022", "120", "10")
    assert draft.numeric == (False, False, True, True)
    assert charts.listing(table(MANY), "en") is None


def test_a_total_names_its_rows() -> None:
    found = table()
    draft = charts.total_of(found, column(found, "staff"), "ja")
    assert draft is not None
    assert (draft.value, draft.rows, draft.shows) == (33, (2, 3, 4, 5), "「staff」の合計は33（4 行）である。")
    assert charts.total_of(table("k,rate (%)\na,1\nb,2\n"), table("k,rate (%)\na,1\nb,2\n").columns()[1], "ja") is None


def test_columns_of_one_unit_stand_beside_each_other() -> None:
    found = table("月,本店(円),駅前店(円),港店(円)\n4月,3,2,1\n5月,3,4,1\n", lang="ja")
    draft = charts.columns_compared(found, found.columns("number"), Span(None, "2024年"), "ja")
    assert draft is not None
    assert (draft.labels, list(draft.series["合計"])) == (("本店", "駅前店", "港店"), [6, 6, 2])
    assert draft.title == "本店など 3 項目の合計（2024年）"


def test_of_several_years_the_last_is_shown_and_named() -> None:
    found = table()
    span = span_of(found, column(found, "year"), "en")
    assert (span.rows, span.name) == ((1, 3), "2023")
    draft = charts.by_category(found, column(found, "region"), column(found, "staff"), span, "en")
    assert draft is not None
    assert (draft.title, list(draft.series["staff"]), draft.rows) == ("staff by region, 2023", [11, 6], (3, 5))


def test_what_is_measured_of_each_row_is_a_mean_and_never_a_sum() -> None:
    found = table("team,days late\nA,10\nA,20\nB,4\nB,6\nC,1\n")
    draft = charts.by_category(found, column(found, "team"), column(found, "days late"), Span(), "en")
    assert draft is not None
    assert draft.series == {"average days late": [15, 5, 1]}
    assert (draft.title, draft.how) == ("average days late by team", "mean of “days late” for each “team”")
    assert "total" not in draft.shows
    assert charts.total_of(found, column(found, "days late"), "en") is None


def test_rows_without_a_value_are_counted_and_categories_without_one_are_named() -> None:
    found = table("k,n\na,1\nb,3\nb,\nc,\nd,9\n")
    draft = charts.by_category(found, column(found, "k"), column(found, "n"), Span(), "en")
    assert draft is not None
    assert draft.how.endswith(", without 2 rows without a value")
    assert draft.shows.endswith("There is no value for c.")
    assert 2 in draft.numbers


def test_of_smaller_rates_that_are_left_out_the_title_says_so_and_the_lowest_is_still_known() -> None:
    draft = bars(MANY.replace("people", "rate (%)"), "town", "rate (%)")
    assert draft is not None
    assert draft.title == "rate by town, top 10"
    assert draft.shows.endswith("the lowest is t1 at 1%.")
    assert 1 in draft.amounts


def test_a_table_is_told_by_where_its_columns_are_highest() -> None:
    found = table("店舗,売上（千円）,客数\n甲,30,9\n乙,20,12\n丙,10,3\n", lang="ja")
    draft = charts.listing(found, "ja")
    assert draft is not None
    assert (draft.title, draft.shows) == ("店舗別の一覧", "売上は甲、客数は乙が最大である。")

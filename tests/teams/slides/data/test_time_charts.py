from __future__ import annotations

from kasen.teams.slides.data import time_charts
from kasen.teams.slides.data.table import Column, Table
from teams.slides.data.tabled import table


def column(found: Table, name: str) -> Column:
    wanted = found.column(name)
    assert wanted is not None
    return wanted


def test_few_points_are_columns_and_more_are_a_line() -> None:
    for count, kind in ((3, "column"), (6, "line")):
        found = table("year,n\n" + "".join(f"{2015 + n},{n + 1}\n" for n in range(count)))
        draft = time_charts.over_time(found, found.columns()[0], [found.columns()[1]], "en")
        assert draft is not None
        assert (draft.chart, draft.in_time, draft.labels[0]) == (kind, True, "2015")


def test_what_time_did_is_said_from_first_to_last() -> None:
    found = table("年度,売上(百万円)\n2021,100\n2022,180\n2023,150\n", lang="ja")
    draft = time_charts.over_time(found, found.columns()[0], [found.columns()[1]], "ja")
    assert draft is not None
    assert (
        draft.shows
        == "売上は2021年度の100百万円から2023年度の150百万円へ50%増えた。最も高いのは2022年度の180百万円である。"
    )
    assert draft.how == "「年度」ごとの「売上(百万円)」の値"


def test_rates_of_the_same_time_are_not_added_up() -> None:
    found = table("year,rate (%)\n2021,10\n2021,12\n2022,11\n")
    assert time_charts.over_time(found, found.columns()[0], [found.columns()[1]], "en") is None


def test_a_long_table_has_a_series_for_each_of_a_few_categories() -> None:
    found = table()
    year, region, sales = (column(found, name) for name in ("year", "region", "sales (million yen)"))
    draft = time_charts.by_category_over_time(found, year, region, sales, "en")
    assert draft is not None
    assert draft.series == {"East": [120, 150], "West": [80, 70]}
    assert (draft.chart, draft.unit, draft.rows) == ("stacked_column", "million yen", (2, 3, 4, 5))
    assert draft.shows.startswith("Sales rose 10% from 200")
    assert 220 in draft.numbers


def test_a_category_that_lacks_a_time_has_a_gap_there() -> None:
    found = table("year,k,n\n2021,a,1\n2022,a,2\n2022,b,3\n")
    year, kind, value = found.columns()
    draft = time_charts.by_category_over_time(found, year, kind, value, "en")
    assert draft is not None
    assert draft.series == {"a": [1, 2], "b": [None, 3]}


def test_years_that_stand_across_are_a_line_for_each_row() -> None:
    found = table("Item,2019,2020,2021\nTea,10,12,15\nRice,8,9,11\n")
    draft = time_charts.years_across(found, "en")
    assert draft is not None
    assert (draft.labels, draft.series["Tea"]) == (("2019", "2020", "2021"), [10, 12, 15])
    assert draft.rows == (2, 3)
    assert draft.whole
    assert time_charts.years_across(table(), "en") is None


def test_names_of_columns_may_be_moments() -> None:
    assert [time_charts.moment_of(name) for name in ("2019", "2019年", "FY2020", "sales", "12")] == [
        "2019", "2019", "FY2020", "", "",
    ]  # fmt: skip


def test_a_span_is_named_by_its_first_and_last_time() -> None:
    found = table("month,shop,n\n2024-04,A,1\n2024-05,A,2\n2024-05,B,3\n")
    span = time_charts.span_of(found, column(found, "month"), "ja")
    assert (span.rows, span.name) == (None, "2024年4月〜2024年5月")
    assert span.title("店別", "ja") == "店別（2024年4月〜2024年5月）"
    assert time_charts.span_of(found, None, "ja").title("店別", "ja") == "店別"

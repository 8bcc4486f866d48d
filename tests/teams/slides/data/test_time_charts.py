from __future__ import annotations

from kasen.teams.slides.data import time_charts
from kasen.teams.slides.data.table import Column, Table
from teams.slides.data.tabled import table


def column(found: Table, name: str) -> Column:
    wanted = found.column(name)
    assert wanted is not None
    return wanted


def _three(found: Table) -> tuple[Column, Column, Column]:
    first, second, third = found.columns()
    return first, second, third


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
        == "売上は2021年度の100百万円から2023年度の150百万円へ50%増えた。最も大きいのは2022年度の180百万円である。"
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


def test_a_span_is_named_by_its_first_and_last_time() -> None:
    found = table("month,shop,n\n2024-04,A,1\n2024-05,A,2\n2024-05,B,3\n")
    span = time_charts.span_of(found, column(found, "month"), "ja")
    assert (span.rows, span.name) == (None, "2024年4月〜2024年5月")
    assert span.title("店別", "ja") == "店別（2024年4月〜2024年5月）"
    assert time_charts.span_of(found, None, "ja").title("店別", "ja") == "店別"


def test_a_total_of_which_a_part_is_missing_is_not_compared() -> None:
    found = table(
        "年度,部門,利益（百万円）\n2022,国内,10\n2022,海外,-5\n2023,国内,12\n2023,海外,4\n2024,国内,\n2024,海外,9\n",
        lang="ja",
    )
    draft = time_charts.by_category_over_time(found, *_three(found), "ja")
    assert draft is not None
    assert draft.shows.startswith("利益は2022年度の5百万円から2023年度の16百万円へ220%増えた。")
    assert draft.shows.endswith("（2024年度は値が欠けるため比べていない）")
    assert draft.headline == "利益は2022年度から2023年度に220%増"
    assert draft.chart == "column", "what is below zero is not stacked"


def test_what_made_the_growth_is_named_and_its_share_may_be_said() -> None:
    found = table("year,k,n\n2021,a,10\n2021,b,10\n2022,a,40\n2022,b,20\n")
    draft = time_charts.by_category_over_time(found, *_three(found), "en")
    assert draft is not None
    assert draft.shows == "N rose 200% from 20 in 2021 to 60 in 2022. A made 75% of the growth (30)."
    assert {75, 30} <= set(draft.numbers)


def test_columns_that_go_different_ways_are_compared_and_those_that_go_alike_are_added_up() -> None:
    apart = table("year,shop,mail\n2021,100,10\n2022,110,20\n")
    draft = time_charts.over_time(apart, apart.columns()[0], apart.columns("number"), "en")
    assert draft is not None
    assert draft.headline == "mail grew most, by 100%"
    assert "shop (up 10% from 100 to 110) least well" in draft.shows
    alike = table("year,shop,mail\n2021,100,10\n2022,110,11\n")
    draft = time_charts.over_time(alike, alike.columns()[0], alike.columns("number"), "en")
    assert draft is not None
    assert draft.shows == "Total of shop and mail rose 10% from 110 in 2021 to 121 in 2022."
    assert {110, 121, 10} <= set(draft.numbers)


def test_days_of_several_months_are_named_by_their_months() -> None:
    found = table("date,shop,n\n2024-04-02,A,1\n2024-06-30,B,3\n")
    assert time_charts.span_of(found, column(found, "date"), "en").name == "Apr 2024 – Jun 2024"


def test_a_title_names_a_few_columns_and_counts_many() -> None:
    found = table("年,甲,乙,丙,丁\n2021年,1,2,3,4\n2022年,2,3,4,9\n", lang="ja")
    for count, title in ((2, "甲・乙の推移"), (4, "甲など 4 項目の推移")):
        draft = time_charts.over_time(found, found.columns()[0], found.columns("number")[:count], "ja")
        assert draft is not None
        assert draft.title == title

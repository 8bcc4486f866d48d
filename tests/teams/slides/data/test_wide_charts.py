from __future__ import annotations

from kasen.teams.slides.data import wide_charts
from teams.slides.data.tabled import table

MONTHS = "店舗,1月,2月,3月\n" + "".join(
    f"{name},{n},{n + 1},{n + 3}\n" for n, name in enumerate("甲乙丙丁戊己", start=1)
)


def test_years_that_stand_across_are_a_line_for_each_row() -> None:
    found = table("Item,2019,2020,2021\nTea,10,12,15\nRice,8,9,11\n")
    draft = wide_charts.over_time(found, "en")
    assert draft is not None
    assert (draft.labels, draft.series["Tea"]) == (("2019", "2020", "2021"), [10, 12, 15])
    assert draft.rows == (2, 3)
    assert draft.whole
    assert wide_charts.over_time(table(), "en") is None


def test_names_of_columns_may_be_moments() -> None:
    assert [wide_charts.moment_of(name) for name in ("2019", "2019年", "FY2020", "sales", "12")] == [
        "2019", "2019", "FY2020", "", "",
    ]  # fmt: skip


def test_months_that_stand_across_are_time_too_and_many_rows_are_their_total() -> None:
    found = table(MONTHS, lang="ja")
    draft = wide_charts.over_time(found, "ja")
    assert draft is not None
    assert draft.labels == ("1月", "2月", "3月")
    assert draft.series == {"合計": [21, 27, 39]}
    assert draft.shows == "合計は1月の21から3月の39へ85.7%増えた。"
    assert (draft.title, draft.headline) == ("店舗 6 件の合計の推移", "合計は1月から3月に85.7%増")
    assert draft.rows == (2, 3, 4, 5, 6, 7)


def test_rows_are_compared_over_all_parts_of_a_year_and_in_the_last_of_years() -> None:
    months = wide_charts.by_row(table(MONTHS, lang="ja"), "ja")
    assert months is not None
    assert (months.labels[0], next(iter(months.series.items()))) == ("己", ("1月〜3月の合計", [22, 19, 16, 13, 10, 7]))
    years = wide_charts.by_row(table("Item,2019,2020,2021\nTea,10,12,15\nRice,8,9,11\nSalt,1,1,1\n"), "en")
    assert years is not None
    assert years.columns == ("Item", "2021")
    assert years.shows == "The value of 2021 is highest for Tea at 15, 55.6% of the total; the lowest is Salt at 1."


def test_rates_that_stand_across_are_never_added_up() -> None:
    text = "店舗,1月 (%),2月 (%),3月 (%)\n" + "".join(f"{name},{n},{n},{n}\n" for n, name in enumerate("甲乙丙丁戊己"))
    found = table(text, lang="ja")
    draft = wide_charts.over_time(found, "ja")
    assert draft is None or len(draft.series) == wide_charts.MOST_SERIES
    assert wide_charts.by_row(found, "ja") is None


def test_a_table_without_time_across_is_none_of_it() -> None:
    assert wide_charts.across(table()) == []
    assert wide_charts.over_time(table(), "ja") is None
    assert wide_charts.by_row(table(), "ja") is None

from kasen.teams.resume.measures.dates import date_format, dated_entries
from teams.resume.measures.given import english, japanese, quoted, view


def test_a_position_without_a_period_is_asked_for() -> None:
    text = (
        english("- Built it")
        + "\n### Clerk, Other Ltd\n\n- Filed it\n\n### Temp, Third Ltd, 2012 – 2013\n\n- Typed it\n"
    )
    found = dated_entries(view(text))
    assert found.note == "2 of 3 positions have a period; with years only: 1."
    assert found.score == 2.5
    assert [one.severity for one in found.defects] == ["major", "minor"]
    assert all(one.question for one in found.defects)
    assert quoted(text, found)[1] == "2012 – 2013"


def test_no_position_is_nothing_to_measure() -> None:
    assert dated_entries(view("Hello")).score is None


def test_one_form_of_dates_is_the_best() -> None:
    text = english("- Built it", head="Engineer, Example Ltd, Jan 2020 – Mar 2021")
    assert date_format(view(text)).score == 5.0
    assert date_format(view("# A\n\nnothing\n")).score is None


def test_the_rarer_forms_are_quoted_once_each() -> None:
    text = english("- Built it", head="Engineer, Example Ltd, Jan 2020 – Mar 2021") + (
        "\n### Clerk, Other Ltd, 04/2018 – 06/2019\n\n- Filed it\n"
        "\n### Temp, Third Ltd, Feb 2016 – Apr 2017\n\n- Typed it\n"
    )
    found = date_format(view(text))
    assert found.score == 1.5
    assert quoted(text, found) == ["04/2018"]
    assert "Apr 2020 (4), 04/2020 (2)" in found.note


def test_may_is_short_and_long_at_once() -> None:
    for other in ("Apr 2020", "April 2020"):
        text = english("- Built it", head=f"Engineer, Example Ltd, {other} – May 2021") + f"\nSince {other}.\n"
        assert date_format(view(text)).score == 5.0


def test_both_calendars_are_mixed_but_a_pair_is_not() -> None:
    mixed = japanese("- 設計", head="見本株式会社（2018年4月〜令和2年3月）")
    assert "令和" in quoted(mixed, date_format(view(mixed)))[0]
    paired = japanese("- 設計", head="見本株式会社（2018年4月（平成30年4月）〜2020年3月（令和2年3月））")
    assert date_format(view(paired)).score == 5.0


def test_a_zero_before_the_month_is_another_form_unless_every_month_has_two_digits() -> None:
    assert date_format(view(japanese("- 設計", head="見本株式会社（2018年04月〜2020年3月）"))).score == 1.5
    assert date_format(view(japanese("- 設計", head="見本株式会社（2018年04月〜2020年12月）"))).score == 5.0


def test_a_year_that_its_era_never_had_is_told_with_the_one_that_may_be_meant() -> None:
    text = japanese("- 設計", head="見本株式会社（平成34年7月〜現在）") + "\n平成30年1月に入社\n"
    found = date_format(view(text))
    assert found.defects[0].text == "平成34年という年はない。"
    assert "令和4年" in found.defects[0].question
    assert quoted(text, found)[0] == "平成34年"

import pytest

from kasen.teams.resume.measures.gaps import career_gaps
from kasen.teams.resume.measures.view import View
from teams.resume.measures.given import quoted, view


def career(*periods: str, extra: str = "") -> str:
    entries = "".join(f"### Engineer, Example{n} Ltd, {period}\n\n- Built it\n\n" for n, period in enumerate(periods))
    return f"# Example Person\n\n## Experience\n\n{entries}{extra}"


def of(*periods: str, extra: str = "") -> View:
    return view(career(*periods, extra=extra))


@pytest.mark.parametrize(
    ("since", "score"),
    [("2020-01", 5.0), ("2020-04", 5.0), ("2020-06", 4.0), ("2020-12", 3.0), ("2021-10", 2.0), ("2023-10", 1.0)],
)
def test_the_longest_gap_counts(since: str, score: float) -> None:
    assert career_gaps(of(f"{since} – present", "2016-01 – 2019-12")).score == score


def test_a_gap_is_told_in_months_at_the_period_after_it() -> None:
    text = career("2020-09 – present", "2016-01 – 2019-12")
    found = career_gaps(view(text))
    assert found.note == "Gaps of more than 3 months: 1 (8 months)."
    assert found.defects[0].text.startswith("8 months lie between 2019-12 and 2020-09")
    assert quoted(text, found) == ["2020-09 – present"]


def test_years_alone_make_no_gap() -> None:
    assert career_gaps(of("2020 – present", "2016 – 2019")).score == 5.0


def test_study_in_between_and_a_word_about_a_break_explain_it() -> None:
    school = "## Education\n\nMSc, Nowhere University, 2018-10 – 2020-09\n"
    assert career_gaps(of("2020-10 – present", "2016-01 – 2018-09", extra=school)).score == 5.0
    word = career_gaps(of("2020-10 – present", "2016-01 – 2018-09", extra="Parental leave in 2019.\n"))
    assert (word.score, list(word.defects)) == (4.0, [])
    assert "gives a reason" in word.note


def test_dates_that_cannot_be_are_critical() -> None:
    for period in ("2021-05 – 2020-01", "2031-01 – present", "2020-01 – 2030-12"):
        found = career_gaps(of(period))
        assert [one.severity for one in found.defects] == ["critical"], period
        assert found.score == 3.0


def test_two_employers_at_once_are_asked_about_and_cost_nothing() -> None:
    found = career_gaps(of("2020-01 – present", "2016-01 – 2020-12"))
    assert found.score == 5.0
    assert found.defects[0].text == "This and the next position overlap by 11 months."


def test_the_order_of_the_text_does_not_matter() -> None:
    up = career_gaps(of("2016-01 – 2019-12", "2020-12 – present"))
    assert up.score == 3.0


def test_nothing_dated_is_nothing_to_measure() -> None:
    assert career_gaps(view("")).score is None
    assert career_gaps(of("")).score is None


def test_in_japanese_with_an_era() -> None:
    text = (
        "# 職務経歴書\n\n## 職務経歴\n\n### 見本株式会社（平成25年4月〜平成27年3月）\n\n- 営業\n\n"
        "### 例示株式会社（2016年10月〜現在）\n\n- 企画\n"
    )
    found = career_gaps(view(text))
    assert found.note == "3か月を超える空白：1件（18か月）。"
    assert found.defects[0].text == "2015年3月から2016年10月まで18か月の空白に説明がない。"


def test_a_period_that_cannot_be_opens_no_gap() -> None:
    found = career_gaps(of("2021-05 – 2020-01", "2016-01 – 2019-12"))
    assert [one.severity for one in found.defects] == ["critical"]
    assert found.note.startswith("Gaps of more than 3 months: none.")

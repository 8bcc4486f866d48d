from __future__ import annotations

import pytest

from kasen.teams.resume.document.periods import folded_digits, moments_in, periods_in


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("2019年4月〜現在", (2019, 4), None),
        ("２０１９年４月～２０２２年３月（３年）", (2019, 4), (2022, 3)),
        ("平成31年4月－令和4年3月", (2019, 4), (2022, 3)),
        ("令和元年5月から現在に至る", (2019, 5), None),
        ("H31.4〜R4.3", (2019, 4), (2022, 3)),
        ("2019年4月 ～ 9月", (2019, 4), (2019, 9)),
        ("2019年4月〜", (2019, 4), None),
        ("2019/04-2022/03", (2019, 4), (2022, 3)),
        ("2019.04 ~ 2020.03", (2019, 4), (2020, 3)),
        ("2016-04 to 2019-03", (2016, 4), (2019, 3)),
        ("04/2019 – 03/2022", (2019, 4), (2022, 3)),
        ("Apr 2019 – Present", (2019, 4), None),
        ("September 2019—now", (2019, 9), None),
        ("Summer 2020 – Fall 2021", (2020, 7), (2021, 10)),
        ("May '19 - Jun '21", (2019, 5), (2021, 6)),
        ("2018–2020", (2018, 0), (2020, 0)),
        ("2018 - 2020", (2018, 0), (2020, 0)),
        ("昭和60年4月1日～平成2年3月31日", (1985, 4), (1990, 3)),
    ],
)
def test_periods_are_read_in_both_languages(text: str, start: tuple[int, int], end: tuple[int, int] | None) -> None:
    periods = list(periods_in(f"x {text}"))
    assert [(one.start, one.end) for one in periods] == [(start, end)]
    assert periods[0].span[0] == 2


@pytest.mark.parametrize(
    "text", ["2,019 users", "売上2019万円", "03-2019-1234", "about 1999%", "v2019", "80-90%", "", "room 2019人"]
)
def test_other_numbers_are_no_periods(text: str) -> None:
    assert list(periods_in(text)) == []


def test_single_moments_are_found_with_their_place() -> None:
    assert list(moments_in("合格 2016年11月、2018年", offset=10)) == [((2016, 11), (13, 21)), ((2018, 0), (22, 27))]


def test_folding_keeps_the_length() -> None:
    text = "２０１９年　ａ～"
    assert len(folded_digits(text)) == len(text)

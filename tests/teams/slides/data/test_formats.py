from __future__ import annotations

import pytest

from kasen.teams.slides.data.cells import Money, Percent
from kasen.teams.slides.data.formats import Shown, shown, value


@pytest.mark.parametrize(
    ("number", "code", "kind", "unit"),
    [
        (0, "", "", ""),
        (14, "", "date", ""),
        (9, "", "percent", "%"),
        (164, "0.0%", "percent", "%"),
        (164, "yyyy/mm", "date", ""),
        (164, '[$-411]ggge"年"m"月"d"日"', "date", ""),
        (164, "[$¥-411]#,##0", "money", "円"),
        (164, '#,##0"円"', "money", "円"),
        (164, '#,##0"人"', "money", "人"),
        (164, "0.00E+00", "", ""),
        (164, "General", "", ""),
        (164, '"day "0', "", ""),
        (164, '#,##0,"千円"', "", ""),  # what is stored is in yen; only the display is in thousands
    ],
)
def test_a_number_format_tells_dates_percents_and_money(number: int, code: str, kind: str, unit: str) -> None:
    found = shown(number, code)
    assert (found.kind, found.unit) == (kind, unit)


def test_a_serial_number_is_the_day_that_excel_shows() -> None:
    assert value(45_383, Shown("date", grain="day"), from_1904=False) == "2024-04-01"
    assert value(43_921, Shown("date", grain="day"), from_1904=True) == "2024-04-01"
    assert value(45_383, shown(164, "yyyy/mm"), from_1904=False) == "2024-04"
    assert value(45_383.4, shown(22, ""), from_1904=False) == "2024-04-01"
    assert value(45_383.4, shown(164, "yyyy/mm/dd hh:mm"), from_1904=False) == "2024-04-01 09:36"
    assert value(0.5, shown(164, "h:mm"), from_1904=False) == "12:00"
    assert value(1e12, shown(14, ""), from_1904=False) == 1e12


def test_numbers_lose_the_noise_of_binary_fractions() -> None:
    assert value(0.1 + 0.2, Shown(), from_1904=False) == 0.3
    assert repr(value(1200.0, Shown(), from_1904=False)) == "1200"
    assert value(float("nan"), Shown(), from_1904=False) is None
    percent = value(0.285, Shown("percent", "%"), from_1904=False)
    assert isinstance(percent, Percent)
    assert percent == 28.5
    money = value(12.0, Shown("money", "円"), from_1904=False)
    assert isinstance(money, Money)
    assert money.unit == "円"

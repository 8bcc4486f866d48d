from __future__ import annotations

import pytest

from kasen.teams.slides.data.multiples import is_near, lost_words, ratios
from kasen.teams.slides.data.numbers import untraced
from kasen.teams.slides.schemas.deck import Chart, Ref, Series
from kasen.teams.slides.schemas.findings import Figure


def figure(*series: tuple[float | None, ...]) -> Figure:
    """A chart of these series."""
    drawn = tuple(Series(name=f"s{n}", values=values) for n, values in enumerate(series))
    chart = Chart(id="F1", kind="line", categories=tuple("abcd"[: len(series[0])]), series=drawn)
    return Figure(id="F1", kind="chart", title="t", chart=chart, ref=Ref(id="D1", kind="rows"), by="rule")


@pytest.mark.parametrize(
    ("text", "stands"),
    [
        ("売上は2倍に増えた", True),
        ("売上は3倍に増えた", False),
        ("売上は倍増した", True),
        ("売上は半減した", False),
        ("Sales doubled", True),
        ("Sales are doubling", True),
        ("Sales tripled", False),
        ("Sales quadrupled", False),
    ],
)
def test_a_multiple_is_a_ratio_of_values(text: str, stands: bool) -> None:
    assert (untraced(text, numbers=[2.0, 3.0, 0.5], texts=[], ratios=[1.9]) == []) is stands


def test_a_multiple_may_stand_in_a_source_instead() -> None:
    assert untraced("売上は3倍", numbers=(), texts=["2023年は2019年の3倍であった。"], ratios=[]) == []
    assert untraced("Sales tripled", numbers=(), texts=["three times as much as before"], ratios=[]) == []
    assert untraced("Sales tripled", numbers=(), texts=["three times as much as before"]) == []
    assert untraced("Sales tripled", numbers=(), texts=["3 shops"], ratios=[]) == ["tripled"]


def test_ratios_go_along_a_series_and_across() -> None:
    found = ratios([figure((100.0, None, 400.0), (50.0, 60.0, 100.0))])
    assert {4.0, 2.0, 0.25} <= set(found)
    assert set(ratios([figure((0.0, 5.0, -3.0))])) == {1.0}
    assert ratios([]) == []


def test_decimals_are_meant() -> None:
    assert is_near(1.8, [1.84], decimals=True)
    assert not is_near(1.8, [1.9], decimals=True)
    assert is_near(2, [1.8])
    assert not is_near(2, [1.6])


def test_other_words_are_not_looked_at() -> None:
    assert lost_words("a double room, doubtless, 倍率", [], []) == []

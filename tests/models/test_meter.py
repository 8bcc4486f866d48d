from __future__ import annotations

from kasen.models.meter import Estimate, Unmetered, estimate_tokens
from kasen.models.role import Usage


def test_tokens_are_guessed_by_script() -> None:
    assert estimate_tokens("") == 1
    assert estimate_tokens("word " * 80) == 101
    assert estimate_tokens("宇治茶の歴史") == 7
    assert estimate_tokens("宇治茶 Uji tea") == 3 + 2 + 1


async def test_without_a_cap_everything_passes() -> None:
    meter = Unmetered()
    estimate = Estimate(model="a:b", input_tokens=10**9)
    await meter.check(estimate)
    meter.add(estimate, Usage(), None)

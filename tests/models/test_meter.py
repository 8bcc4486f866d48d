from __future__ import annotations

import io

import pytest
from PIL import Image

from kasen.models.meter import Estimate, Unmetered, estimate_tokens, expect
from kasen.models.role import Picture, Tier, Usage


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


@pytest.mark.parametrize(("tier", "output"), [("basic", 40), ("reasoning", 1040), ("high_reasoning", 2040)])
def test_an_estimate_counts_prompt_answer_and_thinking(tier: Tier, output: int) -> None:
    asked: list[Usage] = []

    def price(_name: str, usage: Usage) -> float:
        asked.append(usage)
        return 0.25

    estimate = expect("a:b", "宇治茶の歴史", tier=tier, answer_tokens=40, price=price)
    assert estimate == Estimate(model="a:b", input_tokens=7, output_tokens=output, usd=0.25)
    assert asked == [estimate.usage]


def test_pictures_take_tokens_too() -> None:
    file = io.BytesIO()
    Image.new("RGB", (1000, 1000)).save(file, "PNG")
    shown = expect("a:b", "", tier="vision", answer_tokens=1, pictures=[Picture(file.getvalue())], price=lambda *_: 0)
    assert shown.input_tokens > 500

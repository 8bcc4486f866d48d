from __future__ import annotations

from typing import Any

import pytest

from kasen.models.openai.answer import CHARACTERS, Heard, most_tokens, usage_of
from kasen.models.role import Picture, Usage
from kasen.testing.providers import png
from models.odd_server import GOOD, Ear


@pytest.mark.parametrize(
    ("said", "usage"),
    [
        (
            {
                "input_tokens": 90,
                "input_tokens_details": {"cached_tokens": 64, "cache_write_tokens": 3},
                "output_tokens": 40,
                "output_tokens_details": {"reasoning_tokens": 30},
                "total_tokens": 130,
            },
            Usage(input_tokens=90, output_tokens=40, cached_tokens=64, reasoning_tokens=30, cache_write_tokens=3),
        ),
        ({"prompt_tokens": 9, "completion_tokens": 4}, Usage(input_tokens=9, output_tokens=4)),
        (
            {"prompt_tokens": 9, "completion_tokens": 4, "prompt_cache_hit_tokens": 8, "total_tokens": 13},
            Usage(input_tokens=9, output_tokens=4, cached_tokens=8),
        ),
        # xAI counts reasoning beside the completion.
        (
            {
                "prompt_tokens": 9,
                "completion_tokens": 4,
                "total_tokens": 33,
                "completion_tokens_details": {"reasoning_tokens": 20},
            },
            Usage(input_tokens=9, output_tokens=24, reasoning_tokens=20),
        ),
        ({"prompt_tokens": None, "completion_tokens": -4, "prompt_tokens_details": None, "total_tokens": "7"}, Usage()),
        ({}, Usage()),
    ],
)
def test_usage_is_read_from_each_dialect_with_reasoning_inside_the_output(said: dict[str, Any], usage: Usage) -> None:
    assert usage_of(said) == usage


def test_the_cap_leaves_room_for_many_times_the_expected_answer() -> None:
    assert most_tokens(Ear().asked(answer_tokens=600)) == 16_384
    assert most_tokens(Ear().asked(answer_tokens=4000)) == 64_000


async def test_text_longer_than_any_cap_ends_the_answer_as_cut_off() -> None:
    heard = Heard(Ear().asked())
    await heard.say("あ" * (CHARACTERS * 16_384))
    assert not heard.is_endless()
    await heard.think("y")
    assert heard.is_endless()
    completion = heard.completion("openai:x")
    assert (completion.finish, completion.note) == ("length", "cut off after 98,305 characters")
    assert completion.usage.output_tokens >= 98_304


async def test_nothing_is_passed_on_when_nobody_listens() -> None:
    heard = Heard(Ear().asked(on_text=None, on_reasoning=None))
    await heard.say(GOOD)
    await heard.think("x")
    assert (heard.text, heard.reasoning, heard.is_whole()) == (GOOD, "x", True)


async def test_the_last_word_on_the_text_counts_and_is_passed_on_when_nothing_was() -> None:
    ear = Ear()
    heard = Heard(ear.asked())
    await heard.settle("whole")
    await heard.settle("mended")
    assert (ear.text, heard.text) == ("whole", "mended")


async def test_an_estimate_counts_prompt_pictures_text_and_thoughts() -> None:
    heard = Heard(Ear().asked("茶" * 50, pictures=[Picture(png(512, 512))]))
    await heard.say("a" * 40)
    await heard.think("茶" * 10)
    usage = heard.estimate()
    assert (usage.output_tokens, usage.reasoning_tokens) == (22, 11)
    assert usage.input_tokens > 51 + 250

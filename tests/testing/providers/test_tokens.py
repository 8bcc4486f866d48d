from __future__ import annotations

import pytest

from kasen.models.role import Usage
from kasen.testing.providers import Reply, png
from kasen.testing.providers.tokens import BLOCK, PICTURE, Cache, count
from kasen.testing.providers.wire import Asked


def asked(prompt: str, **more: object) -> Asked:
    given = {
        "number": 1,
        "provider": "openai",
        "operation": "chat",
        "path": "/",
        "model": "m",
        "prompt": prompt,
        **more,
    }
    return Asked(**given)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "tokens"), [("", 0), ("  \n", 0), ("宇治茶", 3), ("Uji tea, 2026!", 5), ("a1b2", 1), ("🍵茶a", 3)]
)
def test_the_rule(text: str, tokens: int) -> None:
    assert count(text) == tokens


def test_all_that_is_said_is_output() -> None:
    reply = Reply(text="はい", reasoning="考える", refusal="いや", images=(png(),))
    usage = Cache().usage(asked("茶", pictures=2), reply)
    assert usage == Usage(
        input_tokens=1 + 2 * PICTURE, output_tokens=2 + 3 + 2 + PICTURE, reasoning_tokens=3, cached_tokens=0
    )


def test_whole_blocks_from_the_start_are_cached_per_model_and_provider() -> None:
    cache = Cache()
    start = "茶" * (2 * BLOCK + 5)
    assert cache.usage(asked(start, caching="auto"), Reply()).cached_tokens == 0
    assert cache.usage(asked(start + "味", caching="auto"), Reply()).cached_tokens == 2 * BLOCK
    assert cache.usage(asked("水" + start, caching="auto"), Reply()).cached_tokens == 0
    assert cache.usage(asked(start, caching="auto", model="other"), Reply()).cached_tokens == 0
    assert cache.usage(asked(start, caching="auto", provider="google"), Reply()).cached_tokens == 0
    assert cache.usage(asked(start), Reply()).cached_tokens == 0


def test_the_longest_marked_start_is_read_and_the_rest_written() -> None:
    cache = Cache()

    def used(*marked: str) -> tuple[int, int]:
        usage = cache.usage(asked(marked[-1] + "問い", caching="marked", marked=marked), Reply())
        return usage.cached_tokens, usage.cache_write_tokens

    assert used("茶" * 10) == (0, 10)
    assert used("茶" * 10) == (10, 0)
    assert used("茶" * 10, "茶" * 10 + "味" * 5) == (10, 5)
    assert used("水" * 10) == (0, 10)

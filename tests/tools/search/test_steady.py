from __future__ import annotations

import asyncio
from datetime import date

import pytest

from kasen.errors import AccountClosed, InputError, KeyRefused, Malformed, ProviderError, Refused, Retryable
from kasen.evidence.types import Hit
from kasen.models.account import AccountLimits, Accounts
from kasen.testing.clock import FakeClock, timeless
from kasen.testing.search import web_hit
from kasen.tools.search import Wanted, outcomes_of
from kasen.tools.search.steady import Steady
from tools.search.site import Scripted

HITS = [web_hit(f"words {n}", url=f"https://example.com/{n}", published=f"202{n}-01-01") for n in range(7)]


def steady(provider: Scripted, clock: FakeClock | None = None, accounts: Accounts | None = None) -> Steady:
    clock = clock or FakeClock()
    return Steady(provider, accounts=accounts, sleep=clock.sleep, clock=clock)


async def test_results_are_given_as_many_as_wanted_with_how_it_went() -> None:
    provider = Scripted([HITS])
    found = await steady(provider)("宇治茶 歴史", max_results=3)
    assert found == HITS[:3]
    (outcome,) = outcomes_of(found)
    assert (outcome.provider, outcome.found, outcome.left_out, outcome.undated, outcome.error) == (
        "scripted",
        3,
        0,
        0,
        "",
    )
    assert provider.asked[0].query == "宇治茶 歴史"


@pytest.mark.parametrize("asked", [("", 5), ("  ", 5), ("tea", 0), ("tea", 21)])
async def test_what_cannot_be_searched_is_not_sent(asked: tuple[str, int]) -> None:
    provider = Scripted([HITS])
    with pytest.raises(InputError):
        await steady(provider)(asked[0], max_results=asked[1])
    assert provider.asked == []


async def test_what_a_provider_does_not_filter_is_filtered_here() -> None:
    undated = web_hit("no date", url="https://example.com/undated")
    elsewhere = web_hit("elsewhere", url="https://other.test/", published="2026-01-01")
    found = await steady(Scripted([[*HITS, undated, elsewhere]]))(
        "tea", since=date(2023, 1, 1), domains=["example.com"], max_results=20
    )
    assert found == [*HITS[3:], undated]
    (outcome,) = outcomes_of(found)
    assert (outcome.found, outcome.left_out, outcome.undated) == (5, 4, 1)


async def test_a_failure_that_may_pass_is_asked_again_after_2_and_4_seconds() -> None:
    provider, clock = Scripted([Retryable("500"), Malformed("garbage"), HITS]), FakeClock()
    assert await steady(provider, clock)("tea", max_results=1) == HITS[:1]
    assert clock.slept == [2.0, 4.0]


async def test_after_three_attempts_the_failure_is_told() -> None:
    provider, clock = Scripted([Retryable("500")]), FakeClock()
    with pytest.raises(Retryable, match="500"):
        await steady(provider, clock)("tea")
    assert len(provider.asked) == 3


@pytest.mark.parametrize("error", [Refused("400"), KeyRefused("401"), AccountClosed("quota")])
async def test_what_will_not_pass_is_not_asked_again(error: ProviderError) -> None:
    provider = Scripted([error])
    with pytest.raises(type(error)):
        await steady(provider)("tea")
    assert len(provider.asked) == 1


async def test_a_provider_that_names_a_pause_is_waited_for_and_one_that_names_a_long_one_is_not() -> None:
    clock = FakeClock()
    await steady(Scripted([Retryable("429", retry_after=7, limited=True), HITS]), clock)("tea")
    assert clock.seconds == 7
    provider = Scripted([Retryable("429", retry_after=600, limited=True), HITS])
    with pytest.raises(Retryable):
        await steady(provider)("tea")
    assert len(provider.asked) == 1


async def test_a_refused_key_is_not_sent_again() -> None:
    provider = Scripted([KeyRefused("401")])
    search = steady(provider)
    for _ in range(3):
        with pytest.raises((KeyRefused, AccountClosed)):
            await search("tea")
    assert len(provider.asked) == 1


async def test_one_that_keeps_failing_is_left_alone_and_tried_again_later() -> None:
    provider, clock = Scripted([Retryable("down")] * 5 + [HITS]), FakeClock()
    search = steady(provider, clock)
    for _ in range(2):
        with pytest.raises(ProviderError):
            await search("tea")
    asked = len(provider.asked)
    with pytest.raises(AccountClosed, match="in a row"):
        await search("tea")
    assert len(provider.asked) == asked == 5
    clock.advance(31)
    assert await search("tea")


class Slow(Scripted):
    """Answers in its own time; counts how many it is asked at once."""

    seconds = 60.0
    now = most = 0

    async def find(self, want: Wanted) -> list[Hit]:
        self.now += 1
        self.most = max(self.most, self.now)
        try:
            await asyncio.sleep(self.seconds)
            return await super().find(want)
        finally:
            self.now -= 1


def test_a_call_ends_after_10_seconds_and_three_of_them_and_their_pauses_after_36() -> None:
    async def go() -> float:
        with pytest.raises(Retryable, match="within 10 s"):
            await Steady(Slow([HITS]), clock=asyncio.get_running_loop().time)("tea")
        return asyncio.get_running_loop().time()

    assert timeless(go()) == pytest.approx(36.0)


def test_calls_keep_the_pace_that_a_provider_asks_for() -> None:
    async def go() -> list[float]:
        loop = asyncio.get_running_loop()
        provider, ends = Slow([HITS], pace_s=3.0), []
        provider.seconds = 1.0
        search = Steady(provider, clock=loop.time)

        async def one() -> None:
            await search("tea")
            ends.append(loop.time())

        await asyncio.gather(one(), one(), one())
        return ends

    assert timeless(go()) == pytest.approx([1.0, 4.0, 7.0])


def test_no_more_are_asked_at_once_than_the_account_allows() -> None:
    async def go() -> int:
        provider = Slow([HITS])
        provider.seconds = 1.0
        time = asyncio.get_running_loop().time
        search = Steady(provider, accounts=Accounts({"scripted": AccountLimits(concurrency=2)}, clock=time), clock=time)
        await asyncio.gather(*(search("tea") for _ in range(6)))
        return provider.most

    assert timeless(go()) == 2


def test_cancelling_ends_the_call_and_blames_nobody() -> None:
    async def go() -> int:
        provider = Slow([HITS])
        search = Steady(provider, clock=asyncio.get_running_loop().time)
        for _ in range(6):
            asking = asyncio.create_task(search("tea"))
            await asyncio.sleep(0.1)
            asking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asking
        provider.seconds = 0.1
        assert await search("tea")
        return provider.now

    assert timeless(go()) == 0

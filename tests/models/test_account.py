from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import pytest

from kasen.errors import (
    AccountClosed,
    Declined,
    KeyRefused,
    Malformed,
    ModelNotFound,
    Offline,
    ProviderError,
    Refused,
    Retryable,
)
from kasen.models.account import LIMITS, Account, AccountLimits, Accounts, limits_of
from kasen.testing.clock import FakeClock, timeless


def account(clock: FakeClock, **limits: Any) -> Account:
    return Accounts({"a": AccountLimits(**limits)}, clock=clock, sleep=clock.sleep)("a")


async def ends(one: Account, error: ProviderError | None = None, *, longest_s: float | None = None) -> None:
    """One call that ends so."""
    async with one.turn(longest_s) as turn:
        with suppress(ProviderError), turn.judged():
            if error is not None:
                raise error


def timed(limits: AccountLimits, main: Callable[[Account, Callable[[], float]], Awaitable[Any]]) -> Any:
    """What `main` gives in a loop without time, whose clock is that of the account."""

    async def run() -> Any:
        now = asyncio.get_running_loop().time
        return await main(Accounts({"a": limits}, clock=now)("a"), now)

    return timeless(run())


def test_so_many_calls_run_at_once_and_the_others_follow_in_the_order_in_which_they_came() -> None:
    async def main(one: Account, now: Callable[[], float]) -> list[tuple[int, float]]:
        began: list[tuple[int, float]] = []

        async def call(n: int) -> None:
            async with one.turn():
                began.append((n, now()))
                await asyncio.sleep(10)

        await asyncio.gather(*(call(n) for n in range(7)))
        return began

    began = timed(AccountLimits(concurrency=3), main)
    assert began == [(0, 0), (1, 0), (2, 0), (3, 10), (4, 10), (5, 10), (6, 20)]


def test_no_minute_sees_more_calls_than_are_allowed_and_their_order_stays() -> None:
    async def main(one: Account, now: Callable[[], float]) -> list[tuple[int, float]]:
        began: list[tuple[int, float]] = []

        async def call(n: int) -> None:
            await asyncio.sleep(n)
            async with one.turn():
                began.append((n, now()))

        await asyncio.gather(*(call(n) for n in range(8)))
        return began

    began = timed(AccountLimits(per_minute=3, concurrency=8), main)
    assert began == [(0, 0), (1, 1), (2, 2), (3, 60), (4, 61), (5, 62), (6, 120), (7, 121)]


def test_a_call_that_gives_up_waiting_leaves_its_minute_to_others() -> None:
    async def main(one: Account, now: Callable[[], float]) -> float:
        await ends(one)
        waits = asyncio.create_task(ends(one))
        await asyncio.sleep(1)
        waits.cancel()
        await asyncio.wait({waits})
        await ends(one)
        return now()

    assert timed(AccountLimits(per_minute=1), main) == 60


def test_a_wish_for_a_pause_holds_for_everybody_and_ends_for_everybody() -> None:
    async def main(one: Account, now: Callable[[], float]) -> list[float]:
        await ends(one, Retryable("429", retry_after=7, limited=True))
        began: list[float] = []

        async def call() -> None:
            async with one.turn():
                began.append(now())

        await asyncio.gather(call(), call(), call())
        return began

    assert timed(AccountLimits(), main) == [7, 7, 7]


async def test_a_429_that_names_no_pause_gets_a_short_one() -> None:
    clock = FakeClock()
    one = account(clock)
    await ends(one, Retryable("429", limited=True))
    await ends(one)
    assert clock.slept == [4.0]


async def test_a_pause_longer_than_an_ask_may_wait_is_refused_and_a_very_long_one_closes() -> None:
    clock = FakeClock()
    one = account(clock)
    await ends(one, Retryable("429", retry_after=50, limited=True))
    with pytest.raises(AccountClosed, match="takes no call for 50 s"):
        await ends(one, longest_s=20)
    other = account(clock)
    await ends(other, Retryable("429", retry_after=3000, limited=True))
    with pytest.raises(AccountClosed, match="for another 3000 s: it asked for a pause"):
        await ends(other)
    assert clock.slept == []


def test_a_call_that_began_after_a_failure_counts_as_one_of_its_own_though_it_had_waited_for_its_minute() -> None:
    async def main(one: Account, now: Callable[[], float]) -> list[str]:
        said: list[str] = []

        async def fails() -> None:
            try:
                await ends(one, Retryable("500"))
            except AccountClosed as error:
                said.append(str(error))

        await asyncio.gather(*(fails() for _ in range(3)))
        return said

    [closed] = timed(AccountLimits(per_minute=1, failures=2, open_s=3600), main)
    assert "it failed 2 times in a row" in closed


def test_a_place_is_waited_for_as_long_as_the_ask_may_and_no_longer() -> None:
    async def main(one: Account, now: Callable[[], float]) -> float:
        async with one.turn():
            with pytest.raises(AccountClosed, match="had no place for 30 s"):
                await ends(one, longest_s=30)
        await ends(one, longest_s=30)
        return now()

    assert timed(AccountLimits(concurrency=1), main) == 30


@pytest.mark.parametrize(("reset_s", "closed_s"), [(90.0, 90), (None, 3600), (10**9, 86400)])
async def test_a_spent_quota_closes_the_account_until_its_reset(reset_s: float | None, closed_s: int) -> None:
    clock = FakeClock()
    one = account(clock)
    await ends(one, AccountClosed("insufficient_quota", reset_s=reset_s))
    clock.advance(closed_s - 1)
    with pytest.raises(AccountClosed, match="its quota is spent") as caught:
        await ends(one)
    assert caught.value.reset_s == 1
    clock.advance(1)
    await ends(one)


async def test_a_refused_key_closes_for_good_or_in_a_server_for_some_minutes() -> None:
    clock = FakeClock()
    for_good, for_minutes = account(clock), account(clock, key_s=300.0)
    for one in (for_good, for_minutes):
        await ends(one, KeyRefused("401"))
    clock.advance(300)
    with pytest.raises(AccountClosed, match="not asked any more: its key was refused") as caught:
        await ends(for_good)
    assert caught.value.reset_s == math.inf
    await ends(for_minutes)


async def test_five_failures_in_a_row_leave_it_alone_for_half_a_minute_and_then_one_call_tries() -> None:
    clock = FakeClock()
    one = account(clock)
    for _ in range(5):
        await ends(one, Retryable("503"))
    with pytest.raises(AccountClosed, match="for another 30 s: it failed 5 times in a row"):
        await ends(one)
    clock.advance(30)
    async with one.turn() as probe:
        with pytest.raises(AccountClosed, match="tried again by another call"):
            await ends(one)
        with suppress(Retryable), probe.judged():
            raise Retryable("503")
    with pytest.raises(AccountClosed, match="6 times"):
        await ends(one)
    clock.advance(30)
    await ends(one)
    for _ in range(4):
        await ends(one, Retryable("503"))
    await ends(one)


async def test_a_probe_that_is_cancelled_leaves_the_try_to_the_next_call() -> None:
    clock = FakeClock()
    one = account(clock, failures=1)
    await ends(one, Retryable("503"))
    clock.advance(30)
    async with one.turn() as probe:
        with suppress(asyncio.CancelledError), probe.judged():
            raise asyncio.CancelledError
    await ends(one)
    await ends(one)


@pytest.mark.parametrize(
    ("error", "resets"),
    [
        (None, True),
        (ModelNotFound("404"), True),
        (Declined("no"), True),
        (Malformed("json"), True),
        (Refused("our deadline"), False),
        (Retryable("429", limited=True, retry_after=0), False),
    ],
)
async def test_only_what_shows_that_it_works_ends_the_row(error: ProviderError | None, resets: bool) -> None:
    one = account(FakeClock())
    for _ in range(4):
        await ends(one, Retryable("503"))
    await ends(one, error)
    await ends(one, Retryable("503"))
    if resets:
        await ends(one)
    else:
        with pytest.raises(AccountClosed):
            await ends(one)


async def test_without_a_network_it_is_left_alone_at_once_and_everybody_hears_that() -> None:
    clock = FakeClock()
    one = account(clock)
    await ends(one, Offline("there is no network"))
    with pytest.raises(Offline, match=r"^there is no network$"):
        await ends(one)
    assert one.closed_s() > 0
    clock.advance(one.closed_s())
    await ends(one)


async def test_calls_that_fail_together_are_one_failure() -> None:
    one = account(FakeClock())
    gate = asyncio.Event()

    async def call() -> None:
        async with one.turn() as turn:
            await gate.wait()
            with suppress(Retryable), turn.judged():
                raise Retryable("connection reset")

    tasks = [asyncio.create_task(call()) for _ in range(8)]
    await asyncio.sleep(0)
    gate.set()
    await asyncio.gather(*tasks)
    await ends(one)


async def test_those_who_wait_hear_at_once_that_it_is_closed() -> None:
    one = account(FakeClock(), concurrency=1)
    async with one.turn() as turn:
        waits = asyncio.create_task(ends(one))
        await asyncio.sleep(0)
        with suppress(KeyRefused), turn.judged():
            raise KeyRefused("401")
        with pytest.raises(AccountClosed):
            await waits


@pytest.mark.parametrize("give", [False, True])
async def test_whoever_is_cancelled_while_waiting_takes_no_place_with_him(give: bool) -> None:
    """Also when the place is given in the same moment."""
    one = account(FakeClock(), concurrency=1)
    first = one.turn()
    await first.__aenter__()
    waits = [asyncio.create_task(ends(one)) for _ in range(3)]
    await asyncio.sleep(0)
    if give:
        await first.__aexit__(None, None, None)
    waits[0].cancel()
    await asyncio.wait({waits[0]})
    assert waits[0].cancelled()
    if not give:
        await first.__aexit__(None, None, None)
    async with asyncio.timeout(5):
        await asyncio.gather(*waits[1:])
        await ends(one)


def test_an_account_outlives_the_event_loop_that_used_it() -> None:
    accounts = Accounts({"a": AccountLimits(concurrency=1)})

    async def cut_short() -> None:
        async def hold() -> None:
            async with accounts("a").turn():
                await asyncio.sleep(3600)

        tasks = [asyncio.create_task(hold()) for _ in range(3)]
        await asyncio.sleep(0)
        assert not any(task.done() for task in tasks)

    asyncio.run(cut_short())
    asyncio.run(asyncio.wait_for(ends(accounts("a")), 5))


def test_limits_are_found_by_account_then_provider_then_for_all() -> None:
    accounts = Accounts({"google": AccountLimits(concurrency=3), "google:vertex:p": AccountLimits(concurrency=2)})
    names = ("google:vertex:p", "google", "openai", "ollama@127.0.0.1:11434", "local")
    assert [accounts(name).limits.concurrency for name in names] == [2, 3, 8, 2, 1]
    assert accounts("openai") is accounts("openai")


def test_settings_say_how_many_and_how_often() -> None:
    made = Accounts(limits_of(5, {"openai": 60, "ollama": 9}, key_s=300.0))
    assert (made("anthropic").limits.concurrency, made("anthropic").limits.per_minute) == (5, None)
    assert (made("openai").limits.concurrency, made("openai").limits.per_minute) == (5, 60)
    assert (made("ollama@h:1").limits.concurrency, made("ollama@h:1").limits.per_minute) == (2, 9)
    assert made("local").limits.key_s == made("x").limits.key_s == 300
    assert LIMITS["local"].key_s == math.inf


# Accounts that processes share


class Part:
    """A share that has what a test gives it."""

    def __init__(self, places: int = 0, wait: float | None = 0.0) -> None:
        self.places = places
        self.processes = 3
        self.wait = wait
        self.said: list[tuple[int, int]] = []
        self.within: list[float] = []
        self.paused: list[float] = []

    def needs(self, busy: int, waiting: int) -> None:
        self.said.append((busy, waiting))

    async def start(self, per_minute: int, within_s: float) -> float | None:
        self.within.append(within_s)
        return self.wait

    def pause(self, seconds: float) -> None:
        self.paused.append(seconds)


def shared(clock: FakeClock, part: Part, **limits: Any) -> Account:
    def opened(_name: str, _concurrency: int, _holder: object) -> Part:
        return part

    return Accounts({"a": AccountLimits(**limits)}, share=opened, clock=clock, sleep=clock.sleep)("a")


async def test_places_are_those_of_the_share_and_it_hears_what_is_needed() -> None:
    part = Part()
    one = shared(FakeClock(), part, concurrency=8)
    calls = [asyncio.create_task(ends(one)) for _ in range(3)]
    await asyncio.sleep(0)
    assert part.said[-1] == (0, 3)
    assert not any(call.done() for call in calls)
    part.places = 2
    one.serve()
    assert part.said[-1] == (2, 1)
    await asyncio.gather(*calls)
    assert part.said[-1] == (0, 0)


async def test_who_gives_up_waiting_is_not_counted_any_more() -> None:
    part = Part()
    one = shared(FakeClock(), part)
    waits = asyncio.create_task(ends(one))
    await asyncio.sleep(0)
    waits.cancel()
    await asyncio.wait({waits})
    assert part.said[-1] == (0, 0)
    closed = asyncio.create_task(ends(one))
    await asyncio.sleep(0)
    one.learn(KeyRefused("401"), 0)
    assert part.said[-1] == (0, 0)
    with pytest.raises(AccountClosed):
        await closed


async def test_the_minute_is_that_of_all_and_what_it_gives_too_late_is_no_call() -> None:
    clock = FakeClock()
    part = Part(places=8, wait=12.0)
    one = shared(clock, part, per_minute=60)
    await ends(one)
    assert clock.slept == [12.0]
    with pytest.raises(AccountClosed, match="takes no call for 12 s"):
        await ends(one, longest_s=10)
    assert part.within == [math.inf, 10]


async def test_where_nobody_can_be_asked_a_process_takes_its_part_of_the_minute() -> None:
    clock = FakeClock()
    part = Part(places=8)
    one = shared(clock, part, per_minute=6)
    await ends(one)
    part.wait = None
    await ends(one)
    assert clock.slept == []
    await ends(one)
    assert clock.slept == [60.0], "a third of six, the one before the outage counted"


async def test_a_wish_for_a_pause_is_told_to_all_and_heard_from_others() -> None:
    clock = FakeClock()
    part = Part(places=8)
    one = shared(clock, part)
    await ends(one, Retryable("429", retry_after=7, limited=True))
    await ends(one, Retryable("500"))
    assert part.paused == [7]
    one.hold_back(20)
    await ends(one)
    assert clock.slept[-1] == 20


def test_what_each_process_has_for_itself_is_not_shared() -> None:
    opened: list[str] = []

    def share(name: str, concurrency: int, _holder: object) -> Part:
        opened.append(f"{name} {concurrency}")
        return Part()

    accounts = Accounts(limits_of(5, {}), share=share)
    for name in ("local:model.gguf", "scripted", "openai", "openai", "ollama@10.0.0.7:1"):
        accounts(name)
    assert opened == ["openai 5", "ollama@10.0.0.7:1 2"]

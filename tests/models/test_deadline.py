from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from kasen.errors import Refused, Retryable
from kasen.models.deadline import CallLimits, Deadlines, Watch
from kasen.models.role import Tier
from kasen.testing.clock import timeless
from kasen.testing.scripted import ScriptedModel


def watched(limits: CallLimits, call: Callable[[Watch], Awaitable[Any]]) -> tuple[str, float]:
    """How a call ends under such limits, and after how many seconds."""

    async def main() -> tuple[str, float]:
        now = asyncio.get_running_loop().time
        try:
            async with Watch(limits) as watch:
                await call(watch)
        except (Refused, Retryable) as error:
            return f"{type(error).__name__}: {error}", now()
        return "answered", now()

    return timeless(main())


async def silent(_watch: Watch) -> None:
    await asyncio.sleep(10_000)


async def stalls(watch: Watch) -> None:
    for _ in range(3):
        await asyncio.sleep(20)
        watch.pulse()
    await asyncio.sleep(10_000)


async def endless(watch: Watch) -> None:
    while True:
        await asyncio.sleep(1)
        watch.pulse()


async def quick(watch: Watch) -> None:
    watch.pulse()


@pytest.mark.parametrize(
    ("call", "ending", "seconds"),
    [
        (silent, "Retryable: nothing arrived within 30 s", 30),
        (stalls, "Retryable: nothing more arrived for 25 s", 85),
        (endless, "Refused: no whole answer within 120 s", 120),
        (quick, "answered", 0),
    ],
)
def test_each_deadline_ends_its_kind_of_call(call: Any, ending: str, seconds: float) -> None:
    assert watched(CallLimits(first=30, stall=25, whole=120), call) == (ending, seconds)


def test_the_whole_holds_for_one_that_cannot_say_that_something_arrived() -> None:
    assert watched(CallLimits(whole=60), silent) == ("Refused: no whole answer within 60 s", 60)


def test_without_limits_nothing_ends() -> None:
    assert watched(CallLimits(), silent) == ("answered", 10_000)


def test_a_timeout_of_the_provider_s_own_is_worth_asking_again() -> None:
    async def gives_up(_watch: Watch) -> None:
        raise TimeoutError("read timed out")

    assert watched(CallLimits(whole=60), gives_up) == ("Retryable: timed out: read timed out", 0)


def test_a_pulse_after_the_end_does_nothing() -> None:
    async def main() -> None:
        async with Watch(CallLimits(first=1, stall=1)) as watch:
            pass
        watch.pulse()
        await asyncio.sleep(5)

    timeless(main())


async def test_cancellation_passes_untouched() -> None:
    with pytest.raises(asyncio.CancelledError):
        async with Watch(CallLimits(first=1, stall=1, whole=1)):
            raise asyncio.CancelledError


@pytest.mark.parametrize(
    ("tier", "patience", "limits"),
    [
        ("basic", 1.0, (30, 30, 60)),
        ("basic", 4.0, (120, 120, 240)),
        ("reasoning", 1.0, (120, 120, 180)),
        ("high_reasoning", 2.0, (240, 240, 360)),
        ("vision", 1.0, (30, 30, 60)),
    ],
)
def test_patience_and_thinking_give_more_time(tier: Tier, patience: float, limits: tuple[float, ...]) -> None:
    model = ScriptedModel([])
    model.silent, model.patience = False, patience
    assert Deadlines().of_call(model, tier, 60.0, None) == limits


def test_no_call_gets_more_than_its_ask_has_left() -> None:
    model = ScriptedModel([])
    assert Deadlines().of_call(model, "basic", 60.0, 12.5) == (None, None, 12.5)
    assert Deadlines().of_call(model, "basic", None, None) == (None, None, None)
    model.by_hand = True
    assert Deadlines().of_call(model, "basic", 60.0, 12.5) == (None, None, None)
    assert Deadlines().left(model, 10**6) is None
    model.by_hand, model.patience = False, 3.0
    assert Deadlines(ask_s=600).left(model, 100) == 1700
    assert Deadlines(ask_s=None).left(model, 100) is None

from __future__ import annotations

import asyncio
import math
from typing import Any

from kasen.runtime.account_part import LINGER_S, Part
from kasen.runtime.account_statements import Stands


class Waits:
    """An account with calls that wait; it takes what places there are."""

    def __init__(self) -> None:
        self.busy, self.waiting, self.held_s = 0, 0, 0.0
        self.woken = 0
        self.part = Part("openai", 8, self, self.wake)

    def wake(self) -> None:
        self.woken += 1

    def serve(self) -> None:
        taken = min(self.waiting, self.part.places - self.busy)
        self.busy, self.waiting = self.busy + taken, self.waiting - taken
        self.part.needs(self.busy, self.waiting)

    def hold_back(self, seconds: float) -> None:
        self.held_s = seconds

    def more(self, *, busy: int = 0, waiting: int = 0) -> None:
        self.busy, self.waiting = self.busy + busy, self.waiting + waiting
        self.part.needs(self.busy, self.waiting)

    @property
    def due_s(self) -> float:
        return self.part.due_at - asyncio.get_running_loop().time()


def stands(places: int, *, others_wait: bool = False, paused_s: float = 0.0, processes: int = 2) -> Stands:
    return Stands(places, processes, others_wait, paused_s, 0)


async def test_a_call_that_waits_is_asked_for_at_once_and_once() -> None:
    one = Waits()
    one.more(waiting=2)
    assert one.due_s <= 0
    offer: dict[str, Any] = one.part.offer()
    assert (offer["keeps"], offer["waiting"], offer["asks"]) == (0, 2, True)
    assert one.part.due_at == math.inf
    one.part.found(stands(1))
    assert (one.busy, one.waiting) == (1, 1)
    one.more(waiting=5)
    assert one.due_s > 0.5, "the server knows that it waits"
    assert one.part.offer()["asks"] is False, "the others were told"


async def test_a_free_place_stays_for_a_while_unless_somebody_wants_it() -> None:
    one = Waits()
    one.more(waiting=1)
    one.part.offer()
    one.part.found(stands(1))
    one.more(busy=-1)
    assert one.part.places == 1
    assert 0.5 * LINGER_S < one.due_s <= LINGER_S
    one.part.wanted()
    assert (one.part.places, one.due_s <= 0) == (0, True)
    assert one.part.offer()["keeps"] == 0


async def test_while_others_wait_a_place_goes_back_before_the_next_call_here_has_it() -> None:
    one = Waits()
    one.more(waiting=9)
    one.part.offer()
    one.part.found(stands(4, others_wait=True))
    assert (one.busy, one.waiting) == (4, 5)
    one.more(busy=-1)
    assert (one.part.places, one.due_s <= 0) == (3, True)
    offer = one.part.offer()
    assert (offer["keeps"], offer["waiting"]) == (3, 5)


async def test_what_a_call_gives_back_in_the_meantime_is_not_lost_and_not_used_twice() -> None:
    one = Waits()
    one.more(waiting=2)
    one.part.offer()
    one.part.found(stands(2))
    one.part.offer()
    one.more(busy=-1)
    assert one.part.places == 2
    one.part.found(stands(2))
    assert one.part.places == 2
    one.more(busy=-1)
    assert one.part.offer()["keeps"] == 0


async def test_a_pause_is_handed_on_and_word_is_for_those_who_want_it() -> None:
    one = Waits()
    one.part.told()
    assert one.part.due_at == math.inf
    one.more(waiting=1)
    one.part.offer()
    one.part.found(stands(1, paused_s=7.0))
    assert one.held_s == 7.0
    one.part.told()
    assert one.due_s <= 0


async def test_while_nobody_can_be_asked_it_has_its_part_and_starts_are_not_waited_for() -> None:
    one = Waits()
    one.more(waiting=9)
    one.part.offer()
    one.part.found(stands(0, processes=3))
    waits = asyncio.create_task(one.part.start(60, 10.0))
    await asyncio.sleep(0)
    one.part.lost()
    assert await waits is None
    assert await one.part.start(60, 10.0) is None
    assert one.busy == 8 // 3
    one.more(busy=-2, waiting=-7)
    one.part.offer()
    one.part.found(stands(0))
    assert (one.part.is_away, one.part.places) == (False, 0)


async def test_a_pause_is_told_until_the_server_has_heard_of_it_and_no_longer_than_it_lasts() -> None:
    one = Waits()
    one.part.pause(5.0)
    one.part.offer()
    one.part.lost()
    assert 4.0 < one.part.pause_s <= 5.0, "nobody has heard of it"
    one.part.offer()
    one.part.pause(9.0)
    one.part.found(stands(0))
    assert 8.0 < one.part.pause_s <= 9.0, "it was made longer meanwhile"
    one.part.offer()
    one.part.found(stands(0))
    assert one.part.pause_s == 0.0
    one.part.pause(1.0)
    assert one.part.pause_s == 0.0, "it ends before the other"

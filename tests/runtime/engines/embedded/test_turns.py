from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from kasen.errors import Stopped
from kasen.runtime.engines.embedded.turns import Turns, before


class Scene:
    """Runs that take a place until they are told to give it back; `begun` is the order in which they got it."""

    def __init__(self, turns: Turns) -> None:
        self.turns = turns
        self.begun: list[str] = []
        self.waited: list[str] = []
        self._ends: dict[str, asyncio.Event] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def ask(self, *runs: str, after_s: float = 0.0) -> None:
        """One after the other; the owner is the first letter."""
        for run in runs:
            self._ends[run] = asyncio.Event()
            self.tasks[run] = asyncio.create_task(self._run(run, after_s))
            await asyncio.sleep(0)
        await settle()

    async def end(self, *runs: str) -> None:
        for run in runs:
            self._ends[run].set()
            await settle()

    async def _run(self, run: str, after_s: float) -> None:
        async def waits() -> None:
            self.waited.append(run)

        async with self.turns.turn(run, run[0], waits=waits, after_s=after_s):
            self.begun.append(run)
            await self._ends[run].wait()


async def settle() -> None:
    for _ in range(6):
        await asyncio.sleep(0)


@asynccontextmanager
async def scene(places: int, each: int | None = None) -> AsyncIterator[Scene]:
    made = Scene(Turns(places, each=each))
    yield made
    for task in made.tasks.values():
        task.cancel()
    await asyncio.gather(*made.tasks.values(), return_exceptions=True)
    assert made.turns.taken == 0
    assert not made.turns.waiting


async def test_only_so_many_begin_and_the_next_begins_when_one_ends() -> None:
    async with scene(2) as s:
        await s.ask("a1", "a2", "a3", "a4")
        assert (s.begun, s.waited, s.turns.taken) == (["a1", "a2"], ["a3", "a4"], 2)
        await s.end("a2")
        assert s.begun == ["a1", "a2", "a3"]
        assert s.turns.waiting == {"a4"}


async def test_each_owner_has_a_turn_whoever_asked_for_how_much() -> None:
    async with scene(1) as s:
        await s.ask("a1", "a2", "a3", "a4", "b1", "b2", "c1")
        for run in ("a1", "a2", "b1", "c1", "a3", "b2"):
            await s.end(run)
        assert s.begun == ["a1", "a2", "b1", "c1", "a3", "b2", "a4"]


async def test_how_many_are_before_one_is_what_then_comes_before_it() -> None:
    async with scene(1) as s:
        await s.ask("a0", "a1", "a2", "a3", "b1", "b2", "c1", "b3")
        told: dict[str, int | None] = {run: s.turns.before(run) for run in s.turns.waiting}
        assert s.turns.before("a0") is None
        while s.turns.waiting:
            await s.end(s.begun[-1])
        assert [told[run] for run in s.begun[1:]] == list(range(7))


async def test_an_owner_has_no_more_at_once_than_he_may_and_keeps_nobody_back() -> None:
    async with scene(3, each=1) as s:
        await s.ask("a1", "a2", "b1", "b2")
        assert s.begun == ["a1", "b1"]
        await s.ask("c1")
        await s.end("b1")
        assert s.begun == ["a1", "b1", "c1", "b2"]
        assert s.turns.waiting == {"a2"}


async def test_who_waits_is_let_through_without_a_place() -> None:
    async with scene(1) as s:
        await s.ask("a1", "a2", "a3")
        s.turns.first("a3")
        await settle()
        assert s.begun == ["a1", "a3"]
        await s.end("a3")
        assert s.begun == ["a1", "a3"], "it gave back a place that it never had"
        await s.end("a1")
        assert s.begun == ["a1", "a3", "a2"]


async def test_who_gives_up_leaves_the_line_and_a_place_that_came_too_late_goes_on() -> None:
    async with scene(1) as s:
        await s.ask("a1", "a2", "a3")
        s.tasks["a2"].cancel()
        await settle()
        assert s.turns.waiting == {"a3"}
        s._ends["a1"].set()
        await asyncio.sleep(0)  # a1 ends: its place is a3's, who has not heard of it
        s.tasks["a3"].cancel()
        await settle()
        assert s.turns.taken == 0


async def test_one_that_is_to_begin_later_is_not_in_line_before() -> None:
    async with scene(1) as s:
        await s.ask("a1", after_s=0.05)
        assert (s.waited, set(s.turns.waiting)) == (["a1"], {"a1"})
        await s.ask("a2")
        assert s.begun == ["a2"]
        assert s.turns.before("a1") == 0
        await asyncio.sleep(0.1)
        await s.end("a2")
        assert s.begun == ["a2", "a1"]


async def test_when_the_process_ends_nobody_gets_a_turn() -> None:
    async with scene(1) as s:
        await s.ask("a1", "a2")
        await s.ask("b1", after_s=60)
        s.turns.close()
        await s.ask("a3")
        await s.end("a1")
        assert s.begun == ["a1"]
        for run in ("a2", "a3", "b1"):
            with pytest.raises(Stopped):
                await s.tasks[run]


async def nothing() -> None: ...


async def test_a_place_that_is_given_back_goes_to_the_next_and_is_waited_for_again() -> None:
    async with scene(1) as s, s.turns.turn("a1", "a", waits=nothing) as place:
        await s.ask("a2", "b1")
        assert s.turns.held("a") == {"a1", "a2"}
        place.give_back()
        place.give_back()
        await settle()
        assert (s.begun, s.turns.held("a"), s.turns.taken) == (["a2"], {"a2"}, 1)
        again = asyncio.create_task(place.take())
        await settle()
        assert (s.turns.before("b1"), s.turns.before("a1")) == (0, 1)
        await s.end("a2")
        assert s.begun == ["a2", "b1"]
        await s.end("b1")
        await again
        await place.take()
        assert (s.turns.held("a"), s.turns.taken) == ({"a1"}, 1)


async def test_who_ends_without_the_place_that_he_gave_back_gives_back_none() -> None:
    async with scene(1) as s:
        async with s.turns.turn("a1", "a", waits=nothing) as place:
            place.give_back()
            await s.ask("a2")
        assert (s.begun, s.turns.taken) == (["a2"], 1)


async def test_when_the_process_ends_nobody_gets_his_place_again() -> None:
    async with scene(1) as s, s.turns.turn("a1", "a", waits=nothing) as place:
        place.give_back()
        await s.ask("a2")
        again = asyncio.create_task(place.take())
        await settle()
        s.turns.close()
        with pytest.raises(Stopped):
            await again
        with pytest.raises(Stopped):
            await place.take()


def test_the_number_before_a_run_counts_turns_of_owners() -> None:
    lines = {"a": ["a1", "a2", "a3"], "b": ["b1"], "c": ["c1", "c2"]}
    order = ["a1", "b1", "c1", "a2", "c2", "a3"]
    assert [before(lines, run) for run in order] == list(range(6))
    assert before(lines, "x") is None

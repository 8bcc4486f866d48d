from __future__ import annotations

import pytest

from kasen.server.at_work import AtWork, Busy
from kasen.server.context import ServerDeps
from kasen.server.errors import problem
from kasen.server.limits import ServerLimits


async def test_who_has_as_many_at_work_as_he_may_is_told_to_ask_again(deps: ServerDeps) -> None:
    places = AtWork(deps.runner, ServerLimits(runs_at_work=1, waiting_each=1, runs_in_all=1, waiting_in_all=2))
    async with places.place("yuki"), places.place("yuki"):
        with pytest.raises(Busy, match="2 runs of yours are at work or wait") as busy:
            async with places.place("yuki"):
                raise AssertionError("a third place")
        async with places.place("ken"):
            with pytest.raises(Busy, match="the server has as many"):
                async with places.place("mio"):
                    raise AssertionError("a fourth place")
    async with places.place("yuki"), places.place("yuki"):
        pass
    answer = problem(busy.value)
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "10")


async def test_what_is_driven_counts_for_its_owner_and_the_run_that_is_meant_does_not(deps: ServerDeps) -> None:
    places = AtWork(deps.runner, ServerLimits(runs_at_work=1, waiting_each=0))
    run_id = await deps.runner.start("echo", {"text": "a b", "ask_first": True}, owner="yuki", wait=True)
    with pytest.raises(Busy):
        async with places.place("yuki"):
            raise AssertionError("a second place")
    async with places.place("yuki", but=run_id), places.place("ken"):
        pass
    await deps.runner.cancel(run_id)
    async with places.place("yuki"):
        pass

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from kasen.errors import StoreFailed
from kasen.teams.code.messages import ReviewRequest
from kasen.teams.code.orchestrator.desk import ORCHESTRATOR, Desk
from kasen.teams.code.orchestrator.orchestrator import FAILURES, Orchestrator
from kasen.teams.code.orchestrator.outcome import Asked, Ended
from kasen.teams.code.orchestrator.parts import Own
from teams.code.orchestrator.crews import Asked as Message
from teams.code.orchestrator.crews import Crew, Purse, content
from teams.code.orchestrator.stages import Stage

SECONDS = 60.0
CODER = "implementation.1.coder"


class Tripping(Own):
    """An acceptance that cannot merge for a while."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self.times = times
        sound = self.accept

        async def accept(desk: Desk) -> bool:
            if self.times:
                self.times -= 1
                raise StoreFailed("the disk is full")
            return await sound(desk)

        self.accept = accept


async def run(desk: Desk, crew: Crew, **more: Any) -> Ended | Asked:
    async with asyncio.timeout(SECONDS):
        return await Orchestrator(desk, crew, Purse(), **more).run()


async def test_a_merge_that_fails_for_a_while_is_tried_again(pair: Desk) -> None:
    ended = await run(pair, Crew(pair, content), acceptance=Tripping(FAILURES - 1))
    assert ended == Ended(outcome="completed", reason="`implementation` の作業はすべて終わりました。")


async def test_a_merge_that_keeps_failing_ends_the_attempt_and_the_next_one_goes_on(pair: Desk) -> None:
    crew = Crew(pair, content)
    with pytest.raises(StoreFailed, match="the disk is full"):
        await run(pair, crew, acceptance=Tripping(FAILURES))
    assert crew.closed == "now"
    ended = await run(pair, crew)
    assert isinstance(ended, Ended)
    assert ended.outcome == "completed"
    assert [message.task_id for _, message in crew.asked] == [CODER, f"{CODER}.review.1"]


async def test_who_cancels_it_ends_all_agents_and_the_next_one_goes_on(pair: Desk) -> None:
    begun = asyncio.Event()

    def play(agent: str, message: Message, tree: Path) -> Mapping[str, Any] | None:
        begun.set()
        return None

    crew = Crew(pair, play)
    going = asyncio.create_task(run(pair, crew))
    await asyncio.wait_for(begun.wait(), SECONDS)
    going.cancel()
    with pytest.raises(asyncio.CancelledError):
        await going
    assert (crew.closed, crew.ended) == ("now", ["coder-1"])
    assert pair.queue.task(CODER).status == "claimed"
    assert pair.place.mailbox.heartbeat(ORCHESTRATOR).exists()
    crew.play = content
    ended = await run(pair, crew)
    assert isinstance(ended, Ended)
    assert ended.outcome == "completed"
    assert pair.queue.task(CODER).token == 2


async def test_its_time_ends_it_as_a_budget_does(pair: Desk) -> None:
    crew = Crew(pair, content)
    ended = await run(pair, crew, deadline=pair.clock() - 1)
    assert ended == Ended(outcome="stopped", reason="決めた時間が過ぎた")
    assert crew.closed == "now"
    assert pair.queue.task(CODER).status == "ready"


async def test_what_has_passed_its_review_is_accepted_before_a_spent_budget_ends_it(pair: Desk) -> None:
    def play(agent: str, message: Message, tree: Path) -> Mapping[str, Any] | None:
        fields = dict(content(agent, message, tree))
        if isinstance(message, ReviewRequest):
            fields["spent"] = {"usd": 9.0, "input_tokens": 1}
        return fields

    purse = Purse(most=5.0)
    async with asyncio.timeout(SECONDS):
        ended = await Orchestrator(pair, Crew(pair, play), purse).run()
    assert isinstance(ended, Ended)
    assert ended.outcome == "stopped"
    assert pair.queue.task(f"{CODER}.accepted").status == "done"


async def test_nobody_is_asked_while_others_work(five: Desk) -> None:
    let_go = asyncio.Event()

    def play(agent: str, message: Message, tree: Path) -> Mapping[str, Any] | None:
        if agent == "researcher-market-1":
            return {"status": "blocked", "reason": "市場が分からない"}
        if agent == "researcher-paper-1" and not let_go.is_set():
            let_go.set()
            return None
        return {}

    crew = Crew(five, play)
    going = asyncio.create_task(run(five, crew))
    await asyncio.wait_for(let_go.wait(), SECONDS)
    done, _ = await asyncio.wait([going], timeout=1.5)
    assert not done
    await crew.die("researcher-paper-1")
    asked = await going
    assert isinstance(asked, Asked)
    assert asked.about == "research.1.researcher-market"
    assert [task.status for task in five.queue.tasks()].count("done") == 2


async def test_what_was_sent_while_nobody_was_here_counts_though_its_agent_is_gone(pair: Desk) -> None:
    stage = Stage(pair)
    task = await stage.handed()
    await stage.crew.kill("coder-1")
    stage.answer(task)
    crew = Crew(pair, content)
    ended = await run(pair, crew)
    assert isinstance(ended, Ended)
    assert ended.outcome == "completed"
    assert [message.task_id for _, message in crew.asked] == [f"{CODER}.review.1"]

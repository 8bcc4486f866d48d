from __future__ import annotations

from pathlib import Path

from kasen.teams.code.board.shown import Board
from kasen.teams.code.config.loading import default
from kasen.teams.code.messages import Review
from kasen.teams.code.orchestrator.boarding import BUSY_S, IDLE_S, Boarding
from kasen.teams.code.orchestrator.desk import Desk
from teams.code.orchestrator.crews import fails
from teams.code.orchestrator.desks import Clock, Events, desk_of
from teams.code.orchestrator.stages import Stage

CODER = "implementation.1.coder"


def board(desk: Desk) -> Board:
    return Board.model_validate_json(desk.place.board.read_bytes())


async def test_who_does_what_is_shown_and_told_once(pair: Desk) -> None:
    stage = Stage(pair)
    boarding = Boarding(pair, stage.standing, stage.crew)
    await stage.handed()
    await boarding.show()
    await boarding.show()
    shown = board(pair)
    coder, reviewer = shown.agents
    assert (coder.id, coder.state, coder.task_id, coder.program) == ("coder-1", "working", CODER, "claude-code")
    assert coder.lease_s is not None
    assert 100 < coder.lease_s <= 120
    assert (reviewer.state, reviewer.task_id, reviewer.lease_s) == ("off", "", None)
    assert [(one.id, one.state, one.round) for one in shown.phases] == [("implementation", "going_on", 1)]
    assert shown.files == {"coder-1": ("**",)}
    assert (shown.branch, shown.usd, shown.waits_for) == (pair.trees.branch, 0.0, "")
    assert isinstance(pair.emit, Events)
    tasks = [(one["task_id"], one["state"], one["agent"], one["kind"]) for one in pair.emit.of("task")]
    assert tasks == [(CODER, "claimed", "coder-1", "work"), (f"{CODER}.accepted", "ready", "", "accept")]
    assert [one["agent"] for one in pair.emit.of("agent")] == ["coder-1", "reviewer-1"]


async def test_the_next_process_does_not_tell_the_same_again(pair: Desk) -> None:
    stage = Stage(pair)
    await stage.handed()
    await Boarding(pair, stage.standing, stage.crew).show()
    assert isinstance(pair.emit, Events)
    before = len(pair.emit.of("task"))
    await Boarding(pair, stage.standing, stage.crew).show()
    assert len(pair.emit.of("task")) == before


async def test_states_of_agents(pair: Desk) -> None:
    stage = Stage(pair)
    boarding = Boarding(pair, stage.standing, stage.crew)

    async def state() -> str:
        await boarding.show(now=True)
        return board(pair).agents[0].state

    assert await state() == "off"
    for crew, shown in (("starting", "starting"), ("resting", "resting"), ("given_up", "given_up"), ("stopped", "off")):
        stage.crew.states["coder-1"] = crew
        assert await state() == shown
    stage.crew.states["coder-1"] = "up"
    assert await state() == "idle"
    stage.standing.paused = ["coder-1"]
    assert await state() == "paused"
    stage.standing.limits = {"claude-code": pair.clock() + 60}
    assert await state() == "limited"
    assert board(pair).agents[0].until == stage.standing.limits["claude-code"]


async def test_findings_and_gates_are_shown_as_they_are_open(five: Desk) -> None:
    from kasen.teams.code.orchestrator.planning import phase_tasks

    notes = {"phase": {"id": "final_review", "round": 1}, "rounds": {"final_review": 1}, "came": ["final_review"]}
    five.queue.put(phase_tasks(five, "final_review", 1), notes)
    stage = Stage(five)
    await stage.dispatch.all()
    for agent, review in (
        ("reviewer-security-1", fails("漏れる", file="docs/index.md")["review"]),
        ("reviewer-performance-1", Review(verdict="PASS")),
    ):
        stage.answer(five.queue.task(f"final_review.1.{agent.removesuffix('-1')}"), agent, review=review)
    await stage.receiving.all()
    await Boarding(five, stage.standing, stage.crew).show()
    shown = board(five)
    assert [(one.name, one.verdict, one.blocking) for one in shown.gates] == [
        ("reviewer-security", "FAIL", 1),
        ("reviewer-performance", "PASS", 0),
        ("reviewer-architecture", "", 0),
    ]
    assert [one.issue for one in shown.findings] == ["漏れる"]
    assert next(one for one in shown.agents if one.id == "reviewer-architecture-1").state == "reviewing"


async def test_it_is_written_when_something_changes_and_else_now_and_then(tmp_path: Path) -> None:
    clock = Clock()
    desk = await desk_of(tmp_path, default("pair"), clock=clock)
    stage = Stage(desk)
    boarding = Boarding(desk, stage.standing, stage.crew)
    times = []

    async def shown() -> float:
        await boarding.show()
        times.append(board(desk).at)
        return times[-1]

    assert await shown() == clock.now
    clock.now += BUSY_S
    assert await shown() == times[0]  # nobody works
    clock.now += IDLE_S
    assert await shown() == clock.now
    await stage.handed()
    assert await shown() == clock.now
    clock.now += BUSY_S
    assert await shown() == clock.now
    clock.now += BUSY_S / 2
    assert await shown() == clock.now - BUSY_S / 2
    desk.queue.close()


async def test_a_price_that_nobody_knows_makes_the_sum_unknown(pair: Desk) -> None:
    stage = Stage(pair)
    stage.answer(await stage.handed(), spent={"input_tokens": 5})
    await stage.receiving.all()
    await Boarding(pair, stage.standing, stage.crew).show(waits_for="?")
    assert (board(pair).usd, board(pair).agents[0].usd, board(pair).waits_for) == (None, None, "?")

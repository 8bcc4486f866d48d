from __future__ import annotations

import json
from pathlib import Path

import pytest

from kasen.teams.code.config.loading import default
from kasen.teams.code.messages import Review
from kasen.teams.code.orchestrator.desk import Desk
from kasen.teams.code.orchestrator.receiving import LIMIT_S, MOST_SERVER_S, SERVER_S
from teams.code.orchestrator.desks import Clock, Events, desk_of, limited
from teams.code.orchestrator.stages import Stage

CODER = "implementation.1.coder"


def settled(stage: Stage, agent: str = "coder-1") -> list[str]:
    return sorted(path.stem for path in (stage.desk.place.mailbox.outbox(agent) / "done").iterdir())


async def test_a_result_is_taken_once_also_when_a_kill_came_before_it_was_settled(pair: Desk) -> None:
    stage = Stage(pair)
    task = await stage.handed()
    result = stage.answer(task, spent={"usd": 0.5, "input_tokens": 9})
    assert await stage.receiving.all()
    stage.answer(task, msg_id=result.msg_id, spent={"usd": 0.5, "input_tokens": 9})
    assert await stage.receiving.all()
    assert pair.queue.task(CODER).status == "done"
    assert stage.purse.paid == {result.msg_id: 0.5}
    assert settled(stage) == [result.msg_id]
    assert stage.audited("late") == []
    assert not await stage.receiving.all()


async def test_a_turn_of_a_program_that_tells_nothing_of_its_cost_counts_as_a_turn(pair: Desk) -> None:
    stage = Stage(pair)
    result = stage.answer(await stage.handed(), spent={"seconds": 1.5})
    await stage.receiving.all()
    assert stage.purse.paid == {result.msg_id: 0.0}


async def test_what_an_old_claim_sends_is_kept_and_changes_nothing_but_is_paid(pair: Desk) -> None:
    stage = Stage(pair)
    task = await stage.handed()
    pair.queue.requeue(CODER, task.token, "gone")
    late = stage.answer(task, spent={"usd": 1.0, "input_tokens": 9})
    await stage.receiving.all()
    assert pair.queue.task(CODER).status == "ready"
    kept = pair.place.mailbox.state / "late" / f"{late.msg_id}.json"
    assert json.loads(kept.read_bytes())["task_id"] == CODER
    (told,) = stage.audited("late")
    assert told["why"] == "the task is ready under token 1"
    assert stage.purse.paid == {late.msg_id: 1.0}


async def test_what_belongs_to_nobody_or_to_another_changes_nothing(pair: Desk) -> None:
    stage = Stage(pair)
    task = await stage.handed()
    stage.answer(task.model_copy(update={"task_id": "T9"}))
    stage.answer(task, agent="reviewer-1")
    await stage.receiving.all()
    assert pair.queue.task(CODER).status == "claimed"
    assert [one["why"] for one in stage.audited("late")] == [
        "there is no such task",
        "the task is claimed under token 1",
    ]


async def test_what_cannot_be_read_is_put_aside_and_told(pair: Desk) -> None:
    stage = Stage(pair)
    (pair.place.mailbox.outbox("coder-1") / "X.json").write_bytes(b"{")
    await stage.receiving.all()
    assert isinstance(pair.emit, Events)
    (warning,) = pair.emit.of("warning")
    assert warning["text"].startswith("coder-1 の送ったものが読めません：")


@pytest.mark.parametrize("problem", ["no_answer", "denied", "failed", "spent"])
async def test_what_is_the_tasks_own_fault_counts_until_it_is_given_up(tmp_path: Path, problem: str) -> None:
    clock = Clock()
    desk = await desk_of(tmp_path, clock=clock)
    stage, seen = Stage(desk), []
    for _ in range(desk.config.workflow.limits.attempts):
        stage.answer(await stage.handed(), status="failed", problem=problem, reason="だめ")
        await stage.receiving.all()
        task = desk.queue.task(CODER)
        seen.append((task.status, task.attempts))
        await stage.dispatch.all()
        assert desk.queue.task(CODER) == task  # it rests before the next attempt
        clock.now += 60
    assert seen == [("ready", 1), ("ready", 2), ("poisoned", 3)]
    assert desk.queue.task(CODER).reason == "だめ"
    desk.queue.close()


async def test_a_turn_that_had_no_more_than_its_share_goes_on_with_the_next_one(pair: Desk) -> None:
    stage = Stage(pair)
    stage.purse.most = 4.0
    task = await stage.handed()
    share = stage.standing.shares[f"{task.task_id} {task.token}"]
    stage.answer(task, status="failed", problem="spent", spent={"usd": share, "output_tokens": 9}, session="S")
    await stage.receiving.all()
    assert (pair.queue.task(CODER).status, pair.queue.task(CODER).attempts) == ("ready", 0)
    await stage.dispatch.all()
    again = pair.queue.task(CODER)
    assert again.token == task.token + 1
    assert 0 < stage.standing.shares[f"{again.task_id} {again.token}"] <= 4.0 - share


async def test_shares_that_run_out_count_for_nothing_however_often_and_each_is_larger(tmp_path: Path) -> None:
    desk = await desk_of(tmp_path, limited(default("pair"), agents=64))
    stage, shares = Stage(desk), list[float]()
    stage.purse.most = 64.0
    for _ in range(desk.config.workflow.limits.crashes + 1):
        task = await stage.handed()
        shares.append(stage.standing.shares[f"{task.task_id} {task.token}"])
        stage.purse.most += shares[-1]  # so that as much is left as before
        stage.answer(task, status="failed", problem="spent", spent={"usd": shares[-1], "output_tokens": 9})
        await stage.receiving.all()
        assert (desk.queue.task(CODER).status, desk.queue.task(CODER).attempts) == ("ready", 0)
    assert shares == [1.0, 2.0, 4.0, 8.0, 16.0, 32.0]
    assert Stage(desk).standing.wanting == {CODER: 32.0}, "also after a restart"
    stage.answer(await stage.handed())
    await stage.receiving.all()
    assert stage.standing.wanting == {}, "what is done wants nothing more"
    desk.queue.close()


@pytest.mark.parametrize("part", [1.5, 1.0, 0.9, 0.0])
async def test_a_turn_that_had_all_that_was_left_and_needs_more_ends_the_run(tmp_path: Path, part: float) -> None:
    """Also one whose program does not begin for so little, and costs nothing."""
    clock = Clock()
    pair = await desk_of(tmp_path, clock=clock)
    stage, turns = Stage(pair), 0
    stage.purse.most = 0.003
    while not stage.standing.spent:
        task = await stage.handed()
        share = stage.standing.shares[f"{task.task_id} {task.token}"]
        stage.answer(task, status="failed", problem="spent", spent={"usd": share * part, "output_tokens": 9})
        await stage.receiving.all()
        turns += 1
        clock.now += 60
        assert turns < 5
    assert pair.queue.task(CODER).status == "ready"
    assert pair.queue.task(CODER).attempts == (0 if part else 1)
    assert stage.standing.too_little != await stage.purse.spent()
    pair.queue.close()


async def test_a_turn_that_ends_for_its_share_and_has_not_used_it_counts(pair: Desk) -> None:
    stage = Stage(pair)
    stage.purse.most = 4.0
    stage.answer(await stage.handed(), status="failed", problem="spent", spent={"usd": 0.01, "output_tokens": 9})
    await stage.receiving.all()
    assert (pair.queue.task(CODER).status, pair.queue.task(CODER).attempts) == ("ready", 1)
    assert not stage.standing.spent


async def test_a_limit_of_the_account_rests_it_and_counts_for_nothing(pair: Desk) -> None:
    stage = Stage(pair)
    until = pair.clock() + 3600
    stage.answer(await stage.handed(), status="failed", problem="limit", until=until, reason="429")
    await stage.receiving.all()
    task = pair.queue.task(CODER)
    assert (task.status, task.attempts) == ("ready", 0)
    assert stage.standing.limits == {"claude-code": until}
    assert not await stage.dispatch.all()
    assert isinstance(pair.emit, Events)
    (warning,) = pair.emit.of("warning")
    assert warning["text"] == "claude-code は約 60 分休みます（429）。ほかは続けます"


async def test_a_limit_without_a_time_and_failures_of_the_vendor_rest_longer_each_time(pair: Desk) -> None:
    stage, rests = Stage(pair), []
    for problem in ("server", "server", "server", "limit"):
        stage.standing.limits.clear()
        stage.answer(await stage.handed(), status="failed", problem=problem)
        await stage.receiving.all()
        rests.append(stage.standing.limits["claude-code"] - pair.clock())
    assert rests == pytest.approx([SERVER_S, 2 * SERVER_S, 4 * SERVER_S, LIMIT_S], abs=10)
    assert rests[2] > rests[1] > rests[0]
    assert MOST_SERVER_S >= LIMIT_S


async def test_however_often_an_account_is_limited_its_tasks_are_not_given_up(pair: Desk) -> None:
    stage = Stage(pair)
    for _ in range(pair.config.workflow.limits.crashes + 2):
        stage.standing.limits.clear()
        stage.answer(await stage.handed(), status="failed", problem="limit")
        await stage.receiving.all()
    assert (pair.queue.task(CODER).status, pair.queue.task(CODER).attempts) == ("ready", 0)


async def test_a_program_that_is_killed_again_and_again_counts_in_the_end(pair: Desk) -> None:
    stage, attempts = Stage(pair), []
    for _ in range(pair.config.workflow.limits.crashes + 1):
        stage.answer(await stage.handed(), status="failed", problem="killed")
        await stage.receiving.all()
        attempts.append(pair.queue.task(CODER).attempts)
    assert attempts == [0, 0, 0, 0, 0, 1]


async def test_a_review_without_a_verdict_is_no_review(pair: Desk) -> None:
    stage = Stage(pair)
    stage.answer(await stage.handed())
    await stage.receiving.all()
    review = await stage.handed(f"{CODER}.review.1")
    stage.answer(review, "reviewer-1", review=None)
    await stage.receiving.all()
    assert pair.queue.task(review.task_id).status == "ready"
    assert pair.queue.task(review.task_id).attempts == 1


async def test_results_lie_where_others_read_them_and_sessions_are_kept(pair: Desk) -> None:
    stage = Stage(pair)
    stage.answer(await stage.handed(), output={"summary": "税を足した"}, session="S1")
    await stage.receiving.all()
    kept = json.loads((pair.place.mailbox.state / "results" / f"{CODER}.json").read_bytes())
    assert kept["output"]["summary"] == "税を足した"
    assert pair.sessions == {f"coder-1 {CODER}": "S1"}
    stage.answer(await stage.handed(f"{CODER}.review.1"), "reviewer-1", session="S2", review=Review(verdict="PASS"))
    await stage.receiving.all()
    assert pair.queue.noted("sessions") == {f"coder-1 {CODER}": "S1", "reviewer-1": "S2"}


async def test_work_that_cannot_be_taken_waits_for_a_person(pair: Desk) -> None:
    stage = Stage(pair)
    task = await stage.handed()
    (pair.repository.root / ".git").rename(pair.repository.root / "gone")
    stage.answer(task)
    await stage.receiving.all()
    assert pair.queue.task(CODER).status == "blocked"
    assert pair.queue.task(CODER).reason.startswith("成果を受け取れない：")

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import httpx
import pytest
from sqlalchemy import update

from kasen.errors import UsageError
from kasen.runtime.approvals import approvals, ask
from kasen.runtime.attempt import Attempt
from kasen.runtime.engines.temporal.standing import standing_of
from kasen.runtime.rows import Options, Question
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.runtime.tables import RUNS
from runtime.engines.temporal.conftest import Installation
from runtime.engines.temporal.following import ECHO, ended_right, stands_at, started
from runtime.engines.temporal.storming import at


async def test_a_pause_is_answered_after_worker_and_server_were_replaced_and_once(
    installation: Installation, runner: Runner
) -> None:
    one = await installation.worker(0.05).greets()
    (run_id,) = await started(runner, ask_first=True)
    assert (await runner.wait(run_id)).status == "paused"
    one.kill()
    await runner.close()
    async with Store(installation.folder / "other", database=installation.database) as store:
        other = Runner(store, runner._host, installation.dispatch)
        (pause,) = await approvals(store, run_id)
        await other.answer(run_id, pause.name, pause.asked.default)
        with pytest.raises(UsageError, match="was already answered by person"):
            await other.answer(run_id, pause.name, pause.asked.default)
        two = await installation.worker(0.05).greets()
        await other.continue_(run_id)
        await ended_right(other, [run_id])
        assert two.calls, "the other worker went on"
        assert not set(one.calls) & set(two.calls), "and asked nothing again"
        await other.close()


async def test_both_processes_killed_a_pause_is_answered_at_another_server_and_the_second_answer_is_refused(
    installation: Installation, runner: Runner
) -> None:
    server, worker = installation.command("serve", "--port", "0"), await installation.worker(0.05).greets()
    async with httpx.AsyncClient(base_url=await at(server), timeout=60) as client:
        given = await client.post("/api/runs", json={"team": "echo", "request": {**ECHO, "ask_first": True}})
        run_id = given.json()["id"]
    await stands_at(runner, run_id, "paused")
    server.kill()
    worker.kill()
    other = installation.command("serve", "--port", "0")
    async with httpx.AsyncClient(base_url=await at(other), timeout=60) as client:
        (pause,) = (await client.get(f"/api/runs/{run_id}/approvals")).json()
        address = f"/api/runs/{run_id}/approvals/{pause['name']}"
        first = await client.post(address, json={"answer": pause["default"]})
        assert (first.status_code, first.json()["going_on"]) == (200, True)
        second = await client.post(address, json={"default": True})
        assert second.status_code == 409
        assert "already answered" in second.json()["message"]
    two = await installation.worker(0.05).greets()
    await stands_at(runner, run_id, "done")
    await ended_right(runner, [run_id])
    assert two.calls, "the other worker went on"
    assert not set(worker.calls) & set(two.calls), "and asked nothing again"


async def test_a_pause_that_comes_due_settles_itself_without_anybody(
    installation: Installation, runner: Runner
) -> None:
    await installation.worker(0.01).greets()
    (run_id,) = await started(runner, ask_first=True, deadline_s=1.0, at_deadline="default")
    assert (await runner.wait(run_id)).status == "paused"
    async with asyncio.timeout(60):
        while (await runner.store.run(run_id)).status != "done":  # noqa: ASYNC110 - a worker writes it
            await asyncio.sleep(0.1)
    assert (await approvals(runner.store, run_id))[0].answered_by == "deadline"


async def test_how_a_run_stands_says_whether_it_is_to_be_driven(installation: Installation, runner: Runner) -> None:
    store, now = runner.store, datetime.now(UTC)
    made = {"team": "echo", "mode": "echo", "title": "t", "lang": "en", "request": ECHO}
    row = await store.create(**made, options=Options())  # type: ignore[arg-type]
    assert (await standing_of(store, row.id, now)).is_to_be_driven
    attempt = Attempt(store, row.id, await store.claim(row.id))
    stands = await standing_of(store, row.id, now)
    assert stands.is_to_be_driven, "its worker may be gone"
    assert stands.deaths == 1
    await attempt.emit("node_started")
    await paused(attempt, None)
    assert not (await standing_of(store, row.id, now)).is_to_be_driven, "a person is waited for"
    await paused(attempt, 30.0)
    stands = await standing_of(store, row.id, datetime.now(UTC))
    assert not stands.is_to_be_driven
    assert 20 < (stands.wait_s or 0) <= 30
    assert (await standing_of(store, row.id, now + timedelta(seconds=31))).is_to_be_driven


async def paused(attempt: Attempt, deadline_s: float | None) -> None:
    settles = "default" if deadline_s else "wait"
    asked = Question(approval="a", question="?", answer_schema={}, deadline_s=deadline_s, at_deadline=settles)
    await ask(attempt, f"i{deadline_s}", asked, datetime.now(UTC))
    of_run = update(RUNS).where(RUNS.c.id == attempt.run_id)
    await attempt.write(lambda c: c.execute(of_run.values(status="paused")))

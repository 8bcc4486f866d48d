"""Everything that code in the sandbox may not do, tried as root of the machine and as an ordinary user."""

from __future__ import annotations

import ctypes
import os
import platform
import socket
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from kasen.tools.python.model import PythonResult
from tools.python.attacks import WALLS, Attack
from tools.python.people import ROOT, TOKEN, Person, job

pytestmark = pytest.mark.skipif(platform.machine() != "x86_64", reason="system calls are made by their x86-64 numbers")
IPC_CREATE = 0o1000


@dataclass
class World:
    """What there is to get at on this machine."""

    given: dict[str, Any]
    victim: subprocess.Popen[bytes]
    contacts: list[str] = field(default_factory=list)
    """Which ways somebody was reached by."""
    reached: dict[str, list[str]] = field(default_factory=dict)
    """The same of each batch of attacks."""


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    folder = tmp_path_factory.mktemp("world")
    place = Path("/tmp") / f"kasen-test-{os.getpid()}"
    place.mkdir(mode=0o755)
    for name in ("given.csv", "beside.csv"):
        (place / name).write_text(f"name\n{name}\n", encoding="utf-8")
    libc, key = ctypes.CDLL(None), 0x5EED0000 | os.getpid() & 0xFFFF
    memory = libc.shmget(key, 4096, IPC_CREATE | 0o666)
    victim = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
    world = World({}, victim)
    tcp, udp = socket.create_server(("127.0.0.1", 0)), socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    udp.bind(("127.0.0.1", 0))
    abstract, by_path = (socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) for _ in range(2))
    abstract.bind(f"\0kasen-test-{os.getpid()}")
    by_path.bind(str(place / "socket"))
    (place / "socket").chmod(0o777)
    servers = {"tcp": tcp, "abstract": abstract, "unix": by_path}
    for name, server in servers.items():
        server.listen()
        Thread(target=_accept, args=(name, server, world.contacts), daemon=True).start()
    Thread(target=_answer, args=(udp, world.contacts), daemon=True).start()
    world.given |= {
        "home": str(Path.home()),
        "checkout": str(ROOT),
        "original": str(place / "given.csv"),
        "beside": str(place / "beside.csv"),
        "victim": victim.pid,
        "tcp": tcp.getsockname()[1],
        "udp": udp.getsockname()[1],
        "abstract": f"kasen-test-{os.getpid()}",
        "unix": str(place / "socket"),
        "shm": memory,
        "key": key,
        "folder": str(folder),
    }
    yield world
    victim.kill()
    victim.wait()
    libc.shmctl(memory, 0, None)
    for server in (*servers.values(), udp):
        server.close()
    for path in place.iterdir():
        path.unlink()
    place.rmdir()


def _accept(name: str, server: socket.socket, contacts: list[str]) -> None:
    while True:
        try:
            wire, _ = server.accept()
        except OSError:
            return
        contacts.append(name)
        wire.close()


def _answer(server: socket.socket, contacts: list[str]) -> None:
    while True:
        try:
            _, sender = server.recvfrom(100)
        except OSError:
            return
        contacts.append("udp")
        server.sendto(b"hello", sender)


HOW = {"root": ("root", True), "user": ("user", True), "root without the filter": ("root", False)}
"""Who tries, and whether the filter of system calls stands."""
Tried = Callable[[str], dict[str, PythonResult]]


def attacks_of(how: str) -> list[Attack]:
    return [attack for attack in WALLS if HOW[how][1] or not attack.by_filter]


@pytest.fixture(scope="module")
def tried(request: pytest.FixtureRequest, world: World) -> Tried:
    """What came of each attack that these walls are to hold, all tried in one go."""

    @cache
    def batch(how: str) -> dict[str, PythonResult]:
        who, filtered = HOW[how]
        person: Person = request.getfixturevalue(who)
        given = {**world.given, "secret": str(person.secret), "pid": person.pid}
        paths = {"given.csv": Path(world.given["original"])}
        before = len(world.contacts)
        jobs = [job(attack.program(**given), paths=paths, filtered=filtered) for attack in attacks_of(how)]
        results = person.run_all(jobs)
        world.reached[how] = world.contacts[before:]
        return dict(zip((attack.name for attack in attacks_of(how)), results, strict=True))

    return batch


@pytest.mark.parametrize(
    ("how", "attack"), [pytest.param(how, a, id=f"{how}: {a.name}") for how in HOW for a in attacks_of(how)]
)
def test_code_in_the_sandbox_cannot_do_that(tried: Tried, how: str, attack: Attack) -> None:
    result = tried(how)[attack.name]
    assert "TRIED" in result.stdout, f"nothing was tried: {result}"
    assert "ESCAPED" not in result.stdout, result.stdout
    assert result.why == "error", result
    assert result.said.startswith("It raised Contained: "), (result.said, result.stderr)
    assert TOKEN not in result.stdout + result.stderr


@pytest.mark.parametrize("how", HOW)
def test_after_all_attacks_the_machine_is_as_it_was(tried: Tried, how: str, world: World) -> None:
    assert len(tried(how)) >= 25
    assert world.reached[how] == []
    assert world.victim.poll() is None
    null = Path("/dev/null").stat()
    assert stat.S_ISCHR(null.st_mode)
    assert stat.S_IMODE(null.st_mode) == 0o666
    assert Path(world.given["original"]).read_text(encoding="utf-8") == "name\ngiven.csv\n"
    for folder in (sys.prefix, sys.base_prefix, "/usr", "/", "/root", "/dev", "/etc"):
        assert not list(Path(folder).glob("kasen-escaped*"))
        assert not list(Path(folder).glob("lib/kasen-escaped*"))


@pytest.mark.parametrize("attack", [a for a in WALLS if a.proof], ids=lambda attack: attack.name)
def test_the_same_code_gets_through_outside(user: Person, attack: Attack, world: World) -> None:
    """Else its failing inside would prove nothing."""
    assert "ESCAPED" in user.outside(attack.program(**world.given, secret=str(user.secret), pid=user.pid))

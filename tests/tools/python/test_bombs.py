"""Programs that take more than they may: each is ended for what it did, and nothing of it is left."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path

import pytest

from kasen.tools.python.model import PythonLimits, PythonResult
from tools.python.bombs import BOMBS, MARK, MEMORY, PROCESSES, Bomb
from tools.python.people import Person, job

NUMBERS = count(1)


def name() -> str:
    """A name for processes that no other has."""
    return f"k{os.getpid() % 10**6}x{next(NUMBERS)}"


def alive(name: str) -> list[int]:
    """Processes of this machine that are called so, by whatever of their threads."""
    found = []
    for place in (place for place in Path("/proc").iterdir() if place.name.isdigit()):
        with suppress(OSError):  # it may end while it is looked at
            names = [(thread / "comm").read_text(encoding="utf-8").strip() for thread in (place / "task").iterdir()]
            found += [int(place.name)] * names.count(name)
    return found


def test_a_process_that_lives_is_found_by_its_name() -> None:
    """Else finding none would prove nothing."""
    assert alive(Path("/proc/self/comm").read_text(encoding="utf-8").strip())


HOW = {"root": ("root", True, BOMBS), "user": ("user", True, BOMBS)} | {
    "root without cgroups": ("root", False, [*PROCESSES, *MEMORY])
}
"""Who runs them, whether there are cgroups, and which; the kernel itself never counts processes of root."""
Ended = Callable[[str], dict[str, tuple[str, PythonResult]]]


@pytest.fixture(scope="module")
def ended(request: pytest.FixtureRequest) -> Ended:
    """How each program ended, and how its processes were called; those of a kind are run in two goes."""

    @cache
    def batch(how: str) -> dict[str, tuple[str, PythonResult]]:
        who, groups, bombs = HOW[how]
        person: Person = request.getfixturevalue(who)
        found = {}
        for floods in (False, True):
            ours = [(bomb, name()) for bomb in bombs if bomb.floods == floods]
            jobs = [job(bomb.program(called), limits=bomb.within(), groups=groups) for bomb, called in ours]
            for (bomb, called), result in zip(ours, person.run_all(jobs), strict=True):
                found[bomb.name] = called, result
        return found

    return batch


@pytest.mark.parametrize(
    ("how", "bomb"), [pytest.param(how, bomb, id=f"{how}: {bomb.name}") for how in HOW for bomb in HOW[how][2]]
)
def test_it_is_ended_for_what_it_did_and_nothing_of_it_is_left(ended: Ended, how: str, bomb: Bomb) -> None:
    called, result = ended(how)[bomb.name]
    assert MARK in result.stdout, result
    assert result.why in bomb.why, (result.why, result.said, result.stderr[-300:])
    assert bool(result.said) == bool(result.why)
    assert result.seconds < 14, "another limit was to end it"
    assert alive(called) == []
    assert sum(map(len, result.files.values())) <= bomb.within().disk_mb << 20
    most = bomb.within().output_kb << 10
    assert len(result.stdout) <= most
    assert len(result.stderr) <= most


def test_a_limit_that_is_only_reached_ends_nothing(anybody: Person) -> None:
    code = """
held = bytearray(40 << 20); held[::4096] = b"x" * len(held[::4096])
import os, time
for _ in range(6):
    if not os.fork():
        held[0] = 1
        time.sleep(0.2)
        os._exit(0)
for _ in range(6):
    os.wait()
open("out/x", "wb").write(b"x" * (15 << 20))
print("x" * 200_000)
"""
    limits = PythonLimits(memory_mb=128, processes=8, disk_mb=16, output_kb=256)
    for result in anybody.run_all([job(code, limits=limits, groups=groups) for groups in (True, False)]):
        assert result.ok, result.said
        assert len(result.files["x"]) == 15 << 20

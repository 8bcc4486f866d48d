from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from kasen.teams.code.processes.tree import Process, process
from kasen.teams.code.watchdog.alive import Alive
from kasen.teams.code.watchdog.member import SHIM, Member, State, end_family, member_of
from kasen.teams.code.worker.spec import MARK, Beat
from teams.code.watchdog.crewed import PATIENT, A, place_of


@pytest.fixture
def member(tmp_path: Path) -> Member:
    return member_of(A, place_of(tmp_path), PATIENT, time.time)


@pytest.fixture
def sleeping() -> Iterator[object]:
    with ExitStack() as stack:

        def begin(env: dict[str, str]) -> Process:
            child = subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(300)"], env=env)
            stack.callback(child.wait)
            stack.callback(child.kill)
            found = process(child.pid)
            assert found is not None
            return found

        yield begin


def test_an_agent_is_up_when_the_process_that_is_watched_has_said_so_itself(member: Member, tmp_path: Path) -> None:
    place = place_of(tmp_path)
    me = process(os.getpid())
    assert me is not None

    def say(started: int) -> None:
        said = Beat(agent=A, pid=os.getpid(), started=started).model_dump_json()
        part = tmp_path / "part"
        part.write_text(said)
        part.replace(place.mailbox.heartbeat(A))

    assert state(member) == "down"
    say(me.started)
    assert not member.up  # nobody watches it
    member.watch = watching(me)
    assert state(member) == "up"
    say(me.started - 1)  # of one that had the number before
    assert state(member) == "starting"
    say(me.started)
    member.ending = True
    assert (member.up, state(member)) == (False, "ending")


def test_one_that_is_down_says_why(member: Member) -> None:
    member.resting.ended()
    assert state(member) == "down"
    member.resting.ended()
    assert state(member) == "resting"
    member.resting.give_up()
    assert state(member) == "given_up"
    member.wanted = False
    assert state(member) == "stopped"


async def test_all_that_belongs_to_an_agent_ends_and_nothing_else(member: Member, sleeping: object) -> None:
    assert callable(sleeping)
    shim = sleeping({SHIM: member.mark})
    several = [sleeping({SHIM: member.mark}), sleeping({MARK: member.mark}), seen := sleeping({})]
    others = [sleeping({MARK: f"{member.mark}0"}), sleeping({})]
    assert await end_family(member.mark, [shim], [seen], 0) == []
    assert not any(one.lives for one in (shim, *several))
    assert all(one.lives for one in others)


def state(member: Member) -> State:
    return member.state


def watching(one: Process) -> Alive:
    made = object.__new__(Alive)
    made.process = one
    return made

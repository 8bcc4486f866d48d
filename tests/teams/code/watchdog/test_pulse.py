from __future__ import annotations

import os
from pathlib import Path

import pytest

from kasen.teams.code.watchdog.pulse import Pulse
from kasen.teams.code.worker.spec import Beat


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "coder-1"


def say(file: Path, task: str = "", agent: str = "coder-1") -> None:
    part = file.with_name(".part")
    part.write_text(Beat(agent=agent, pid=1, started=1, task_id=task).model_dump_json())
    part.replace(file)


def test_what_was_said_last_is_known(file: Path) -> None:
    pulse = Pulse(file, "coder-1", step_s=10)
    assert pulse.beat is None
    say(file, "T1")
    assert pulse.beat is not None
    say(file, "T2")
    assert pulse.beat.task_id == "T2"


def test_silence_is_counted_from_look_to_look_and_ends_with_a_sign(file: Path) -> None:
    pulse = Pulse(file, "coder-1", step_s=10)
    for now in (0, 4, 8):
        pulse.look(now)
    assert pulse.silent_s == 8
    say(file)
    pulse.look(12)
    assert pulse.silent_s == 0
    pulse.look(15)
    assert pulse.silent_s == 3
    say(file)
    assert pulse.beat is not None  # somebody else looked: the sign counts all the same
    pulse.look(17)
    assert pulse.silent_s == 2


def test_time_in_which_nobody_looked_and_clocks_that_jump_make_nobody_silent(file: Path) -> None:
    pulse = Pulse(file, "coder-1", step_s=10)
    pulse.look(0)
    pulse.look(86_400)
    assert pulse.silent_s == 10
    pulse.look(0)
    assert pulse.silent_s == 10


def test_what_cannot_be_read_is_no_sign_and_the_last_one_stays(file: Path) -> None:
    pulse = Pulse(file, "coder-1", step_s=10)
    say(file, "T1")
    assert pulse.beat is not None
    for broken in (b"", b"{", b"\xff", b"[]"):
        file.write_bytes(broken)
        assert pulse.beat.task_id == "T1"
    say(file, "T9", agent="coder-2")
    pulse.look(0)
    pulse.look(5)
    assert pulse.silent_s == 5
    assert pulse.beat.task_id == "T1"


def test_a_pipe_in_its_place_is_not_waited_for(file: Path) -> None:
    os.mkfifo(file)
    assert Pulse(file, "coder-1", step_s=10).beat is None


def test_a_new_shim_begins_with_nothing(file: Path) -> None:
    pulse = Pulse(file, "coder-1", step_s=10)
    say(file, "T1")
    pulse.look(0)
    pulse.look(9)
    pulse.begin()
    assert (pulse.beat, pulse.silent_s, file.exists()) == (None, 0, False)
    pulse.begin()

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kasen.teams.code.programs.command import Command
from kasen.teams.code.programs.turn import Turn

SCHEMA = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}


def asked(**more: object) -> Command:
    program = Command(["agent", "-x"])
    turn = Turn(prompt="作る", folder=Path("/"), schema=SCHEMA, policy="小さく", session="s", writes=False, **more)  # type: ignore[arg-type]
    assert program.command(turn) == ["agent", "-x"]
    given = {"prompt": "作る", "policy": "小さく", "schema": SCHEMA, "session": "s", "writes": False}
    assert json.loads(program.given(turn)) == given
    return program


@pytest.mark.parametrize(
    ("lines", "code", "answer", "problem"),
    [
        ([b"thinking", b'{"a": 1}', b"  "], 0, {"a": 1}, ""),
        ([b'{"a": 1}', b"bye"], 0, None, "no_answer"),
        ([b'{"a": 1}'], 1, None, "failed"),
        ([b'{"a": 1}'], -9, None, "killed"),
        ([b"\xff\xfe"], 0, None, "no_answer"),
        ([], 0, None, "no_answer"),
    ],
)
def test_the_last_line_is_the_answer_of_one_that_ended_well(
    lines: list[bytes], code: int, answer: object, problem: str
) -> None:
    program = asked()
    told = [one for line in lines for one in program.read(line)]
    assert len(told) == len([line for line in lines if line.strip()])
    ended = program.ended(code)
    assert (ended.answer, ended.problem) == (answer, problem)
    assert bool(ended.why) == bool(problem)
    assert ended.session == ("s" if answer else "")

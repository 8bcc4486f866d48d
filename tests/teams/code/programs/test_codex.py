from __future__ import annotations

import json
from pathlib import Path

import pytest

from kasen.teams.code.programs.codex import Codex
from kasen.teams.code.programs.turn import Turn
from kasen.testing.providers import FAULTS, Fake, Reply
from teams.code.programs.real import program, took
from teams.code.programs.test_claude_code import ANSWER, SCHEMA, env, fake, turn

__all__ = ["env", "fake"]


def codex(tmp_path: Path) -> Codex:
    scratch = tmp_path / "scratch"
    scratch.mkdir(exist_ok=True)
    return Codex(scratch, program("codex"))


async def test_an_answer_in_the_shape_that_was_asked_for(fake: Fake, env: dict[str, str], tmp_path: Path) -> None:
    fake.answer(ANSWER, "openai", contains="この変更を見てください")
    told, ended = await took(codex(tmp_path), turn(tmp_path, policy="小さく直す"), env)
    assert (ended.answer, ended.problem) == (ANSWER, "")
    assert ended.session == told[0].id
    assert "小さく直す" in fake.calls[0].prompt
    fake.answer({**ANSWER, "summary": "again"}, "openai")
    _, again = await took(codex(tmp_path), turn(tmp_path, session=ended.session, prompt="もう一度"), env)
    assert again.session == ended.session
    assert again.answer == {**ANSWER, "summary": "again"}
    assert "この変更を見てください" in fake.calls[-1].prompt


async def test_prose_is_no_verdict(fake: Fake, env: dict[str, str], tmp_path: Path) -> None:
    fake.answer(Reply(text="LGTM, PASS!"), "openai", times=None)
    _, ended = await took(codex(tmp_path), turn(tmp_path), env)
    assert (ended.answer, ended.problem, ended.words) == (None, "no_answer", "LGTM, PASS!")


@pytest.mark.parametrize(("fault", "problem"), [("401", "refused")])
async def test_what_the_vendor_refuses_is_told_apart(
    fake: Fake, env: dict[str, str], tmp_path: Path, fault: str, problem: str
) -> None:
    fake.fault(FAULTS[fault], "openai", times=None)
    _, ended = await took(codex(tmp_path), turn(tmp_path), env)
    assert (ended.answer, ended.problem) == (None, problem)
    assert ended.why


def test_an_end_without_a_result_is_borne(tmp_path: Path) -> None:
    asked = Codex(tmp_path)
    asked.command(Turn(prompt="x", folder=tmp_path, schema=SCHEMA))
    for line in (b"", b"x", b"[]", b'{"type":"item.completed"}', b'{"type":"item.completed","item":{"type":"error"}}'):
        assert list(asked.read(line)) == []
    assert asked.ended(-9).problem == "killed"
    list(asked.read(json.dumps({"type": "turn.failed", "error": {"message": "usage limit reached"}}).encode()))
    assert asked.ended(1).problem == "limit"

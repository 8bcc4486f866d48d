from __future__ import annotations

import json
from datetime import datetime
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


@pytest.mark.parametrize(
    ("said", "problem", "until"),
    [
        ("You've hit your usage limit. Upgrade or try again in 2 days 17 hours 14 minutes.", "limit", 235_840.0),
        ("You've hit your usage limit. Try again in 5 minutes 10 seconds. Or upgrade in 3 days.", "limit", 1310.0),
        ("Rate limit reached for tokens. Please try again in 1.5s. See the site.", "limit", 1001.5),
        ('usage limit: {"resets_at":1777936568,"resets_in_seconds":13872}', "limit", 1_777_936_568.0),
        ("Usage limit reached. Try again later.", "limit", 0.0),
        ("exceeded retry limit, last status: 429 Too Many Requests", "limit", 0.0),
        ("unexpected status 401 Unauthorized: Incorrect API key", "refused", 0.0),
        ("unexpected status 503 Service Unavailable; try again in 5 minutes", "server", 0.0),
        ("the prompt has 250000 tokens, 150 files and 14010 lines", "failed", 0.0),
    ],
)
def test_limits_say_when_they_are_over(tmp_path: Path, said: str, problem: str, until: float) -> None:
    asked = Codex(tmp_path, clock=lambda: 1000.0)
    asked.command(Turn(prompt="x", folder=tmp_path, schema=SCHEMA))
    told = list(asked.read(json.dumps({"type": "error", "message": f"Reconnecting... 1/5 ({said})"}).encode()))
    assert [one.kind for one in told] == (["lost"] if problem == "refused" else [])
    list(asked.read(json.dumps({"type": "turn.failed", "error": {"message": said}}).encode()))
    ended = asked.ended(-15)
    assert (ended.problem, ended.until) == (problem, until)


def test_what_was_told_to_be_done_counts_whatever_the_process_did_after_it(tmp_path: Path) -> None:
    asked = Codex(tmp_path)
    asked.command(Turn(prompt="x", folder=tmp_path, schema=SCHEMA))
    item = {"type": "item.completed", "item": {"type": "agent_message", "text": json.dumps(ANSWER)}}
    told = [
        one
        for event in (item, {"type": "turn.completed", "usage": [1]})
        for one in asked.read(json.dumps(event).encode())
    ]
    assert [one.kind for one in told] == ["words", "done"]
    assert (asked.ended(-15).answer, asked.ended(-15).counters.input_tokens) == (ANSWER, 0)


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("12:16 PM.", "2026-11-22T12:17"),
        ("10:00 AM.", "2026-11-22T10:01"),
        ("9:55 AM.", "2026-11-22T09:56"),
        ("9:05 AM.", "2026-11-23T09:06"),
        ("Nov 25th, 2026 9:05 AM.", "2026-11-25T09:06"),
        ("99:99 PM.", ""),
    ],
)
def test_limits_say_it_by_the_clock(tmp_path: Path, words: str, wanted: str) -> None:
    asked = Codex(tmp_path, clock=datetime.fromisoformat("2026-11-22T10:00:05").timestamp)
    asked.command(Turn(prompt="x", folder=tmp_path, schema=SCHEMA))
    said = f"You've hit your usage limit. Send a request to your admin or try again at {words}"
    list(asked.read(json.dumps({"type": "turn.failed", "error": {"message": said}}).encode()))
    assert asked.ended(1).until == (datetime.fromisoformat(wanted).timestamp() if wanted else 0.0)


@pytest.mark.parametrize(
    ("web", "writes", "mode"), [(True, False, "live"), (False, False, "disabled"), (True, True, "disabled")]
)
def test_the_web_is_for_those_that_look_and_may(tmp_path: Path, web: bool, writes: bool, mode: str) -> None:
    command = Codex(tmp_path).command(Turn(prompt="x", folder=tmp_path, schema=SCHEMA, web=web, writes=writes))
    assert [one for one in command if one.startswith("web_search")] == [f'web_search="{mode}"']
    assert "--search" not in command

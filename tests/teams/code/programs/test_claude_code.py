from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kasen.teams.code.programs.claude_code import ClaudeCode
from kasen.teams.code.programs.turn import Told, Turn
from kasen.testing.providers import FAULTS, Fake, Reply, serving
from teams.code.programs.real import environment, program, took

SCHEMA = {
    "type": "object",
    "properties": {"verdict": {"enum": ["PASS", "FAIL"]}, "summary": {"type": "string"}},
    "required": ["verdict"],
}
ANSWER = {"verdict": "PASS", "summary": "良い"}


def structured(answer: object) -> Reply:
    return Reply(tool="StructuredOutput", text=json.dumps(answer, ensure_ascii=False))


@pytest.fixture
async def fake() -> AsyncIterator[Fake]:
    async with serving() as opened:
        yield opened


@pytest.fixture
def env(fake: Fake, tmp_path: Path) -> dict[str, str]:
    (tmp_path / "repo").mkdir()
    return environment(fake, tmp_path / "home")


def turn(tmp_path: Path, **more: object) -> Turn:
    return Turn(**{"prompt": "この変更を見てください", "folder": tmp_path / "repo", "schema": SCHEMA, **more})  # type: ignore[arg-type]


async def test_an_answer_in_the_shape_that_was_asked_for(fake: Fake, env: dict[str, str], tmp_path: Path) -> None:
    fake.answer(structured(ANSWER), "anthropic", contains="この変更を見てください")
    fake.answer("done", "anthropic", times=None)
    claude = program("claude")
    told, ended = await took(ClaudeCode(claude), turn(tmp_path, policy="小さく直す"), env)
    assert ended.answer == ANSWER
    assert ended.problem == ""
    assert ended.session == told[0].id
    assert ended.counters.output_tokens > 0
    assert ended.counters.usd is not None
    assert any("小さく直す" in call.prompt for call in fake.calls)
    fake.clear()
    fake.answer(structured({**ANSWER, "summary": "again"}), "anthropic", contains="もう一度")
    fake.answer("done", "anthropic", times=None)
    _, again = await took(ClaudeCode(claude), turn(tmp_path, session=ended.session, prompt="もう一度"), env)
    assert again.session == ended.session
    assert again.answer == {**ANSWER, "summary": "again"}
    assert any("この変更を見てください" in call.prompt and "もう一度" in call.prompt for call in fake.calls)
    assert again.counters.since(ended.counters).output_tokens < again.counters.output_tokens


async def test_files_are_written_by_its_tools(fake: Fake, env: dict[str, str], tmp_path: Path) -> None:
    made = tmp_path / "repo" / "a.py"
    fake.answer(Reply(tool="Write", text=json.dumps({"file_path": str(made), "content": "x = 1\n"})), "anthropic")
    fake.answer(structured(ANSWER), "anthropic", contains="a.py")
    fake.answer("done", "anthropic", times=None)
    told, ended = await took(ClaudeCode(program("claude")), turn(tmp_path), env)
    assert made.read_text(encoding="utf-8") == "x = 1\n"
    assert next(one.text for one in told if one.kind == "tool") == f"Write {made}"
    assert ended.answer == ANSWER


async def test_prose_is_no_verdict(fake: Fake, env: dict[str, str], tmp_path: Path) -> None:
    fake.answer("LGTM, PASS!", "anthropic", times=None)
    _, ended = await took(ClaudeCode(program("claude")), turn(tmp_path), env)
    assert (ended.answer, ended.problem) == (None, "no_answer")
    assert ended.words == "LGTM, PASS!"


async def test_who_only_looks_may_not_write(fake: Fake, env: dict[str, str], tmp_path: Path) -> None:
    made = tmp_path / "repo" / "a.py"
    fake.answer(Reply(tool="Write", text=json.dumps({"file_path": str(made), "content": "x"})), "anthropic")
    fake.answer("I could not.", "anthropic", times=None)
    _, ended = await took(ClaudeCode(program("claude")), turn(tmp_path, writes=False), env)
    assert not made.exists()
    assert (ended.answer, ended.problem) == (None, "denied")
    assert ended.why == "it may not use: Write"


@pytest.mark.parametrize(("fault", "problem"), [("401", "refused")])
async def test_what_the_vendor_refuses_is_told_apart(
    fake: Fake, env: dict[str, str], tmp_path: Path, fault: str, problem: str
) -> None:
    fake.fault(FAULTS[fault], "anthropic", times=None)
    _, ended = await took(ClaudeCode(program("claude")), turn(tmp_path), env)
    assert (ended.answer, ended.problem) == (None, problem)
    assert ended.why


def test_output_that_is_no_event_and_an_end_without_a_result_are_borne() -> None:
    claude = ClaudeCode()
    claude.command(Turn(prompt="x", folder=Path("/"), schema=SCHEMA))
    for line in (
        b"",
        b"not json",
        b"[1]",
        b'{"type":"assistant"}',
        b'{"type":"assistant","message":{"content":"x"}}',
        b'{"type":"user","message":"x"}',
        b"\xff",
    ):
        assert list(claude.read(line)) == []
    assert claude.ended(-9).problem == "killed"
    assert claude.ended(1).problem == "failed"


def read(*events: object, clock: float = 1000.0) -> tuple[list[Told], ClaudeCode]:
    claude = ClaudeCode(clock=lambda: clock)
    claude.command(Turn(prompt="x", folder=Path("/"), schema=SCHEMA))
    return [one for event in events for one in claude.read(json.dumps(event).encode())], claude


RETRY = {"type": "system", "subtype": "api_retry", "attempt": 1, "retry_delay_ms": 500}
LIMITED = {"type": "result", "subtype": "success", "is_error": True, "api_error_status": 429, "result": "limit"}
EMPTY = {"type": "result", "subtype": "success", "result": "You've hit your limit"}


@pytest.mark.parametrize(
    ("event", "kinds", "problem", "until"),
    [
        ({"error_status": 401, "error": "authentication_failed"}, ["lost"], "refused", 0.0),
        ({"error_status": 403}, ["lost"], "refused", 0.0),
        ({"error_status": 429}, [], "killed", 0.0),
        ({"error_status": 429, "retry_delay_ms": 3_600_000}, ["lost"], "limit", 4600.0),
        ({"error_status": 500}, [], "killed", 0.0),
        ({"error_status": None}, [], "killed", 0.0),
    ],
)
def test_what_asking_again_does_not_mend_ends_the_turn(
    event: dict[str, object], kinds: list[str], problem: str, until: float
) -> None:
    told, claude = read({**RETRY, **event})
    assert [one.kind for one in told] == kinds
    ended = claude.ended(-15)
    assert (ended.problem, ended.until) == (problem, until)


@pytest.mark.parametrize(
    ("status", "resets", "result", "problem", "until"),
    [
        ("rejected", 5000, LIMITED, "limit", 5000.0),
        ("rejected", 1_778_565_600_000, EMPTY, "limit", 1_778_565_600.0),
        ("allowed_warning", 5000, LIMITED, "limit", 0.0),
        ("allowed", 5000, EMPTY, "no_answer", 0.0),
        ("rejected", 500, EMPTY, "no_answer", 0.0),
    ],
)
def test_a_used_up_plan_says_when_it_is_open_again(
    status: str, resets: int, result: dict[str, object], problem: str, until: float
) -> None:
    event = {"type": "rate_limit_event", "rate_limit_info": {"status": status, "resetsAt": resets}}
    told, claude = read(event, result)
    assert [one.kind for one in told] == ["done"]
    ended = claude.ended(0)
    assert (ended.problem, ended.until, ended.answer) == (problem, until, None)


def test_a_result_counts_whatever_the_process_did_after_it() -> None:
    _, claude = read({"type": "result", "subtype": "success", "structured_output": {"verdict": "PASS"}})
    assert claude.ended(-9).answer == {"verdict": "PASS"}


def test_results_of_another_shape_are_borne() -> None:
    odd = {"type": "result", "modelUsage": [1], "permission_denials": ["x"], "total_cost_usd": "1", "result": None}
    _, claude = read({"type": "rate_limit_event", "rate_limit_info": 3}, odd)
    ended = claude.ended(0)
    assert (ended.problem, ended.counters.usd, ended.counters.input_tokens) == ("denied", None, 0)


@pytest.mark.parametrize(("web", "writes", "has"), [(True, False, True), (False, False, False), (True, True, False)])
def test_the_web_is_for_those_that_look_and_may(web: bool, writes: bool, has: bool) -> None:
    command = ClaudeCode().command(Turn(prompt="x", folder=Path("/"), schema=SCHEMA, web=web, writes=writes))
    tools = command[command.index("--allowedTools") + 1].split()
    assert ({"WebSearch", "WebFetch"} <= set(tools)) is has
    assert ("Write" in tools) is writes


@pytest.mark.parametrize(
    "event",
    [
        {"message": {"content": [{"type": "text", "text": "of nobody"}]}},
        {"type": "result", "subtype": ["x"]},
        {"type": "result", "permission_denials": 3},
        {"type": "result", "permission_denials": {"a": 1}, "modelUsage": [1], "total_cost_usd": "x"},
    ],
)
def test_events_of_another_form_are_let_by(tmp_path: Path, event: dict[str, object]) -> None:
    claude = ClaudeCode()
    claude.command(turn(tmp_path))
    assert [told.kind for told in claude.read(json.dumps(event).encode())] in ([], ["done"])
    assert claude.ended(0).answer is None

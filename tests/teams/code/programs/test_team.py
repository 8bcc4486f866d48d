from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from kasen.settings.environment import plain_environment
from kasen.teams.code.programs.team import KasenTeam
from kasen.teams.code.programs.turn import Ended, Told, Turn
from kasen.teams.code.schemas.answers import Done, Reviewed, strict_schema


def turn(folder: Path, **more: object) -> Turn:
    said = {
        "prompt": "a long prompt",
        "folder": folder,
        "schema": strict_schema(Done),
        "instruction": "茶。水。",
        **more,
    }
    return Turn(**said)  # type: ignore[arg-type]


def took(program: KasenTeam, asked: Turn) -> tuple[list[Told], Ended]:
    """One turn with a home of its own, in a folder that holds what would be taken for a module."""
    (asked.folder / "typing.py").write_text("raise SystemExit(9)", encoding="utf-8")
    env = {**plain_environment(), "HOME": str(asked.folder / "home"), "KASEN_PRESET": "none"}
    env |= {"KASEN_HOME": str(asked.folder / "home" / "kasen")}
    command = program.command(asked)
    done = subprocess.run(
        command, cwd=asked.folder, env=env, input=program.given(asked), capture_output=True, timeout=100
    )
    told = [one for line in done.stdout.splitlines() for one in program.read(line)]
    assert told, done.stderr
    return told, program.ended(done.returncode)


def test_a_team_answers_with_its_report(tmp_path: Path) -> None:
    told, ended = took(KasenTeam("echo", tmp_path), turn(tmp_path))
    assert (ended.problem, told[0].kind, told[0].id) == ("", "session", ended.session)
    assert ended.answer is not None
    assert (ended.answer["status"], ended.answer["files_modified"]) == ("done", [])
    assert "茶" in ended.answer["report"]
    begun = [one.id for one in told if one.kind == "tool"]
    assert begun == [id for id in begun if id in {one.id for one in told if one.kind == "tool_done"}]


def test_a_report_is_no_verdict(tmp_path: Path) -> None:
    _, ended = took(KasenTeam("echo", tmp_path), turn(tmp_path, schema=strict_schema(Reviewed)))
    assert (ended.answer, ended.problem) == (None, "no_answer")


def test_an_answer_in_the_report_is_one(tmp_path: Path) -> None:
    said = {"verdict": "PASS", "summary": "s", "blocking": [], "non_blocking": [], "reason": ""}
    asked = turn(tmp_path, schema=strict_schema(Reviewed), instruction=json.dumps(said))
    _, ended = took(KasenTeam("echo", tmp_path), asked)
    assert ended.answer == said


def test_a_run_that_was_cut_off_is_carried_on(tmp_path: Path) -> None:
    command = KasenTeam("echo", tmp_path).command(turn(tmp_path, session="01RUN", usd=0.5))
    assert command[4:7] == ["runs", "continue", "01RUN"]
    assert command[-2:] == ["--budget-usd", "0.5000"]


def test_what_it_has_cost_by_now_is_told_with_each_answer_of_a_model(tmp_path: Path) -> None:
    team = KasenTeam("echo", tmp_path)
    lines = [json.dumps({"run_id": "r", "type": "model_call", "usd": usd}).encode() for usd in (0.25, None, 0.5)]
    told = [one for line in lines for one in team.read(line) if one.kind == "cost"]
    assert [one.usd for one in told] == [0.25, 0.25, 0.75]


@pytest.mark.parametrize(
    ("lines", "code", "problem", "why"),
    [
        ([], -9, "killed", "it ended with -9 and told no result"),
        ([{"run_id": "r", "type": "run_failed", "error": "X", "message": "no key"}], 5, "failed", "no key"),
        (
            [{"run_id": "r", "type": "run_started"}, {"type": "model_call", "usd": "x"}, 3],
            0,
            "failed",
            "it ended with 0",
        ),
    ],
)
def test_an_end_without_a_result_is_borne(
    tmp_path: Path, lines: list[object], code: int, problem: str, why: str
) -> None:
    program = KasenTeam("echo", tmp_path)
    program.command(turn(tmp_path))
    for line in (b"", b"no json", *(json.dumps(line).encode() for line in lines)):
        list(program.read(line))
    ended = program.ended(code)
    assert (ended.answer, ended.problem) == (None, problem)
    assert ended.why.startswith(why)


def test_costs_are_those_of_its_calls(tmp_path: Path) -> None:
    program = KasenTeam("echo", tmp_path)
    program.command(turn(tmp_path))
    call = {"type": "model_call", "input_tokens": 10, "output_tokens": 2, "usd": 0.25}
    for _ in range(2):
        list(program.read(json.dumps(call).encode()))
    counters = program.ended(1).counters
    assert (counters.input_tokens, counters.output_tokens, counters.usd) == (20, 4, 0.5)

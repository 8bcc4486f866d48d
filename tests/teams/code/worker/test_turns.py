from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kasen.teams.code.messages import Context, Finding
from kasen.teams.code.processes.marked import marked
from kasen.teams.code.worker.spec import MARK
from teams.code.worker.played import AGENT, Played, until


@pytest.mark.parametrize(
    ("does", "limits", "why"),
    [
        ({"stalls": 600}, {"first_word_seconds": 0.5}, "it said nothing for 0.5 s after its start"),
        (
            {"words": ["…"], "stalls": 600},
            {"silent_seconds": 0.5},
            "it said nothing for 0.5 s, and none",
        ),
        ({"stalls": 600, "child": 600}, {"turn_seconds": 0.8}, "its turn took longer than 0.8 s"),
    ],
)
async def test_what_hangs_is_ended_and_goes_on_once(
    played: Played, does: dict[str, Any], limits: dict[str, Any], why: str
) -> None:
    played.script.rule(**does)
    await played.prepare(**limits).start()
    played.assign()
    (result,) = await played.answered()
    assert (result.status, result.problem) == ("failed", "stalled")
    assert result.reason.startswith(why)
    assert len(played.script.calls()) == 2
    assert [event["problem"] for event in played.events("ended")] == ["stalled", "stalled"]
    assert played.mark not in marked(MARK)


async def test_who_hangs_once_is_none_the_worse(played: Played) -> None:
    played.script.rule(times=1, stalls=600).rule(answer={"summary": "second"})
    await played.prepare(first_word_seconds=0.5).start()
    played.assign()
    (result,) = await played.answered()
    assert (result.status, result.problem, result.output.summary) == ("done", "", "second")


async def test_a_program_that_is_killed_goes_on_at_once(played: Played) -> None:
    played.script.rule(times=1, child=600, stalls=600).rule(answer={"summary": "second"})
    await played.prepare().start()
    played.assign()
    first = await played.program()
    await until(played.script.children)
    first.send(9)
    (result,) = await played.answered()
    assert (result.problem, result.output.summary) == ("", "second")
    assert played.events("ended")[0]["problem"] == "killed"
    assert played.mark not in marked(MARK)


async def test_prose_is_asked_once_more_and_is_no_answer(played: Played) -> None:
    played.script.rule(says="LGTM, PASS!")
    await played.prepare().start()
    played.review()
    (result,) = await played.answered()
    assert (result.status, result.problem, result.review) == ("failed", "no_answer", None)
    first, second = played.script.calls()
    assert second["prompt"].startswith(first["prompt"])
    assert "it answered in words, without the JSON object that was asked for" in second["prompt"]


async def test_an_answer_in_the_second_attempt_counts(played: Played) -> None:
    played.script.rule(times=1, says="still thinking").rule(answer={"verdict": "PASS"})
    await played.prepare().start()
    played.review()
    (result,) = await played.answered()
    assert result.review is not None
    assert (result.status, result.review.verdict, result.problem) == ("done", "PASS", "")


@pytest.mark.parametrize("code", [1, 0])
async def test_the_exit_code_is_no_answer(played: Played, code: int) -> None:
    played.script.rule(exit=code)
    await played.prepare().start()
    played.review()
    (result,) = await played.answered()
    assert (result.status, result.problem, result.review) == ("failed", "failed" if code else "no_answer", None)


async def test_what_it_builds_on_and_what_it_mends_are_shown(played: Played, tmp_path: Path) -> None:
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "one.json").write_text("抹茶の値段", encoding="utf-8")
    await played.prepare().start()
    finding = Finding(id="F1", file="a.py", line=3, issue="It divides by zero.")
    played.assign(kind="fix", findings=(finding,), context=Context(dependencies=("one.json", "lost.json")))
    await played.answered()
    prompt = played.script.calls()[0]["prompt"]
    assert "抹茶の値段" in prompt
    assert "This could not be read" in prompt
    assert "It divides by zero." in prompt


@pytest.mark.parametrize("does", [{"prints": 1 << 30}, {"line": 64 << 20}])
async def test_what_is_printed_without_end_costs_little(played: Played, does: dict[str, Any]) -> None:
    played.script.rule(**does, answer={"summary": "after all that"})
    shim = await played.prepare(heartbeat_seconds=0.5).start()
    played.assign()
    (result,) = await played.answered()
    assert result.output.summary == "after all that"
    own = played.place.agent(AGENT)
    assert sum(path.stat().st_size for path in own.rglob("*") if path.is_file()) < 45_000_000
    status = Path(f"/proc/{shim.pid}/status").read_text(encoding="utf-8")
    highest = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM"))
    assert highest < 200_000  # kB


@pytest.mark.parametrize("missing", ["program", "folder"])
async def test_what_cannot_be_started_is_said(played: Played, missing: str) -> None:
    played.prepare(agent={"command": ["/nowhere/agent"]} if missing == "program" else {})
    if missing == "folder":
        played.tree.rmdir()
    await played.start()
    played.assign()
    (result,) = await played.answered()
    assert (result.status, result.problem) == ("failed", "failed")
    wanted = "/nowhere/agent" if missing == "program" else str(played.tree)
    assert result.reason == f"`{wanted}` does not exist"

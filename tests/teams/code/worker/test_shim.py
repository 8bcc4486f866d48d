from __future__ import annotations

import asyncio
import os
import signal
import time
from pathlib import Path

import pytest

from kasen.settings.environment import plain_environment
from kasen.teams.code.processes.marked import marked
from kasen.teams.code.processes.tree import process
from kasen.teams.code.programs.chosen import program_of
from kasen.teams.code.worker.beating import Heart
from kasen.teams.code.worker.shim import Shim
from kasen.teams.code.worker.spec import MARK, Beat, Spec
from kasen.teams.code.worker.view import View
from teams.code.worker.played import AGENT, Played, until


async def test_work_is_done_and_answered_once(played: Played) -> None:
    played.script.rule(edits={"a.py": "x = 1\n"}, answer={"summary": "書いた", "files_modified": ["a.py"]})
    await played.prepare().start()
    played.assign()
    (result,) = await played.answered()
    assert (result.task_id, result.token, result.agent, result.status) == ("build.1.coder", 1, AGENT, "done")
    assert (result.output.summary, result.output.files_modified, result.problem) == ("書いた", ("a.py",), "")
    assert result.spent.seconds > 0
    assert (played.tree / "a.py").read_text() == "x = 1\n"
    (call,) = played.script.calls()
    assert "Build it." in call["prompt"]
    assert call["policy"] == "小さく直す"
    assert call["env"][MARK] == played.mark
    assert "書いた" in played.pane
    assert [event["kind"] for event in played.events()] == ["turn", "words", "ended", "result"]


async def test_messages_are_taken_one_by_one_in_their_order(played: Played) -> None:
    played.script.rule(asks="review", answer={"verdict": "FAIL", "blocking": [{"file": "a.py", "issue": "悪い"}]})
    played.prepare()
    played.assign("one")
    played.review("two")
    played.assign("three")
    await played.start()
    results = await played.answered(3)
    assert [result.task_id for result in results] == ["one", "two", "three"]
    review = results[1].review
    assert review is not None
    assert (review.verdict, review.blocking[0].issue) == ("FAIL", "悪い")
    calls = played.script.calls()
    assert [call["asks"] for call in calls] == ["result", "review", "result"]
    assert len({call["pid"] for call in calls}) == 3


async def test_it_shows_what_it_does(played: Played) -> None:
    played.script.rule(words=["考えています"], waits_for="go")
    shim = await played.prepare(heartbeat_seconds=0.1).start()
    first = await until(played.beat)
    me = process(shim.pid)
    assert me is not None
    assert (first.pid, first.started, first.state) == (me.pid, me.started, "idle")
    played.assign(token=7)
    await played.program()
    await until(lambda: (beat := played.beat()) is not None and beat.last_event > beat.since > 0)
    beat = played.beat()
    assert beat is not None
    assert (beat.state, beat.task_id, beat.token, beat.turns) == ("working", "build.1.coder", 7, 1)
    before = played.place.mailbox.heartbeat(AGENT).stat().st_mtime_ns
    await until(lambda: played.place.mailbox.heartbeat(AGENT).stat().st_mtime_ns > before)  # also when nothing changes
    played.script.open("go")
    await played.answered()
    await until(lambda: (beat := played.beat()) is not None and beat.state == "idle" and not beat.program)


async def test_killed_in_a_turn_it_goes_on_and_answers_once(played: Played) -> None:
    played.script.rule(times=1, child=600, stalls=600).rule(waits_for="go", answer={"summary": "second"})
    shim = await played.prepare().start()
    played.assign()
    program = await played.program()
    (child,) = await until(played.script.children)
    shim.kill()
    await shim.wait()
    assert program.lives
    await played.start()
    await until(lambda: len(played.script.calls()) == 2)
    assert not program.lives  # two in one session would be worse than none
    played.script.open("go")
    (result,) = await played.answered()
    assert (result.output.summary, result.problem) == ("second", "")
    assert not program.lives
    assert process(child) is None
    assert len(played.script.calls()) == 2


async def test_killed_twice_in_the_same_claim_it_gives_up(played: Played) -> None:
    played.script.rule(stalls=600)
    played.prepare()
    played.assign()
    for count in (1, 2):
        shim = await played.start()
        await until(lambda count=count: len(played.script.calls()) == count)  # type: ignore[misc]
        shim.kill()
        await shim.wait()
    await played.start()
    (result,) = await played.answered()
    assert (result.status, result.problem) == ("failed", "killed")
    assert len(played.script.calls()) == 2


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
async def test_asked_to_end_it_ends_its_program_and_answers_nothing(played: Played, number: signal.Signals) -> None:
    played.script.rule(child=600, stalls=600)
    shim = await played.prepare().start()
    played.assign()
    await played.program()
    await until(played.script.children)
    shim.send_signal(number)
    assert await shim.wait() == 128 + number
    assert played.results() == []
    assert played.open_messages() == 1
    assert played.mark not in marked(MARK)
    assert not any(process(pid) for pid in played.script.children())


async def test_what_a_program_leaves_running_ends_with_its_turn(played: Played) -> None:
    played.script.rule(child=600)
    await played.prepare().start()
    played.assign()
    (result,) = await played.answered()
    assert result.status == "done"
    (child,) = played.script.children()
    assert process(child) is None
    assert not Path(f"/proc/{child}").exists()  # nor does it stay as one that nobody has waited for


async def test_the_same_task_given_again_goes_on_under_the_new_token(played: Played) -> None:
    played.script.rule(waits_for="go")
    await played.prepare().start()
    played.assign(token=1)
    await played.program()
    played.assign(token=2)
    await until(lambda: (beat := played.beat()) is not None and beat.token == 2)
    played.script.open("go")
    (result,) = await played.answered()
    assert result.token == 2
    assert len(played.script.calls()) == 1


async def test_the_same_task_in_other_words_takes_its_place(played: Played) -> None:
    played.script.rule(match="Build it.", stalls=600).rule(answer={"summary": "other"})
    await played.prepare().start()
    played.assign(token=1)
    first = await played.program()
    played.assign(token=2, instruction="Do something else.")
    (result,) = await played.answered()
    assert (result.token, result.output.summary) == (2, "other")
    assert not first.lives


async def test_claims_that_have_passed_are_not_worked_on(played: Played) -> None:
    played.prepare()
    for token in (1, 2):
        begun = played.assign(token=token)
        begun.replace(begun.parent / "processing" / begun.name)
    await played.start()
    (result,) = await played.answered()
    assert result.token == 2
    assert [event["kind"] for event in played.events()][:2] == ["note", "turn"]
    played.assign(token=1)
    again = played.assign(token=2)
    await played.answered()
    assert [one.token for one in played.results()] == [2]
    assert not again.exists()
    assert len(played.script.calls()) == 1


async def test_what_is_no_work_is_put_aside(played: Played) -> None:
    played.prepare()
    inbox = played.place.mailbox.inbox(AGENT)
    (inbox / "0.json").write_text("no message", encoding="utf-8")
    played.assign()
    await played.start()
    await played.answered()
    assert (inbox / "poison" / "0.json").exists()
    assert "0.json" in played.events("note")[0]["text"]


async def test_a_secret_that_the_program_tells_is_nowhere(played: Played) -> None:
    played.env = {"TEA_TOKEN": "matcha-and-more"}
    answer = {"status": "blocked", "reason": "matcha-and-more", "summary": "asked with matcha-and-more"}
    played.script.rule(words=["my key is matcha-and-more"], answer=answer)
    await played.prepare(agent={"env": ["TEA_TOKEN"]}).start()
    played.assign()
    (result,) = await played.answered()
    assert (result.status, result.reason) == ("blocked", "[redacted]")
    assert result.output.summary == "asked with [redacted]"
    assert played.script.calls()[0]["env"]["TEA_TOKEN"] == "matcha-and-more"
    assert played.events("words")[0]["text"] == "my key is [redacted]"
    told = [path for path in played.place.root.rglob("*") if path.is_file() and b"matcha-and" in path.read_bytes()]
    assert told == []


async def test_it_sees_nothing_of_the_environment_but_what_is_named(played: Played) -> None:
    played.env = {"TEA": "yes", "OTHER": "no", "KASEN_SHIM": "x"}
    await played.prepare(agent={"env": ["TEA"]}).start()
    played.assign()
    await played.answered()
    env = played.script.calls()[0]["env"]
    assert env["TEA"] == "yes"
    assert not {"OTHER", "KASEN_SHIM"} & env.keys()
    assert env["PATH"] == plain_environment()["PATH"]


async def test_a_person_who_presses_ctrl_c_in_the_pane_ends_nothing(played: Played) -> None:
    shim = await played.prepare().start()
    await until(played.beat)
    await until(lambda: "waiting" in played.pane)
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGTSTP):
        shim.send_signal(number)
    played.assign()
    (result,) = await played.answered()
    assert result.status == "done"


async def test_it_ends_when_nobody_is_there_any_more_to_work_for(played: Played) -> None:
    played.prepare()
    spec = Spec.model_validate_json((played.place.agent(AGENT) / "spec.json").read_bytes())
    orchestrator = played.place.mailbox.heartbeat("orchestrator")
    orchestrator.touch()
    out = os.open(os.devnull, os.O_WRONLY)
    view = View(out, width=lambda: 80)
    heart = Heart(played.place.mailbox.heartbeat(AGENT), Beat(agent=AGENT, pid=1, started=1))
    shim = Shim(played.place, spec, heart, view, lambda: program_of(spec.agent, played.tree), alone_s=0.5)
    working = asyncio.create_task(shim())
    began = time.monotonic()
    while time.monotonic() - began < 1.5:
        orchestrator.touch()
        await asyncio.wait([working], timeout=0.1)
    assert not working.done()
    async with asyncio.timeout(20):
        assert await working == 0
    view.close()
    os.close(out)

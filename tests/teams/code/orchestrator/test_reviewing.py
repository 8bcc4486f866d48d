from __future__ import annotations

from pathlib import Path

import pytest

from kasen.errors import Fenced
from kasen.gates.decision import Severity
from kasen.teams.code.config.loading import default
from kasen.teams.code.messages import Finding, Review, TaskResult, Verdict
from kasen.teams.code.orchestrator.accepting import accept
from kasen.teams.code.orchestrator.desk import Body
from kasen.teams.code.orchestrator.known import known, open_of
from kasen.teams.code.orchestrator.planning import phase_tasks
from kasen.teams.code.orchestrator.reviewing import judged, reviewed, ruled
from kasen.teams.code.queue.rows import Task
from teams.code.orchestrator.desks import Events, planned
from teams.code.orchestrator.played import XSS, Played, played

T1 = "implementation.1.t1"
SLOW = Finding(file="src/frontend/page.js", line=40, severity="minor", issue="The list is drawn twice.")


async def frontend(tmp_path: Path, rounds: int = 3) -> Played:
    """A task of the frontend that is done and waits for its review."""
    play = await played(tmp_path, rounds=rounds)
    play.put(planned("t1", "impl-frontend", "src/frontend/**"))
    await play.work("impl-frontend-1", {"src/frontend/page.js": "innerHTML = user\n"})
    return play


async def test_what_passes_is_merged(tmp_path: Path) -> None:
    play = await frontend(tmp_path)
    await play.review("reviewer-1", advice=[SLOW])
    assert await accept(play.desk)
    assert play.states() == {T1: "done", f"{T1}.accepted": "done", f"{T1}.review.1": "done"}
    assert play.show("src/frontend/page.js") == "innerHTML = user\n"
    assert [(one.state, one.issue) for one in known(play.desk)] == [("advice", SLOW.issue)]
    assert await accept(play.desk) is False


async def test_what_fails_goes_back_with_its_findings_alone_and_comes_again_for_what_is_open_alone(
    tmp_path: Path,
) -> None:
    play = await frontend(tmp_path)
    await play.review("reviewer-1", "FAIL", XSS, advice=[SLOW])
    fix = play.task(f"{T1}.fix.1")
    assert (fix.kind, fix.agent, fix.agent_type) == ("fix", "impl-frontend-1", "impl-frontend")
    (finding,) = play.body(fix.task_id).findings
    assert finding == XSS.model_copy(update={"id": finding.id})
    assert finding.id
    assert await accept(play.desk) is False

    await play.work("impl-frontend-1", {"src/frontend/page.js": "textContent = user\n"})
    review = play.body(f"{T1}.review.2")
    assert (review.round, review.findings) == (2, (finding,))
    again = XSS.model_copy(update={"line": 3, "issue": "user input is put into the HTML unescaped"})
    await play.review("reviewer-1", "FAIL", again, SLOW)
    (same,) = play.body(f"{T1}.fix.2").findings
    assert same.id == finding.id
    assert same.line == 3

    await play.work("impl-frontend-1", {"src/frontend/page.js": "textContent = escape(user)\n"})
    await play.review("reviewer-1")
    assert await accept(play.desk)
    assert play.show("src/frontend/page.js") == "textContent = escape(user)\n"
    assert {one.id: one.state for one in known(play.desk)}[finding.id] == "closed"
    emit = play.desk.emit
    assert isinstance(emit, Events)
    assert [one["verdict"] for one in emit.of("verdict")] == ["fail", "fail", "pass"]
    assert [one["state"] for one in emit.of("finding") if one["id"] == finding.id] == ["open", "closed"]
    assert emit.of("finding")[0]["place"] == "src/frontend/page.js:1"


async def test_what_does_not_converge_is_blocked_for_a_person_and_nothing_of_it_is_lost(tmp_path: Path) -> None:
    play = await frontend(tmp_path, rounds=2)
    await play.review("reviewer-1", "FAIL", XSS)
    await play.work("impl-frontend-1", {"src/frontend/page.js": "innerHTML = other\n"})
    await play.review("reviewer-1", "FAIL", XSS)
    assert await accept(play.desk)
    row = play.task(f"{T1}.accepted")
    assert row.status == "blocked"
    assert XSS.issue in row.reason
    assert f"{T1}.fix.2" not in play.states()
    assert open_of(play.desk, T1) != ()
    assert await accept(play.desk) is False
    assert play.show("src/frontend/page.js") == "export const title = '茶'\n"


async def test_no_verdict_is_asked_for_again_twice_and_then_a_person_decides(tmp_path: Path) -> None:
    play = await frontend(tmp_path)
    for n in (1, 2, 3):
        await play.review("reviewer-1", "NO_VERDICT")
        assert play.states()[f"{T1}.review.1"] == ("ready" if n < 3 else "done")
    assert await accept(play.desk)
    row = play.task(f"{T1}.accepted")
    assert row.status == "blocked"
    assert "reviewer-1" in row.reason


def answer(review: Review | None, **parts: str) -> TaskResult:
    return TaskResult.model_validate(
        {"task_id": "t", "token": 1, "agent": "a", "status": "done", "review": review, **parts}
    )


def row() -> Task:
    fields = {"task_id": "t", "phase": "p", "agent_type": "reviewer", "agent": "", "kind": "review"}
    rest = {"owner": "a", "lease_until": 0, "token": 1, "attempts": 1, "priority": 0, "body": {}, "reason": ""}
    return Task.model_validate({**fields, **rest, "status": "claimed", "result": None})


@pytest.mark.parametrize(
    ("said", "blocking", "word"),
    [
        ("PASS", 0, "PASS"),
        ("PASS", 1, "FAIL"),
        ("FAIL", 1, "FAIL"),
        ("FAIL", 0, "NO_VERDICT"),
        ("NO_VERDICT", 0, "NO_VERDICT"),
        ("INFRA_FAILED", 0, "INFRA_FAILED"),
    ],
)
def test_a_verdict_is_what_was_found(said: Verdict, blocking: int, word: Verdict) -> None:
    review = Review(verdict=said, blocking=(XSS,) * blocking)
    assert judged(row(), Body(), answer(review)).word == word


def test_without_a_review_there_is_no_verdict_or_the_reviewer_could_not_work() -> None:
    assert judged(row(), Body(), answer(None)).word == "NO_VERDICT"
    assert judged(row(), Body(), answer(None, problem="no_answer")).word == "NO_VERDICT"
    assert judged(row(), Body(), answer(None, problem="stalled")).word == "INFRA_FAILED"


@pytest.mark.parametrize(("severity", "word"), [("minor", "PASS"), ("major", "PASS"), ("critical", "FAIL")])
def test_a_re_review_looks_at_what_is_open_and_only_what_is_critical_blocks_beside(
    severity: Severity, word: Verdict
) -> None:
    known_one = XSS.model_copy(update={"id": "reviewer-1"})
    new = SLOW.model_copy(update={"severity": severity})
    said = judged(row(), Body(findings=(known_one,)), answer(Review(verdict="FAIL", blocking=(new,))))
    assert said.word == word
    assert [one.issue for one in (*said.blocking, *said.advice)] == [SLOW.issue]
    both = judged(row(), Body(findings=(known_one,)), answer(Review(verdict="FAIL", blocking=(new, XSS))))
    assert both.word == "FAIL"
    assert "reviewer-1" in [one.id for one in both.blocking]


async def test_reviews_and_rulings_twice_change_nothing_and_late_ones_are_refused(tmp_path: Path) -> None:
    play = await frontend(tmp_path)
    task = await play.begin("reviewer-1")
    result = play.result(task, "reviewer-1", review=Review(verdict="FAIL", blocking=(XSS,)))
    finish, play.desk.queue.finish = play.desk.queue.finish, lambda *_, **__: False  # type: ignore[method-assign]
    await reviewed(play.desk, task, result)
    put = play.stored()
    await reviewed(play.desk, task, result)
    assert play.stored() == put
    play.desk.queue.finish = finish  # type: ignore[method-assign]
    await reviewed(play.desk, task, result)
    await reviewed(play.desk, task, result)
    assert play.states()[f"{T1}.fix.1"] == "ready"
    assert f"{T1}.fix.2" not in play.states()
    emit = play.desk.emit
    assert isinstance(emit, Events)
    assert len(emit.of("finding")) == 1
    late = play.result(task, "reviewer-1", review=Review(verdict="PASS"))
    for take in (reviewed, ruled):
        with pytest.raises(Fenced):
            await take(play.desk, task, late)


async def test_the_review_of_a_gate_is_noted_for_the_gate_and_sends_nothing_back_by_itself(tmp_path: Path) -> None:
    play = await played(tmp_path)
    play.desk.queue.put(phase_tasks(play.desk, "final_review", 1))
    await play.review("reviewer-security-1", "FAIL", XSS)
    role = "reviewer-security"
    (finding,) = open_of(play.desk, "final_review", role)
    assert finding.id.startswith(role)
    assert open_of(play.desk, "final_review", "reviewer-performance") == ()
    assert len(play.states()) == 3


async def test_two_agents_work_until_it_is_good(tmp_path: Path) -> None:
    play = await played(tmp_path, default("pair"))
    play.desk.queue.put(phase_tasks(play.desk, "implementation", 1))
    await play.work("coder-1", {"src/tax.py": "TAX = 10\n"})
    await play.review("reviewer-1", "FAIL", Finding(file="src/tax.py", line=1, issue="ten is not a tenth"))
    await play.work("coder-1", {"src/tax.py": "TAX = 0.1\n"})
    await play.review("reviewer-1")
    assert await accept(play.desk)
    assert play.show("src/tax.py") == "TAX = 0.1\n"
    assert set(play.states().values()) == {"done"}

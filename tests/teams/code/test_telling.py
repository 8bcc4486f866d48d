"""What is told of a run is what lies in its queue and its repository."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson
import pytest

from kasen.team import RoleCost, RunFigures
from kasen.teams.code.config.loading import default
from kasen.teams.code.git.merging import Work
from kasen.teams.code.messages import Finding, Output, Review, TaskResult, Verdict
from kasen.teams.code.orchestrator.desk import ORCHESTRATOR, Body, Desk
from kasen.teams.code.orchestrator.known import NOTE, Known
from kasen.teams.code.queue.rows import NewTask
from kasen.teams.code.schemas.story import Story
from kasen.teams.code.state import Over
from kasen.teams.code.telling import story_of, title_of
from teams.code.agents import Script, scripted
from teams.code.git.made import commit, write
from teams.code.orchestrator.desks import desk_of

WORK = "implementation.1.coder"
FIGURES = RunFigures(
    usd=0.5,
    seconds=61.0,
    by_role={"coder": "codex", "orchestrate": "rule"},
    costs=(RoleCost(role="coder", model="codex", calls=2, input_tokens=10, output_tokens=5, usd=0.5),),
)
FOUND = Finding(id="reviewer-1", file="src/backend/tax.py", line=1, severity="major", issue="The rate is wrong.")


def put(desk: Desk, id: str, kind: str = "work", role: str = "coder", *needs: str, **body: Any) -> None:
    task = NewTask(task_id=id, phase="implementation", agent_type=role, kind=kind, needs=needs)
    desk.queue.put([task.model_copy(update={"body": Body(**{"title": "Tax", **body}).model_dump(mode="json")})])


def done(desk: Desk, id: str, agent: str, summary: str, verdict: Verdict | None = None, **more: Any) -> None:
    task = desk.queue.claim(desk.queue.task(id).agent_type, agent, lease_s=60, only=id)
    assert task is not None
    blocking = (FOUND,) if verdict == "FAIL" else ()
    review = Review(verdict=verdict, blocking=blocking) if verdict else None
    result = TaskResult(
        task_id=id, token=task.token, agent=agent, status="done", output=Output(summary=summary), review=review, **more
    )
    desk.queue.finish(id, task.token, result.model_dump(mode="json"), msg_id=result.msg_id)


async def reviewed(desk: Desk) -> None:
    """Work that was sent back once, mended, and passed."""
    tree = await desk.trees.of("coder-1")
    base = await desk.trees.accepted()
    put(desk, WORK, files=("src/**",))
    write(tree.folder, "src/backend/tax.py", "RATE = 1.0\n")
    done(desk, WORK, "coder-1", "Wrote it.", head=commit(tree.folder, "one"))
    put(desk, f"{WORK}.review.1", "review", "reviewer", about=WORK, returns="review", after=WORK)
    done(desk, f"{WORK}.review.1", "reviewer-1", "The rate is wrong.", "FAIL")
    put(desk, f"{WORK}.fix.1", "fix", about=WORK, after=f"{WORK}.review.1", findings=(FOUND,), files=("src/**",))
    write(tree.folder, "src/backend/tax.py", "RATE = 0.1\n")
    head = commit(tree.folder, "two")
    done(desk, f"{WORK}.fix.1", "coder-1", "Mended it.", head=head)
    put(desk, f"{WORK}.review.2", "review", "reviewer", about=WORK, returns="review", after=f"{WORK}.fix.1", round=2)
    done(desk, f"{WORK}.review.2", "reviewer-1", "Good.", "PASS")
    known = Known(**FOUND.model_dump(), about=WORK, by="reviewer", rounds=(1,), state="closed")
    desk.queue.put([], {NOTE: [known.model_dump(mode="json")], "rounds": {"implementation": 1}})
    put(desk, f"{WORK}.accepted", "accept", ORCHESTRATOR, WORK, about=WORK)
    work = Work(task_id=WORK, title="Tax", base=base, head=head, files=("src/**",), agent="coder-1")
    (sent,) = await desk.merging.merge([work])
    assert sent.outcome == "merged"


def accept(desk: Desk, **body: Any) -> None:
    row = desk.queue.claim(ORCHESTRATOR, ORCHESTRATOR, lease_s=60)
    assert row is not None
    if body:
        desk.queue.amend(row.task_id, row.token, {**row.body, **body})
    desk.queue.finish(row.task_id, row.token, {"head": "x"}, msg_id="m")


async def told(desk: Desk, outcome: Any = "completed", reason: str = "") -> Story:
    over = Over(outcome=outcome, reason=reason)
    return await story_of(desk, over, FIGURES, dirty=("README.md",), into="main", date="2026-11-22")


@pytest.fixture
async def desk(tmp_path: Path, script: Script) -> Any:
    made = await desk_of(tmp_path, scripted(default("pair"), script))
    yield made
    made.queue.close()


async def test_work_that_passed_is_told_with_its_reviews_and_the_files_that_it_changed(desk: Desk) -> None:
    await reviewed(desk)
    accept(desk)
    story = await told(desk)
    (piece,) = story.pieces
    assert (piece.came, piece.agent, piece.program, piece.summary) == ("merged", "coder-1", "command", "Mended it.")
    assert (piece.files, piece.mended, piece.round) == (("src/backend/tax.py",), 1, 1)
    assert [(one.by, one.verdict, one.blocking) for one in piece.reviews] == [
        ("reviewer-1", "FAIL", 1),
        ("reviewer-1", "PASS", 0),
    ]
    assert [(one.name, one.added, one.removed) for one in story.changed] == [("src/backend/tax.py", 1, 0)]
    assert [(one.state, one.issue) for one in story.findings] == [("closed", "The rate is wrong.")]
    assert story.unmerged == ()
    assert [(one.role, one.by, one.turns, one.usd) for one in story.costs] == [("coder", "codex", 2, 0.5)]
    result = story.result
    assert (result.files, result.usd, result.open_findings, result.reason) == (["src/backend/tax.py"], 0.5, [], "")
    assert result.head != result.base == desk.repository.head
    assert [(one.id, one.rounds) for one in result.tasks] == [(WORK, 2)]
    assert story.phases == (("implementation", 1),)
    assert Story.model_validate_json(story.model_dump_json()) == story


async def test_what_a_person_took_as_it_is_is_told_so(desk: Desk) -> None:
    await reviewed(desk)
    accept(desk, decided="accept")
    assert [piece.came for piece in (await told(desk)).pieces] == ["taken"]


async def test_what_was_not_accepted_is_open_with_the_reason_and_where_it_lies(desk: Desk) -> None:
    put(desk, WORK, files=("src/**",))
    tree = await desk.trees.of("coder-1")
    write(tree.folder, "docs/half.md", "x\n")
    commit(tree.folder, "half")
    task = desk.queue.claim("coder", "coder-1", lease_s=60)
    assert task is not None
    desk.queue.block(WORK, task.token, "the key is refused", msg_id="m")
    known = Known(**FOUND.model_dump(), about=WORK, by="reviewer", rounds=(1,))
    desk.queue.put([], {NOTE: [known.model_dump(mode="json")]})
    story = await told(desk, "failed", "a person gave up")
    (piece,) = story.pieces
    assert (piece.came, piece.reason, piece.agent) == ("open", "the key is refused", "coder-1")
    (left,) = story.unmerged
    assert (left.agent, left.commits, left.files) == ("coder-1", 1, ("docs/half.md",))
    assert (story.result.reason, story.result.files) == ("a person gave up", [])
    assert [one.issue for one in story.result.open_findings] == ["The rate is wrong."]


async def test_the_gate_is_told_round_by_round_with_its_commands(tmp_path: Path, script: Script) -> None:
    desk = await desk_of(tmp_path, scripted(default("five-phase"), script))
    for round, verdict in ((1, "FAIL"), (2, "PASS")):
        id = f"final_review.{round}.reviewer-security"
        body = Body(title="s", returns="review", round=round).model_dump(mode="json")
        task = NewTask(task_id=id, phase="final_review", agent_type="reviewer-security", kind="review", body=body)
        desk.queue.put([task])
        done(desk, id, "reviewer-security-1", "said", verdict)  # type: ignore[arg-type]
    ran = {"head": "x", "round": 2, "ran": [{"name": "tests", "ok": False, "said": "boom"}]}
    desk.queue.put([], {"commands": {"final_review": ran}, "rounds": {"final_review": 2}})
    story = await told(desk)
    desk.queue.close()
    assert [(gate.round, [(one.by, one.verdict) for one in gate.looks]) for gate in story.gates] == [
        (1, [("reviewer-security-1", "FAIL")]),
        (2, [("reviewer-security-1", "PASS"), ("tests", "FAIL")]),
    ]
    assert (story.pieces, story.result.rounds) == ((), 1)


async def test_what_people_decided_comes_from_the_log_that_is_only_added_to(desk: Desk) -> None:
    desk.audit.note("asked", name="1-work", about=WORK)
    desk.audit.note("answered", name="1-work", about=WORK, answer="retry")
    (log,) = desk.place.mailbox.logs.glob("*.jsonl")
    with log.open("ab") as file:
        file.write(orjson.dumps({"what": "answered"})[:-4])
    assert [(one.about, one.answer) for one in (await told(desk)).decisions] == [(WORK, "retry")]


@pytest.mark.parametrize(
    ("requirement", "title"),
    [("\n## 茶の店\n- a", "茶の店"), ("x" * 100, "x" * 79 + "…"), ("#\n\nb", "b"), ("---", "---")],
)
def test_the_title_is_the_first_line_with_words(requirement: str, title: str) -> None:
    assert title_of(requirement) == title

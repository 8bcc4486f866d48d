from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from kasen.errors import Fenced
from kasen.teams.code.config.loading import default
from kasen.teams.code.messages import Finding
from kasen.teams.code.orchestrator.accepting import accept
from kasen.teams.code.orchestrator.known import known, open_of
from kasen.teams.code.orchestrator.planning import phase_tasks
from kasen.teams.code.orchestrator.working import begun, worked
from teams.code.git.made import call
from teams.code.orchestrator.desks import Events, planned
from teams.code.orchestrator.played import destroy, played

T1 = "implementation.1.t1"


async def test_work_is_committed_and_goes_to_the_reviewer_with_all_that_it_has_to_know(tmp_path: Path) -> None:
    play = await played(tmp_path)
    play.put(planned("t1", "impl-backend", "src/backend/**"))
    await play.work("impl-backend-1", {"src/backend/tax.py": "TAX = 0.1\n", "src/backend/price.py": None})
    assert play.states() == {T1: "done", f"{T1}.accepted": "ready", f"{T1}.review.1": "ready"}
    review, task = play.body(f"{T1}.review.1"), play.task(T1)
    assert task.result is not None
    assert review.model_dump(include={"about", "round", "returns", "subject", "head", "base", "files"}) == {
        "about": T1,
        "round": 1,
        "returns": "review",
        "subject": "change",
        "head": task.result["head"],
        "base": play.desk.repository.head,
        "files": ("src/backend/**",),
    }
    assert review.instruction == "t1 を書く"
    shown = "--format=%s%n%(trailers:key=Kasen-Agent,valueonly)"
    told = call(play.desk.repository.root, "log", "-1", shown, review.head)
    assert told.split("\n")[:2] == [f"{T1}: t1 を作る", "impl-backend-1"]
    assert await accept(play.desk) is False
    await play.begin("reviewer-1")
    assert (play.folder("reviewer-1") / "src/backend/tax.py").exists()


async def test_files_of_others_are_sent_back_to_whoever_changed_them_and_then_the_review_is_a_whole_one(
    tmp_path: Path,
) -> None:
    play = await played(tmp_path)
    play.put(planned("t1", "impl-backend", "src/backend/**"))
    await play.work("impl-backend-1", {"src/backend/tax.py": "TAX = 0.1\n", "docs/index.md": "mine"})
    assert play.states()[f"{T1}.fix.1"] == "ready"
    fix = play.task(f"{T1}.fix.1")
    assert (fix.agent, fix.kind) == ("impl-backend-1", "fix")
    (finding,) = play.body(f"{T1}.fix.1").findings
    assert finding.file == "docs/index.md"
    assert "src/backend/**" in finding.issue
    assert [one.state for one in known(play.desk)] == ["open"]
    await play.work("impl-backend-1", {"docs/index.md": "# 茶の店\n"})
    assert play.body(f"{T1}.review.1").findings == ()
    assert [one.state for one in known(play.desk)] == ["closed"]
    emit = play.desk.emit
    assert isinstance(emit, Events)
    assert [one["state"] for one in emit.of("finding")] == ["open", "closed"]


async def test_who_strays_again_and_again_is_shown_to_a_person(tmp_path: Path) -> None:
    play = await played(tmp_path, rounds=2)
    play.put(planned("t1", "impl-backend", "src/backend/**"))
    for _ in range(3):
        await play.work("impl-backend-1", {"docs/index.md": "mine"})
    assert await accept(play.desk)
    row = play.task(f"{T1}.accepted")
    assert row.status == "blocked"
    assert "docs/index.md" in row.reason
    assert play.states()[f"{T1}.fix.2"] == "done"
    assert f"{T1}.fix.3" not in play.states()


@pytest.mark.parametrize("all_of_it", [False, True])
async def test_who_deletes_the_repository_s_files_deletes_only_a_copy_and_is_sent_back(
    tmp_path: Path, all_of_it: bool
) -> None:
    play = await played(tmp_path)
    play.put(planned("t1", "impl-backend", "src/backend/**"))
    task = await play.begin("impl-backend-1")
    if all_of_it:
        shutil.rmtree(play.folder("impl-backend-1"))
    else:
        destroy(play.folder("impl-backend-1"))
    await worked(play.desk, task, play.result(task, "impl-backend-1"))
    assert call(play.desk.repository.root, "status", "--porcelain") == ""
    if all_of_it:  # the tree is there again, with nothing done in it: the reviewer sees that
        assert play.states()[f"{T1}.review.1"] == "ready"
        assert (play.folder("impl-backend-1") / "README.md").exists()
    else:
        (finding,) = play.body(f"{T1}.fix.1").findings
        assert all(name in finding.issue for name in ("README.md", "docs/index.md", "src/frontend/page.js"))
    assert "README.md" in play.files()


async def test_a_kill_between_put_and_finish_changes_nothing(tmp_path: Path) -> None:
    for name, edits in (("good", {"src/backend/a.py": "x"}), ("stray", {"README.md": "x"})):
        play = await played(tmp_path / name)
        play.put(planned("t1", "impl-backend", "src/backend/**"))
        task = await play.begin("impl-backend-1")
        play.edit("impl-backend-1", edits)
        result = play.result(task, "impl-backend-1")
        finish, play.desk.queue.finish = play.desk.queue.finish, lambda *_, **__: False  # type: ignore[method-assign]
        await worked(play.desk, task, result)
        put = play.stored()
        assert play.states()[T1] == "claimed"
        await worked(play.desk, task, result)
        assert play.stored() == put
        play.desk.queue.finish = finish  # type: ignore[method-assign]
        await worked(play.desk, task, result)
        done = play.stored()
        assert play.states()[T1] == "done"
        await worked(play.desk, task, result)
        assert play.stored() == done
        emit = play.desk.emit
        assert isinstance(emit, Events)
        assert len(emit.of("finding")) == (name == "stray")


async def test_a_late_result_is_refused_before_anything_is_changed(tmp_path: Path) -> None:
    play = await played(tmp_path)
    play.put(planned("t1"))
    task = await play.begin("impl-backend-1")
    late = play.result(task, "impl-backend-1")
    play.desk.queue.requeue(T1, task.token, "gone")
    play.edit("impl-backend-1", {"x": "half"})
    with pytest.raises(Fenced):
        await worked(play.desk, task, late)
    assert list(play.states()) == [T1, f"{T1}.accepted"]
    assert call(play.folder("impl-backend-1"), "status", "--porcelain") == "?? x\n"


async def test_the_same_task_again_finds_what_its_agent_left_and_another_starts_from_what_came_together(
    tmp_path: Path,
) -> None:
    play = await played(tmp_path)
    play.put(planned("t1"), planned("t2"))
    task = await play.begin("impl-backend-1")
    play.edit("impl-backend-1", {"src/backend/t1.py": "half"})
    play.desk.queue.requeue(T1, task.token, "gone")
    again = await play.begin("impl-backend-1", only=T1)
    assert (play.folder("impl-backend-1") / "src/backend/t1.py").read_text() == "half"
    play.desk.queue.requeue(T1, again.token, "gone")
    await play.begin("impl-backend-1", only="implementation.1.t2")
    assert not (play.folder("impl-backend-1") / "src/backend/t1.py").exists()
    kept = call(play.desk.repository.root, "for-each-ref", "--format=%(objectname)", "refs/kasen/").split()
    found = [commit for commit in kept if "half" in call(play.desk.repository.root, "log", "-1", "-p", commit)]
    assert len(found) == 1


async def test_two_pieces_of_one_agent_do_not_come_into_each_other(tmp_path: Path) -> None:
    play = await played(tmp_path)
    play.put(planned("t1"), planned("t2"))
    await play.work("impl-backend-1", {"src/backend/t1.py": "one\n"}, only=T1)
    await play.work("impl-backend-1", {"src/backend/t2.py": "two\n"}, only="implementation.1.t2")
    await play.review("reviewer-1", only="implementation.1.t2.review.1")
    assert await accept(play.desk)
    assert "src/backend/t2.py" in play.files()
    assert "src/backend/t1.py" not in play.files()
    await play.review("reviewer-1", only=f"{T1}.review.1")
    assert await accept(play.desk)
    assert play.show("src/backend/t1.py") == "one\n"


@pytest.mark.parametrize("how", ["branch", "detached", "own commits", "looked elsewhere", "lock", "half a merge"])
async def test_whatever_an_agent_does_with_git_its_work_is_found(tmp_path: Path, how: str) -> None:
    play = await played(tmp_path)
    play.put(planned("t1", "impl-backend", "src/backend/**"))
    task = await play.begin("impl-backend-1")
    folder = play.folder("impl-backend-1")
    if how == "branch":
        call(folder, "checkout", "--quiet", "-b", "feature/tax")
    if how == "detached":
        call(folder, "checkout", "--quiet", "--detach")
    if how == "half a merge":
        call(folder, "checkout", "--quiet", "-b", "other")
        play.edit("impl-backend-1", {"src/backend/price.py": "theirs\n"})
        call(folder, "commit", "--quiet", "-am", "theirs")
        call(folder, "checkout", "--quiet", f"kasen-work/{play.desk.place.run_id}/impl-backend-1")
        play.edit("impl-backend-1", {"src/backend/price.py": "ours\n"})
        call(folder, "commit", "--quiet", "-am", "ours")
        call(folder, "merge", "--quiet", "--no-commit", "-s", "ours", "other")
    play.edit("impl-backend-1", {"src/backend/tax.py": "TAX = 0.1\n"})
    if how in ("own commits", "looked elsewhere"):
        call(folder, "add", "--all")
        call(folder, "commit", "--quiet", "-m", "by myself")
    if how == "looked elsewhere":
        call(folder, "checkout", "--quiet", "--detach", play.desk.repository.head)
    if how == "lock":
        git_dir = Path(call(folder, "rev-parse", "--absolute-git-dir").strip())
        (git_dir / "index.lock").touch()
    await worked(play.desk, task, play.result(task, "impl-backend-1"))
    await play.review("reviewer-1")
    await accept(play.desk)
    assert play.show("src/backend/tax.py") == "TAX = 0.1\n"
    assert call(folder, "branch", "--show-current").strip() == f"kasen-work/{play.desk.place.run_id}/impl-backend-1"


async def test_a_plan_that_cannot_be_worked_on_goes_back_and_a_good_one_to_its_reviewer(tmp_path: Path) -> None:
    play = await played(tmp_path)
    play.desk.queue.put(phase_tasks(play.desk, "planning", 1))
    plan = "planning.1.planner"
    await play.plan("planner-1", planned("t1"), planned("t2", "impl-backend", "src/backend/**"))
    fix = play.task(f"{plan}.fix.1")
    assert (fix.kind, fix.agent) == ("plan", "planner-1")
    assert play.body(fix.task_id).returns == "plan"
    assert "src/backend/**" in play.body(fix.task_id).findings[0].issue
    await play.plan("planner-1", planned("t1"), planned("t2", after=("t1",)))
    review = play.body(f"{plan}.review.1")
    assert (review.subject, review.findings) == ("plan", ())
    assert review.reads[0].endswith(f"{plan}.fix.1.json")
    bad = planned("x").model_copy(update={"id": ""})
    assert open_of(play.desk, plan) == ()
    await play.review("plan-reviewer-1", "FAIL", Finding(issue="t1 does too much"))
    assert play.body(f"{plan}.fix.2").findings[0].issue == "t1 does too much"
    await play.plan("planner-1", bad)
    await play.plan("planner-1", planned("t1"), planned("t3", after=("t1",)))
    (finding,) = play.body(f"{plan}.review.2").findings
    assert finding.issue == "t1 does too much"
    await play.review("plan-reviewer-1")
    assert await accept(play.desk)
    assert play.task(f"{plan}.accepted").result == {
        "plan": [f"implementation.1.{name}" for name in ("t1", "t1.accepted", "t3", "t3.accepted")]
    }
    assert play.states()["implementation.1.t3"] == "ready"


async def test_work_of_a_phase_without_review_and_merge_is_done_at_once(tmp_path: Path) -> None:
    play = await played(tmp_path)
    play.desk.queue.put(phase_tasks(play.desk, "requirements", 1))
    await play.work("requirements-analyst-1", {"notes.md": "要件"})
    assert play.states() == {"requirements.1.requirements-analyst": "done"}
    assert "notes.md" not in play.files()


async def test_what_begins_is_the_commit_that_the_work_starts_from(tmp_path: Path) -> None:
    play = await played(tmp_path, default("pair"))
    play.desk.queue.put(phase_tasks(play.desk, "implementation", 1))
    task = play.desk.queue.claim("coder", "coder-1", lease_s=60)
    assert task is not None
    assert await begun(play.desk, task, "coder-1") == play.desk.repository.head
    play.edit("coder-1", {"a.py": "x"})
    assert await begun(play.desk, task, "coder-1") == play.desk.repository.head
    assert (play.folder("coder-1") / "a.py").exists()

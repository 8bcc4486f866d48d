from __future__ import annotations

from pathlib import Path

from kasen.teams.code.config.gates import GateCommand
from kasen.teams.code.config.loading import default
from kasen.teams.code.messages import Finding
from kasen.teams.code.orchestrator.accepting import accept
from kasen.teams.code.orchestrator.desk import ORCHESTRATOR
from kasen.teams.code.orchestrator.known import known
from teams.code.git.made import call
from teams.code.orchestrator.desks import desk_of, planned
from teams.code.orchestrator.played import Played, played, with_gates

ID = "implementation.1.{}".format
TESTS = GateCommand(name="tests", run="! grep -rn BROKEN src")


async def done(play: Played, *names: str, broken: str = "") -> None:
    """Work of the backend, each in its own file, that has passed its review."""
    play.put(*(planned(name) for name in names))
    for name in names:
        text = "BROKEN\n" if name == broken else f"{name} = 1\n"
        await play.work("impl-backend-1", {f"src/backend/{name}.py": text}, only=ID(name))
        await play.review("reviewer-1", only=f"{ID(name)}.review.1")


async def test_what_passed_is_merged_as_one_batch_and_the_user_s_branch_stays(tmp_path: Path) -> None:
    play = await played(tmp_path)
    await done(play, "a", "b", "c")
    main = call(play.desk.repository.root, "rev-parse", "main")
    assert await accept(play.desk)
    assert {name for name in play.files() if name.startswith("src/backend/")} == {
        f"src/backend/{name}.py" for name in ("a", "b", "c", "price")
    }
    head = (await play.desk.trees.accepted(),)
    assert [play.task(f"{ID(name)}.accepted").result for name in "abc"] == [{"head": one} for one in head * 3]
    assert call(play.desk.repository.root, "rev-parse", "main") == main
    assert call(play.desk.repository.root, "status", "--porcelain") == ""


async def test_the_culprit_of_a_failing_command_is_found_by_halving_and_only_that_is_sent_back(tmp_path: Path) -> None:
    play = await played(tmp_path, with_gates(default("five-phase"), merge=[TESTS]))
    await done(play, "a", "b", "c", "d", broken="c")
    assert await accept(play.desk)
    states = play.states()
    assert [states[f"{ID(name)}.accepted"] for name in "abcd"] == ["done", "done", "ready", "done"]
    assert "src/backend/c.py" not in play.files()
    fix = play.task(f"{ID('c')}.fix.1")
    assert fix.agent == "impl-backend-1"
    (finding,) = play.body(fix.task_id).findings
    assert "src/backend/c.py:1:BROKEN" in finding.issue
    assert [name for name in states if ".fix." in name] == [fix.task_id]
    await play.begin("impl-backend-1", only=fix.task_id)
    assert (play.folder("impl-backend-1") / "src/backend/a.py").exists(), "it sees what it has to fit"
    play.desk.queue.requeue(fix.task_id, 1, "again")
    await play.work("impl-backend-1", {"src/backend/c.py": "c = 1\n"}, only=fix.task_id)
    assert play.body(f"{ID('c')}.review.2").findings == (finding,)
    await play.review("reviewer-1")
    assert await accept(play.desk)
    assert play.show("src/backend/c.py") == "c = 1\n"
    assert {one.state for one in known(play.desk)} == {"closed"}


async def test_what_breaks_the_commands_again_and_again_is_shown_to_a_person(tmp_path: Path) -> None:
    play = await played(tmp_path, with_gates(default("five-phase"), merge=[TESTS]), rounds=1)
    await done(play, "a", broken="a")
    assert await accept(play.desk)
    await play.work("impl-backend-1", {"src/backend/a.py": "BROKEN still\n"})
    await play.review("reviewer-1")
    assert await accept(play.desk)
    row = play.task(f"{ID('a')}.accepted")
    assert row.status == "blocked"
    assert "BROKEN" in row.reason
    assert await accept(play.desk) is False


async def test_what_needs_work_waits_until_it_is_merged(tmp_path: Path) -> None:
    play = await played(tmp_path)
    play.put(planned("a"), planned("b", after=("a",)))
    await play.work("impl-backend-1", {"src/backend/a.py": "a\n"})
    await play.review("reviewer-1")
    assert play.desk.queue.claim("impl-backend", "impl-backend-1", lease_s=60) is None
    assert await accept(play.desk)
    await play.begin("impl-backend-1")
    assert (play.folder("impl-backend-1") / "src/backend/a.py").exists()


async def test_a_kill_while_work_is_accepted_loses_nothing_wherever_it_comes(tmp_path: Path) -> None:
    play = await played(tmp_path, with_gates(default("five-phase"), merge=[TESTS]))
    await done(play, "a", "b", broken="b")
    queue = play.desk.queue
    for row in (f"{ID('a')}.accepted", f"{ID('b')}.accepted"):  # claimed, and then the orchestrator was killed
        assert queue.claim(ORCHESTRATOR, ORCHESTRATOR, lease_s=1, only=row)
    finish, queue.finish = queue.finish, lambda *_, **__: False  # type: ignore[method-assign]
    requeue, queue.requeue = queue.requeue, lambda *_, **__: "ready"  # type: ignore[method-assign]
    assert await accept(play.desk)  # merged, sent back, and killed before it was written down
    queue.finish, queue.requeue = finish, requeue  # type: ignore[method-assign]
    head = await play.desk.trees.accepted()
    queue.close()
    play = Played(await desk_of(tmp_path, play.desk.config))
    assert await accept(play.desk)
    assert await play.desk.trees.accepted() == head
    states = play.states()
    assert states[f"{ID('a')}.accepted"] == "done"
    assert states[f"{ID('b')}.accepted"] == "ready"
    assert [name for name in states if ".fix." in name] == [f"{ID('b')}.fix.1"]
    assert await accept(play.desk) is False


async def test_commits_of_an_agent_itself_are_known_by_the_merge_that_brought_them(tmp_path: Path) -> None:
    from kasen.teams.code.git.blame import author_of

    play = await played(tmp_path)
    play.put(planned("t1", "impl-frontend", "src/**"))
    task = await play.begin("impl-frontend-1")
    play.edit("impl-frontend-1", {"src/backend/own.py": "x = 1\n"})
    call(play.folder("impl-frontend-1"), "add", "--all")
    call(play.folder("impl-frontend-1"), "commit", "--quiet", "-m", "my words")
    play.desk.queue.requeue(task.task_id, task.token, "again")
    await play.work("impl-frontend-1")
    await play.review("reviewer-1")
    assert await accept(play.desk)
    root, since = play.desk.repository.root, play.desk.repository.head
    head = await play.desk.trees.accepted()
    assert await author_of(root, "src/backend/own.py", 1, since=since, head=head) == "impl-frontend-1"


async def test_a_plan_without_a_reviewer_s_word_is_not_worked_on(tmp_path: Path) -> None:
    from kasen.teams.code.orchestrator.planning import phase_tasks

    play = await played(tmp_path, rounds=1)
    play.desk.queue.put(phase_tasks(play.desk, "planning", 1))
    await play.plan("planner-1", planned("t1"))
    await play.review("plan-reviewer-1", "FAIL", Finding(issue="t1 says nothing"))
    assert await accept(play.desk)
    assert play.states()["planning.1.planner.accepted"] == "blocked"
    assert not [name for name in play.states() if name.startswith("implementation")]

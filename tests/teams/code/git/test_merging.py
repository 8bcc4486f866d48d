from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from kasen.settings.redact import Redactor
from kasen.teams.code.config.gates import GateCommand
from kasen.teams.code.git.merging import LONGEST, Merging, Work, run_command
from kasen.teams.code.git.running import GitFailed, git
from kasen.teams.code.git.standing import head_of, save
from kasen.teams.code.git.worktrees import Worktrees
from teams.code.git.made import call, opened, write

KEY = "sk-ant-very-secret-0123456789"
SOUND = GateCommand(name="tests", run="! grep -rl BROKEN --include=*.py .")


async def work(trees: Worktrees, agent: str, name: str, text: str, *files: str) -> Work:
    tree = await trees.of(agent)
    base = await head_of(tree)
    write(tree.folder, name, text)
    head = await save(tree, agent)
    return Work(task_id=agent.upper(), title="作業", base=base, head=head, files=files or (name,))


async def listed(trees: Worktrees, tmp_path: Path) -> list[str]:
    return (await git(tmp_path / "repo", "ls-tree", "-r", "--name-only", trees.branch)).split()


async def test_work_that_is_sound_comes_together_in_its_order(tmp_path: Path) -> None:
    repository, trees = await opened(tmp_path)
    batch = [await work(trees, f"t{n}", f"f{n}.py", "x = 1\n") for n in range(3)]
    sent = await Merging(trees, [SOUND]).merge(batch)
    assert [(one.task_id, one.outcome) for one in sent] == [("T0", "merged"), ("T1", "merged"), ("T2", "merged")]
    assert await listed(trees, tmp_path) == ["README.md", "f0.py", "f1.py", "f2.py"]
    assert call(repository.root, "rev-parse", "main").strip() == repository.head
    titles = call(repository.root, "log", "--first-parent", "--format=%s", trees.branch).splitlines()
    assert titles[:3] == ["T2: 作業", "T1: 作業", "T0: 作業"]


@pytest.mark.parametrize("bad", [0, 2, 4])
async def test_what_breaks_the_others_is_found_and_the_others_come_together(tmp_path: Path, bad: int) -> None:
    _, trees = await opened(tmp_path)
    batch = [await work(trees, f"t{n}", f"f{n}.py", "BROKEN" if n == bad else "x") for n in range(5)]
    sent = await Merging(trees, [SOUND]).merge(batch)
    assert {one.task_id: one.outcome for one in sent} == {f"T{n}": "failed" if n == bad else "merged" for n in range(5)}
    (failed,) = (one for one in sent if one.outcome == "failed")
    assert failed.said == f"tests: ./f{bad}.py"
    assert f"f{bad}.py" not in await listed(trees, tmp_path)


async def test_two_that_are_sound_alone_and_not_together_the_first_is_taken(tmp_path: Path) -> None:
    _, trees = await opened(tmp_path)
    batch = [await work(trees, f"t{n}", f"f{n}.py", "x") for n in range(2)]
    both = GateCommand(name="tests", run="test ! -e f0.py -o ! -e f1.py")
    sent = await Merging(trees, [both]).merge(batch)
    assert [(one.task_id, one.outcome) for one in sent] == [("T0", "merged"), ("T1", "failed")]


async def test_a_change_of_files_that_are_not_its_own_is_not_merged(tmp_path: Path) -> None:
    _, trees = await opened(tmp_path)
    stray = await work(trees, "t0", "README.md", "mine now", "src/**")
    good = await work(trees, "t1", "src/a.py", "x", "src/**")
    sent = await Merging(trees, [SOUND]).merge([stray, good])
    assert [(one.task_id, one.outcome, one.files) for one in sent] == [
        ("T0", "strayed", ("README.md",)),
        ("T1", "merged", ()),
    ]


async def test_a_conflict_names_its_files_and_leaves_the_tree_clean(tmp_path: Path) -> None:
    _, trees = await opened(tmp_path)
    batch = [await work(trees, f"t{n}", "資料 a.py", f"x = {n}\n") for n in range(2)]
    merging = Merging(trees, [SOUND])
    sent = await merging.merge(batch)
    assert [(one.task_id, one.outcome, one.files) for one in sent] == [
        ("T1", "conflict", ("資料 a.py",)),
        ("T0", "merged", ()),
    ]
    assert call((await trees.together()).folder, "status", "--porcelain") == ""
    assert await merging.merge([]) == []


async def test_what_was_cut_off_in_the_middle_is_begun_anew(tmp_path: Path) -> None:
    _, trees = await opened(tmp_path)
    one = await work(trees, "t0", "a.py", "x")
    tree = await trees.together()
    write(tree.folder, "left.py", "BROKEN")
    call(tree.folder, "merge", "--no-commit", "--no-ff", one.head)  # as if killed here
    assert [sent.outcome for sent in await Merging(trees, [SOUND]).merge([one])] == ["merged"]
    assert await listed(trees, tmp_path) == ["README.md", "a.py"]


async def test_a_lock_of_a_git_that_was_killed_stops_nobody_who_begins_again(tmp_path: Path) -> None:
    repository, trees = await opened(tmp_path)
    one = await work(trees, "t0", "a.py", "x")
    tree = await trees.together()
    lock = Path(call(tree.folder, "rev-parse", "--path-format=absolute", "--git-path", "index.lock").strip())
    lock.touch()
    with pytest.raises(GitFailed):
        await Merging(trees, [SOUND]).merge([one])
    again = Worktrees(repository, trees.branch.partition("/")[2], tree.folder.parent)
    assert [sent.outcome for sent in await Merging(again, [SOUND]).merge([one])] == ["merged"]


async def test_lines_that_only_part_others_are_left_out_of_what_a_command_said(tmp_path: Path) -> None:
    run = r"printf '======\nFAIL: test_tax\n------\nx == 1\n--\n\n  **** \n'; exit 1"
    ran = await run_command(GateCommand(name="t", run=run), tmp_path)
    assert ran.said == "FAIL: test_tax\nx == 1\n--"


async def test_a_command_tells_how_it_ended_and_its_output_has_an_end(tmp_path: Path) -> None:
    async def ran(run: str, seconds: float = 20.0) -> tuple[bool, str]:
        found = await run_command(GateCommand(name="t", run=run, seconds=seconds), tmp_path)
        return found.ok, found.said

    assert await ran("echo 良い; pwd") == (True, f"良い\n{tmp_path}")
    assert await ran("echo bad >&2; exit 3") == (False, "bad")
    assert await ran("cat") == (True, "")  # nobody types
    ok, said = await ran("yes 茶 | head -c 5000000; kill -9 $$")
    assert not ok
    assert said.endswith("ended by SIGKILL")
    assert len(said) < LONGEST + 100
    ok, said = await ran("sleep 60 & setsid sleep 60 & echo $! > pid; wait", 0.3)
    assert said == "it does not end within 0.3 s"
    stat = Path(f"/proc/{(tmp_path / 'pid').read_text(encoding='utf-8').strip()}/stat")
    assert not stat.exists() or stat.read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "Z"


async def test_what_a_command_leaves_in_the_background_is_waited_for_by_nobody_and_ended(tmp_path: Path) -> None:
    """A server for tests, say: it holds the output open, in a session of its own."""
    command = GateCommand(name="t", run="setsid sleep 600 & echo $! > pid; echo started", seconds=300)
    async with asyncio.timeout(60):
        ran = await run_command(command, tmp_path)
    assert (ran.ok, ran.said) == (True, "started")
    stat = Path(f"/proc/{(tmp_path / 'pid').read_text(encoding='utf-8').strip()}/stat")
    assert not stat.exists() or stat.read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "Z"


async def test_what_a_command_commits_is_not_taken(tmp_path: Path) -> None:
    _, trees = await opened(tmp_path)
    one = await work(trees, "t0", "a.py", "x")
    run = "echo slipped > b.py && git add b.py && git -c user.name=x -c user.email=x@localhost commit -qm slipped"
    sent = await Merging(trees, [GateCommand(name="format", run=run)]).merge([one])
    assert [each.outcome for each in sent] == ["merged"]
    assert await listed(trees, tmp_path) == ["README.md", "a.py"]


async def test_a_merge_that_git_itself_refuses_is_no_conflict(tmp_path: Path) -> None:
    _, trees = await opened(tmp_path)
    one = await work(trees, "t0", "a.py", "x")
    with pytest.raises(GitFailed):
        await Merging(trees, [SOUND]).merge([replace(one, head="0" * 40)])
    assert await listed(trees, tmp_path) == ["README.md"]


async def test_a_command_that_is_given_up_is_ended(tmp_path: Path) -> None:
    command = GateCommand(name="t", run="echo $$ > pid; sleep 60")
    task = asyncio.create_task(run_command(command, tmp_path))
    async with asyncio.timeout(20):
        while not (tmp_path / "pid").exists() or not (tmp_path / "pid").read_text().strip():  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert not Path(f"/proc/{(tmp_path / 'pid').read_text().strip()}").exists()


async def test_commands_are_run_on_what_came_together_and_all_of_them_are(tmp_path: Path) -> None:
    repository, trees = await opened(tmp_path)
    merging = Merging(trees, [])
    await merging.merge([await work(trees, "t0", "a.py", "BROKEN")])
    write((await trees.together()).folder, "left.py", "x")
    head, ran = await merging.check([SOUND, GateCommand(name="left", run="test ! -e left.py")])
    assert head == await trees.accepted()
    assert [(one.name, one.ok, one.said) for one in ran] == [("tests", False, "./a.py"), ("left", True, "")]
    assert head != repository.head


async def test_no_secret_stands_in_what_a_command_printed(tmp_path: Path) -> None:
    _, trees = await opened(tmp_path)
    merging = Merging(trees, [GateCommand(name="t", run=f"echo key={KEY}; exit 1")], Redactor([KEY]))
    (sent,) = await merging.merge([await work(trees, "t0", "a.py", "x")], mended=["t"])
    assert sent.said == "t: key=[redacted]"
    _, (ran,) = await merging.check(merging.commands)
    assert ran.said == "key=[redacted]"
    cut = f"printf '{KEY}'; head -c {LONGEST - 8} /dev/zero | tr '\\0' x"
    ran = await run_command(GateCommand(name="t", run=cut), tmp_path, Redactor([KEY]))
    assert KEY[-8:] not in ran.said

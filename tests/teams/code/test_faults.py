"""Whole runs in which something goes wrong: each ends well or with a person, and nothing that was made is lost.

What goes wrong, and the tests that show what comes of it. First those of a whole run (here, where no file is named:
runner or orchestrator, shims, tmux and git, all real), then those that look closer.

| fault | a whole run | closer |
| --- | --- | --- |
| no first byte | `test_a_vendor_that_hangs…[no first byte]` (real Codex) | `worker/test_turns::test_what_hangs…` |
| stall in mid-stream | `test_a_vendor_that_hangs…[stall]` (real Claude Code) | `worker/test_stalls::*` |
| 401 | `test_a_key_that_is_refused…` (real Claude Code) | `programs/test_{claude_code,codex}::…the_vendor_refuses…` |
| 429 with reset time | `test_an_account_rests…[429…]` (real Codex, Claude Code) | `…::test_limits…`, `…used_up_plan…` |
| 500 | `test_an_account_rests…[500]` (real Codex) | `orchestrator/test_receiving::…failures_of_the_vendor…` |
| prose instead of a verdict | `test_prose_is_no_verdict…` (real Codex) | `worker/test_turns::test_prose…` |
| denied tools | `test_who_may_only_look…` (real Claude Code) | `programs/test_claude_code::test_who_only_looks…` |
| non-JSON | `test_what_is_no_json…` | `worker/test_turns::*`, `mailbox/test_reading::…no_message…` |
| edits outside of its files | `test_who_changes_files_of_others…` | `orchestrator/test_working::…files_of_others…` |
| deletes the repository's files | `test_who_deletes_everything…` | `orchestrator/test_working::test_who_deletes…` |
| prints 1 GB | `test_a_gigabyte…` | `worker/test_turns::test_what_is_printed_without_end…` |
| merge conflict | `test_a_conflict…` | `orchestrator/test_conflicts::*`, `git/test_merging::*` |
| dirty repository at start | `graphs/test_workflow::test_what_fails_its_review…` | `nodes/test_prepare::*` |
| no git, no tmux, no CLI | `test_what_lacks…` | `nodes/test_prepare::test_what_the_team_cannot_do_without…` |
"""

from __future__ import annotations

import asyncio
import json
import shutil
import time
import uuid
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from kasen.runtime.rows import RunRow
from kasen.runtime.store import Store
from kasen.teams.code.config.agents import Agents
from kasen.teams.code.config.loading import Config, default
from kasen.teams.code.git.passed import Passed
from kasen.teams.code.git.repository import look_at
from kasen.teams.code.git.worktrees import Worktrees
from kasen.teams.code.opening import environment_of, specs_of, worker_of
from kasen.teams.code.orchestrator.desk import Desk
from kasen.teams.code.orchestrator.orchestrator import Orchestrator
from kasen.teams.code.orchestrator.outcome import Ended
from kasen.teams.code.place import Place
from kasen.teams.code.processes.marked import marked
from kasen.teams.code.queue.queue import Queue
from kasen.teams.code.schemas.result import Result
from kasen.teams.code.tmux import Tmux
from kasen.teams.code.watchdog.crew import Crew
from kasen.teams.code.watchdog.member import SHIM
from kasen.teams.code.worker.spec import MARK
from kasen.testing.providers import FAULTS, Fake, Fault, serving
from teams.code.agents import Script, scripted, workflow_folder
from teams.code.git.made import call, commit, write
from teams.code.model import BEGINS, Model, sign_in, signed
from teams.code.orchestrator.begun import end_all, left_of
from teams.code.orchestrator.crews import Purse
from teams.code.orchestrator.desks import desk_of, limited, run_of
from teams.code.runs import PAIR_ADDS, QUICK, begin, events, place_in, running, until

TAX = "src/backend/tax.py"
RIGHT = PAIR_ADDS[TAX]
CODER, REVIEWER = f"{BEGINS}coder-1`", f"{BEGINS}reviewer-1`"
WORK = "implementation.1.coder"
needs_tmux = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


@pytest.fixture
async def fake() -> AsyncIterator[Fake]:
    async with serving() as opened:
        yield opened


def pair(**changes: dict[str, Any]) -> Config:
    """Coder and reviewer; of each, fields that are other ones: `coder={"type": "codex"}`."""
    config = default("pair")
    agents = tuple(agent.model_copy(update=changes.get(agent.role, {})) for agent in config.agents.agents)
    return replace(config, agents=Agents(agents=agents))


def flow(tmp_path: Path, script: Script, config: Config, *, real: str = "", **limits: Any) -> Path:
    """The files of the workflow: all agents are played but the `real` one."""
    played = [agent.id for agent in config.agents.agents if agent.id != real]
    return workflow_folder(
        tmp_path / "flow", script, signed(config) if real else config, played=played, limits={**QUICK, **limits}
    )


def completed(store: Store, row: RunRow, repo: Path, *, text: str | None = RIGHT) -> Result:
    """It has ended well: the branch holds the work, the user's tree is as it was, nothing is open, nobody lives."""
    assert row.result is not None, row.error
    made = Result.model_validate(row.result)
    assert (row.status, made.outcome, made.open_findings) == ("done", "completed", []), row.result
    assert call(repo, "show", f"{made.branch}:{TAX}") == text
    untouched(repo)
    queue = Queue(place_in(store, row.id).queue)
    assert {task.status for task in queue.tasks()} == {"done"}
    queue.close()
    assert alive(row.id) == []
    return made


def untouched(repo: Path) -> None:
    assert call(repo, "status", "--porcelain") == ""
    assert call(repo, "log", "--format=%s", "main").split() == ["first"]


def alive(run_id: str) -> list[str]:
    return [value for value in [*marked(MARK), *marked(SHIM)] if value.startswith(f"{run_id}/")]


def ends_of(place: Place, agent: str) -> list[dict[str, Any]]:
    """How each try of an agent's program ended, by its journal."""
    lines = (place.agent(agent) / "events.jsonl").read_text(encoding="utf-8").splitlines()
    return [{"problem": "", "why": "", **one} for line in lines if (one := json.loads(line))["kind"] == "ended"]


# --- the vendor -------------------------------------------------------------------------------------------------------


@needs_tmux
@pytest.mark.parametrize(
    ("type", "fault", "limits"),
    [
        pytest.param("codex", "slow_first_byte", {"silent_seconds": 3.0}, id="no first byte", marks=pytest.mark.slow),
        pytest.param("claude-code", "stall", {"silent_seconds": 6.0}, id="stall", marks=pytest.mark.slow),
    ],
)
async def test_a_vendor_that_hangs_is_left_and_the_turn_goes_on_in_its_session(
    tmp_path: Path,
    repo: Path,
    script: Script,
    fake: Fake,
    monkeypatch: pytest.MonkeyPatch,
    type: str,
    fault: str,
    limits: dict[str, float],
) -> None:
    sign_in(monkeypatch, fake, tmp_path / "home")
    model = Model(fake).rule(agent="coder-1", edits=PAIR_ADDS)
    fake.fault(FAULTS[fault], contains=CODER)
    config = pair(coder={"type": type})
    async with running(tmp_path / "kasen") as (runner, store):
        row = await runner.wait(await begin(runner, repo, flow(tmp_path, script, config, real="coder-1", **limits)))
        completed(store, row, repo)
        ends = ends_of(place_in(store, row.id), "coder-1")
    assert [one["problem"] for one in ends] == ["stalled", ""]
    assert ends[0]["session"] == ends[1]["session"] != ""
    assert "Your program was ended" in model.of("coder-1")[-1].prompt
    assert [call["agent"] for call in script.calls()] == ["reviewer-1"]


@needs_tmux
async def test_a_key_that_is_refused_is_a_question_and_the_work_goes_on_when_it_is_mended(
    tmp_path: Path, repo: Path, script: Script, fake: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_in(monkeypatch, fake, tmp_path / "home")
    Model(fake).rule(agent="reviewer-1", looks=True)
    fake.fault(FAULTS["401"], "anthropic", times=None)
    script.rule(agent="coder-1", edits=PAIR_ADDS)
    config = pair(reviewer={"type": "claude-code"})
    async with running(tmp_path / "kasen") as (runner, store):
        row = await runner.wait(await begin(runner, repo, flow(tmp_path, script, config, real="reviewer-1")))
        assert (row.status, alive(row.id)) == ("paused", [])
        (asked,) = await events(store, row, "approval_asked")
        assert "claude-code" in asked.question
        assert asked.shown == ["retry", "give_up"]
        assert call(repo, "show", f"kasen-work/{row.id}/coder-1:{TAX}") == RIGHT
        fake.faults.clear()
        await runner.answer(row.id, asked.approval, {"answer": "retry"})
        row = await runner.wait(await runner.continue_(row.id))
        completed(store, row, repo)
    assert len(script.calls()) == 1, "what was done before is not done again"


class Ahead:
    """The time of this machine, and what a test adds to it."""

    more = 0.0

    def __call__(self) -> float:
        return time.time() + self.more


RETRY_AFTER = replace(FAULTS["429"], retry_after=3600)
PLAN = replace(FAULTS["429"], opens_at=int(time.time()) + 7200)


@needs_tmux
@pytest.mark.parametrize(
    ("type", "fault", "problem", "seconds"),
    [
        # Codex tells the minute alone: its end counts.
        pytest.param("codex", PLAN, "limit", (3600, 7260), id="429 with a time"),
        # With a key, Claude Code does not say how long it was told to wait: the account rests for five minutes.
        pytest.param("claude-code", RETRY_AFTER, "limit", (200, 300), id="429", marks=pytest.mark.slow),
        pytest.param("codex", FAULTS["500"], "server", (0, 15), id="500", marks=pytest.mark.slow),
    ],
)
async def test_an_account_rests_as_long_as_was_said_and_its_work_is_done_then(
    tmp_path: Path,
    fake: Fake,
    monkeypatch: pytest.MonkeyPatch,
    type: str,
    fault: Fault,
    problem: str,
    seconds: tuple[int, int],
) -> None:
    sign_in(monkeypatch, fake, tmp_path / "home")
    (tmp_path / "run-id").write_text(f"run-{uuid.uuid4().hex[:12]}", encoding="utf-8")
    Model(fake).rule(agent="coder-1", edits=PAIR_ADDS)
    fake.fault(fault, contains=CODER, times=None)
    script, clock = Script(tmp_path / "script"), Ahead()
    config = limited(signed(scripted(pair(coder={"type": type}), script, ["reviewer-1"])), heartbeat_seconds=1)
    desk = await desk_of(tmp_path, config, clock=clock)
    crew = crew_of(desk)
    going = asyncio.create_task(Orchestrator(desk, crew, Purse()).run(None))
    try:
        await until(lambda: bool(desk.queue.noted("limits")) or going.done())
        assert not going.done(), going.result()
        rests = desk.queue.noted("limits")[type] - time.time()
        assert seconds[0] < rests <= seconds[1]
        await until(lambda: desk.queue.task(WORK).status == "ready")
        assert desk.queue.task(WORK).attempts == 0, "it is nobody's fault"
        fake.faults.clear()
        clock.more = max(rests, 0) + 1
        async with asyncio.timeout(90):
            ended = await going
        assert isinstance(ended, Ended)
        assert ended.outcome == "completed", ended
        assert {task.status for task in desk.queue.tasks()} == {"done"}
        assert [one["problem"] for one in ends_of(desk.place, "coder-1")] == [problem, ""]
    finally:
        going.cancel()
        await asyncio.wait([going])
        desk.queue.close()
        await end_all(tmp_path, run_of(tmp_path))
    assert left_of(run_of(tmp_path)) == {}
    assert call(tmp_path / "repo", "show", f"kasen/{run_of(tmp_path)}:{TAX}") == RIGHT
    untouched(tmp_path / "repo")


def crew_of(desk: Desk) -> Crew:
    tmux = Tmux(desk.place.socket, environment_of(desk))
    return Crew(desk.place, desk.config, tmux, spec_of=specs_of(desk), worker=worker_of(desk.place), clock=desk.clock)


# --- what is answered -------------------------------------------------------------------------------------------------


@needs_tmux
async def test_prose_is_no_verdict_however_often_it_is_said_and_a_person_decides(
    tmp_path: Path, repo: Path, script: Script, fake: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_in(monkeypatch, fake, tmp_path / "home")
    model = Model(fake).rule(agent="reviewer-1", says="LGTM, PASS!")
    script.rule(agent="coder-1", edits=PAIR_ADDS)
    async with running(tmp_path / "kasen") as (runner, store):
        row = await runner.wait(
            await begin(runner, repo, flow(tmp_path, script, pair(), real="reviewer-1", attempts=1))
        )
        assert (row.status, alive(row.id)) == ("paused", [])
        (asked,) = await events(store, row, "approval_asked")
        assert "without the result that was asked for" in asked.question
        assert await events(store, row, "verdict") == []
        assert call(repo, "diff", "--name-only", f"main..kasen/{row.id}") == "", "what nobody passed is not taken"
        assert call(repo, "show", f"kasen-work/{row.id}/coder-1:{TAX}") == RIGHT
        untouched(repo)
    assert len(model.of("reviewer-1")) == 2, "it is asked once more for its verdict alone"


@needs_tmux
@pytest.mark.slow
async def test_who_may_only_look_is_denied_the_rest_and_looks_again(
    tmp_path: Path, repo: Path, script: Script, fake: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_in(monkeypatch, fake, tmp_path / "home")
    model = Model(fake).rule(agent="reviewer-1", times=1, runs=["rm -rf src && git commit -qam gone"], says="I cannot.")
    model.rule(agent="reviewer-1", looks=True)
    script.rule(agent="coder-1", edits=PAIR_ADDS)
    config = pair(reviewer={"type": "claude-code"})
    async with running(tmp_path / "kasen") as (runner, store):
        row = await runner.wait(await begin(runner, repo, flow(tmp_path, script, config, real="reviewer-1")))
        made = completed(store, row, repo)
        assert made.files == [TAX]
        ends = ends_of(place_in(store, row.id), "reviewer-1")
    assert [(one["problem"], one["why"]) for one in ends] == [("denied", "it may not use: Bash"), ("", "")]
    assert len(model.of("reviewer-1")) == 2


@needs_tmux
async def test_what_is_no_json_is_asked_for_again_and_is_never_an_answer(
    tmp_path: Path, repo: Path, script: Script
) -> None:
    script.rule(agent="coder-1", times=1, edits=PAIR_ADDS, words=["\x00\x1b[2J{", "[1, 2"], says='{"status": "done"')
    script.rule(agent="coder-1", asks="result")
    script.rule(asks="review", times=1, says='{"verdict": "PASS", "summ')
    script.rule(asks="review", times=1, says='["PASS"]')
    async with running(tmp_path / "kasen") as (runner, store):
        row = await runner.wait(await begin(runner, repo, flow(tmp_path, script, pair())))
        completed(store, row, repo)
        assert [one.verdict for one in await events(store, row, "verdict")] == ["pass"]
    assert [call["rule"] for call in script.calls()] == [0, 1, 2, 3, -1]


# --- what is done to the files ----------------------------------------------------------------------------------------


@needs_tmux
async def test_who_changes_files_of_others_gets_them_back_as_findings_and_none_of_it_is_merged(
    tmp_path: Path, repo: Path, script: Script
) -> None:
    script.rule(agent="coder-1", times=1, edits={**PAIR_ADDS, "docs/index.md": "mine\n", "new.md": "mine\n"})
    script.rule(agent="coder-1", edits={"docs/index.md": "# 茶の店\n", "new.md": None})
    config = pair(coder={"handles": ("src/backend/**",)})
    async with running(tmp_path / "kasen") as (runner, store):
        row = await runner.wait(await begin(runner, repo, flow(tmp_path, script, config)))
        made = completed(store, row, repo)
        assert made.files == [TAX]
    again = script.calls("coder-1")[1]["prompt"]
    assert "docs/index.md" in again
    assert "new.md" in again


@needs_tmux
async def test_who_deletes_everything_deletes_a_copy_and_brings_it_back(
    tmp_path: Path, repo: Path, script: Script
) -> None:
    names = call(repo, "ls-files", "-z").rstrip("\0").split("\0")
    whole = {name: (repo / name).read_text(encoding="utf-8") for name in names}
    script.rule(agent="coder-1", times=1, deletes_all=True, commits="gone")
    script.rule(agent="coder-1", edits={**whole, **PAIR_ADDS})
    config = pair(coder={"handles": ("src/backend/**",)})
    async with running(tmp_path / "kasen") as (runner, store):
        row = await runner.wait(await begin(runner, repo, flow(tmp_path, script, config)))
        made = completed(store, row, repo)
        assert made.files == [TAX]
    assert all(name in script.calls("coder-1")[1]["prompt"] for name in ("README.md", "docs/index.md"))


@needs_tmux
async def test_a_conflict_with_what_came_meanwhile_is_resolved_by_its_agent_and_both_stand(
    tmp_path: Path, repo: Path, script: Script
) -> None:
    price = "src/backend/price.py"
    mine, theirs, both = (
        f"def price(net: float) -> float:\n    return {it}\n" for it in ("net * 1.1", "+net", "+net * 1.1")
    )
    script.rule(agent="coder-1", times=1, edits={price: mine, **PAIR_ADDS}, holds="go")
    script.rule(agent="coder-1", edits={price: both})
    async with running(tmp_path / "kasen") as (runner, store):
        run_id = await begin(runner, repo, flow(tmp_path, script, pair()))
        await until(lambda: bool(script.calls("coder-1")))
        other = tmp_path / "other"
        call(repo, "worktree", "add", "--quiet", "--detach", str(other), f"kasen/{run_id}")
        write(other, price, theirs)
        commit(other, "another task")
        await accepted(place_in(store, run_id), repo, other)
        script.open("go")
        row = await runner.wait(run_id)
        made = completed(store, row, repo)
        assert call(repo, "show", f"{made.branch}:{price}") == both
        assert "another task" in call(repo, "log", "--format=%s", made.branch).splitlines()
    assert price in script.calls("coder-1")[1]["prompt"]
    assert len(script.calls("reviewer-1")) == 2, "what was resolved is looked at"


async def accepted(place: Place, repo: Path, tree: Path) -> None:
    """What is committed there comes together with the rest, as the work of another task does."""
    queue = Queue(place.queue)
    trees = Worktrees(await look_at(repo), place.run_id, place.trees, passed=Passed(queue))
    await trees.accept(call(tree, "rev-parse", "HEAD").strip(), await trees.accepted())
    queue.close()
    call(repo, "worktree", "remove", str(tree))


@needs_tmux
async def test_what_somebody_commits_to_the_branch_of_a_run_is_kept_beside_it_and_told(
    tmp_path: Path, repo: Path, script: Script
) -> None:
    script.rule(agent="coder-1", edits=PAIR_ADDS, holds="go")
    async with running(tmp_path / "kasen") as (runner, store):
        run_id = await begin(runner, repo, flow(tmp_path, script, pair()))
        await until(lambda: bool(script.calls("coder-1")))
        other = tmp_path / "other"
        call(repo, "worktree", "add", "--quiet", str(other), f"kasen/{run_id}")
        write(other, "smuggled.py", "x = 1\n")
        smuggled = commit(other, "reviewed by nobody")
        call(repo, "worktree", "remove", str(other))
        script.open("go")
        row = await runner.wait(run_id)
        made = completed(store, row, repo)
        assert "smuggled.py" not in call(repo, "ls-tree", "-r", "--name-only", made.branch)
        assert smuggled in call(repo, "for-each-ref", f"refs/kasen/{run_id}/")
        told = [event.text for event in await events(store, row, "warning")]
        assert any(smuggled[:12] in text for text in told), told


@needs_tmux
@pytest.mark.slow
async def test_a_gigabyte_of_words_is_let_by(tmp_path: Path, repo: Path, script: Script) -> None:
    script.rule(agent="coder-1", edits=PAIR_ADDS, prints=1 << 30)
    async with running(tmp_path / "kasen") as (runner, store):
        row = await runner.wait(await begin(runner, repo, flow(tmp_path, script, pair())))
        completed(store, row, repo)
        folder = store.folder(row.id)
        assert sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) < 60_000_000
    assert len(script.calls("coder-1")) == 1


# --- what is not there ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("missing", "words", "hint"),
    [
        ("git", "git is not installed", "apt-get install git"),
        ("tmux", "team `code` needs tmux: missing", "apt-get install tmux"),
        ("claude", "agent `coder-1` needs claude: missing", "npm install"),
    ],
)
def test_what_lacks_is_said_before_anything_is_begun(
    tmp_path: Path,
    repo: Path,
    clean_environment: Path,
    monkeypatch: pytest.MonkeyPatch,
    missing: str,
    words: str,
    hint: str,
) -> None:
    from kasen.cli.app import app

    here = tmp_path / "bin"
    here.mkdir()
    for name in {"git", "tmux"} - {missing}:
        path = shutil.which(name)
        if path is None:
            pytest.skip(f"{name} is not installed")
        (here / name).symlink_to(path)
    line = ["code", "run", "--preset", "pair", "--repo", str(repo), "-r", "Add a tax"]
    with monkeypatch.context() as changed:
        changed.setenv("PATH", str(here))
        said = CliRunner().invoke(app, line)
    assert said.exit_code == 3, said.output
    assert words in said.stderr
    assert hint in said.stderr
    assert "Traceback" not in said.output
    assert call(repo, "branch").split() == ["*", "main"]
    assert not (clean_environment / "home" / "runs").exists() or not list(
        (clean_environment / "home" / "runs").glob("*/code/queue.sqlite")
    )
    untouched(repo)

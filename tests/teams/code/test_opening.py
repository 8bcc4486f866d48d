from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from kasen.errors import ConfigurationError, InternalError
from kasen.teams.code.config.gates import GateCommand, Gates
from kasen.teams.code.config.loading import Config, default, keep
from kasen.teams.code.git.repository import look_at
from kasen.teams.code.opening import (
    environment_of,
    open_desk,
    place_of,
    repository_of,
    specs_of,
    worker_of,
    writes,
)
from kasen.teams.code.orchestrator.desk import ORCHESTRATOR, Desk
from kasen.teams.code.queue.rows import NewTask
from kasen.teams.code.state import Prepared
from kasen.testing.deps import fake_deps
from teams.code.agents import Script, scripted


async def opened(tmp_path: Path, repo: Path, config: Config, **more: Any) -> Desk:
    deps = fake_deps(folder=tmp_path / "run", lang="ja", **more)
    keep(config, place_of(deps).config)
    found = await look_at(repo)
    prepared = Prepared(root=found.root, common=found.common, head=found.head, branch=found.branch)
    assert repository_of(prepared) == found
    return open_desk(deps, prepared, "茶の店")


async def test_a_desk_that_is_opened_again_finds_what_was_there(tmp_path: Path, repo: Path, script: Script) -> None:
    config = scripted(default("pair"), script)
    desk = await opened(tmp_path, repo, config)
    desk.queue.put([NewTask(task_id="T1", phase="implementation", agent_type="coder")], {"phase": {"id": "x"}})
    desk.queue.close()
    again = await opened(tmp_path, repo, config)
    assert [task.task_id for task in again.queue.tasks()] == ["T1"]
    assert again.queue.noted("phase") == {"id": "x"}
    assert (again.lang, again.requirement, again.config) == ("ja", "茶の店", config)
    assert again.place.mailbox.inbox(ORCHESTRATOR).is_dir()
    assert abs(again.clock() - datetime(2026, 1, 1, tzinfo=UTC).timestamp()) < 10 * 366 * 86_400
    again.queue.close()


async def test_each_agent_is_told_its_tree_and_what_git_needs(tmp_path: Path, repo: Path, script: Script) -> None:
    desk = await opened(tmp_path, repo, scripted(default("pair"), script))
    spec = await specs_of(desk)("coder-1")
    assert (spec.folder / "src/backend/price.py").is_file()
    assert spec.shared == (desk.repository.common, desk.repository.common / "worktrees" / "coder-1")
    assert all(path.is_dir() for path in spec.shared)
    assert (spec.writes, spec.lang, spec.agent.id) == (True, "ja", "coder-1")
    assert spec.policy == desk.config.policies["coder-1"]
    assert not (await specs_of(desk)("reviewer-1")).writes
    desk.queue.close()


def test_only_those_whose_work_is_merged_write() -> None:
    config = default("five-phase")
    writing = {agent.id for agent in config.agents.agents if writes(config, agent)}
    assert writing == {"impl-frontend-1", "impl-backend-1", "impl-document-1", "impl-test-1"}


async def test_agents_see_of_the_environment_what_is_named(
    tmp_path: Path, repo: Path, script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("TOKEN_A", "TOKEN_B", "ANTHROPIC_API_KEY"):
        monkeypatch.setenv(name, "v")
    config = scripted(default("pair"), script)
    coder = config.agents.agents[0].model_copy(update={"env": ("TOKEN_A",)})
    agents = config.agents.model_copy(update={"agents": (coder, *config.agents.agents[1:])})
    changed = Config(workflow=config.workflow, agents=agents, gates=config.gates, policies=config.policies)
    seen = environment_of(await opened(tmp_path, repo, changed))
    assert seen["TOKEN_A"] == "v"
    assert "PATH" in seen
    assert not {"TOKEN_B", "ANTHROPIC_API_KEY"} & set(seen)


def test_a_shim_is_the_command_of_this_installation(tmp_path: Path) -> None:
    command = worker_of(place_of(fake_deps(folder=tmp_path)))("coder-1")
    assert command[1:] == [
        "-P",
        "-m",
        "kasen",
        "code",
        "worker",
        "--folder",
        str(tmp_path / "code"),
        "--agent",
        "coder-1",
    ]


def test_without_a_folder_there_is_no_place() -> None:
    with pytest.raises(InternalError, match="needs a folder"):
        place_of(fake_deps())


async def test_without_what_prepare_kept_nothing_is_opened(tmp_path: Path, repo: Path) -> None:
    found = await look_at(repo)
    prepared = Prepared(root=found.root, common=found.common, head=found.head, branch=found.branch)
    with pytest.raises(ConfigurationError, match=r"workflow\.yaml"):
        open_desk(fake_deps(folder=tmp_path), prepared, "x")


async def test_commands_of_gates_show_no_key_that_an_agent_or_they_may_see(
    tmp_path: Path, repo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = default("pair")
    command = GateCommand(name="t", run="x", env=("DEPLOY_TOKEN",))
    keys = {"ANTHROPIC_API_KEY": "sk-ant-0123456789", "DEPLOY_TOKEN": "deploy-9876543210"}
    for name, value in keys.items():
        monkeypatch.setenv(name, value)
    desk = await opened(tmp_path, repo, replace(config, gates=Gates(merge=(command,))))
    assert desk.merging.redact(" ".join(keys.values())) == "[redacted] [redacted]"
    desk.queue.close()

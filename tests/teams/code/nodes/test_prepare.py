from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kasen.errors import ConfigurationError, InputError
from kasen.settings.trust import allow
from kasen.teams.code.config.agents import Agents
from kasen.teams.code.config.loading import Config, default, kept, of_folder
from kasen.teams.code.nodes.prepare import check_programs, prepare
from kasen.teams.code.opening import place_of
from kasen.teams.code.schemas.request import Request
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.stores import MemoryArtifacts
from teams.code.agents import Script, scripted, workflow_folder
from teams.code.git.made import call, write
from teams.code.runs import runtime


async def prepared(tmp_path: Path, repo: Path, workflow: Path | None, **more: Any) -> tuple[Any, FakeDeps]:
    deps = fake_deps(folder=tmp_path / "run", **more)
    request = Request(requirement="Build it", repo=repo, workflow=workflow, preset="pair")
    return await prepare({"request": request}, runtime(deps)), deps


async def test_what_was_looked_at_is_kept_and_the_branch_is_there(tmp_path: Path, repo: Path, script: Script) -> None:
    flow = workflow_folder(tmp_path / "flow", script)
    command, deps = await prepared(tmp_path, repo, flow)
    assert command.goto == "orchestrate"
    found = command.update["prepared"]
    assert (found.root, found.branch, found.dirty) == (repo, "main", ())
    assert call(repo, "rev-parse", f"kasen/{deps.run_id}").strip() == found.head
    place = place_of(deps)
    assert kept(place.config) == of_folder(flow.parent)
    assert place.mailbox.inbox("coder-1").is_dir()
    assert deps.events.of("warning") == []


async def test_what_changes_in_the_folder_afterwards_is_not_used(tmp_path: Path, repo: Path, script: Script) -> None:
    flow = workflow_folder(tmp_path / "flow", script)
    _, deps = await prepared(tmp_path, repo, flow)
    agents = flow.parent / "agents.yaml"
    agents.write_text(agents.read_text().replace("coder-1", "mallory-1"))
    assert "coder-1" in {agent.id for agent in kept(place_of(deps).config).agents.agents}
    with pytest.raises(ConfigurationError, match="is not trusted"):
        await prepared(tmp_path, repo, flow)
    allow(flow.parent, {})


@pytest.mark.parametrize(("lang", "said"), [("en", "are not committed"), ("ja", "エージェントは見ません")])
async def test_changes_that_are_not_committed_are_named(
    tmp_path: Path, repo: Path, script: Script, lang: str, said: str
) -> None:
    for number in range(10):
        write(repo, f"new-{number}.md", "x")
    command, deps = await prepared(tmp_path, repo, workflow_folder(tmp_path / "flow", script), lang=lang)
    (warning,) = deps.events.of("warning")
    assert said in warning.text
    assert "new-0.md" in warning.text
    assert "new-9.md" not in warning.text
    assert len(command.update["prepared"].dirty) == 10


async def test_a_folder_that_is_no_repository_is_said_before_anything_begins(tmp_path: Path, script: Script) -> None:
    (tmp_path / "plain").mkdir()
    with pytest.raises(InputError, match="is no git repository"):
        await prepared(tmp_path, tmp_path / "plain", workflow_folder(tmp_path / "flow", script))


async def test_a_repetition_looks_at_nothing(tmp_path: Path) -> None:
    command, deps = await prepared(tmp_path, Path("/nowhere"), None, repeats=MemoryArtifacts())
    assert command.goto == "finish"
    assert not (tmp_path / "run").exists()
    assert deps.events.all == []


def with_first(config: Config, **more: Any) -> Config:
    first = config.agents.agents[0].model_copy(update=more)
    agents = Agents(agents=(first, *config.agents.agents[1:]))
    return Config(workflow=config.workflow, agents=agents, gates=config.gates, policies=config.policies)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"command": ("no-such-program",)}, "there is no program `no-such-program`"),
        ({"type": "team:nobody", "command": ()}, "there is no team `nobody`"),
    ],
)
def test_a_program_that_is_not_there_is_said_with_the_agent(script: Script, more: dict[str, Any], said: str) -> None:
    config = scripted(default("pair"), script)
    check_programs(config)
    with pytest.raises(ConfigurationError, match=said) as caught:
        check_programs(with_first(config, **more))
    assert "coder-1" in str(caught.value)


@pytest.mark.parametrize("missing", ["git", "tmux", "claude"])
def test_what_the_team_cannot_do_without_is_said_with_what_installs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: Script, missing: str
) -> None:
    for name in ("git", "tmux"):
        (tmp_path / name).write_text("#!/bin/sh\necho 3.4\n")
        (tmp_path / name).chmod(0o755)
    if missing != "claude":
        (tmp_path / missing).unlink()
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ConfigurationError, match=f"needs {missing}: missing") as caught:
        check_programs(default("pair"))
    assert caught.value.hint

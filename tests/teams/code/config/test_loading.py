from __future__ import annotations

from pathlib import Path

import pytest

from kasen.errors import ConfigurationError, StoreFailed
from kasen.settings.trust import allow, sha256
from kasen.teams.code.config.loading import DEFAULTS, default, keep, kept, named_in, of_folder
from teams.code.config.written import text_of


@pytest.mark.parametrize("name", DEFAULTS)
def test_our_own_workflows_are_sound_and_each_agent_has_its_policy(name: str) -> None:
    config = default(name)
    assert config.workflow.name == name
    assert config.policies.keys() == {agent.id for agent in config.agents.agents}
    assert all(config.policies.values())


def write(folder: Path) -> None:
    """A workflow of the user's own."""
    for name in ("workflow.yaml", "agents.yaml", "gates.yaml"):
        (folder / name).write_text(text_of(name, "pair"), encoding="utf-8")
    (folder / "policies").mkdir()
    for name in ("coder", "reviewer"):
        (folder / "policies" / f"{name}.md").write_text(f"{name}: 小さく直す", encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    place = tmp_path / "repo"
    place.mkdir()
    write(place)
    return place


def trust(folder: Path) -> None:
    names = list(named_in(folder))
    assert names == ["workflow.yaml", "agents.yaml", "gates.yaml", "policies/coder.md", "policies/reviewer.md"]
    allow(folder, {name: sha256((folder / name).read_bytes()) for name in names})


def test_files_of_a_folder_are_read_when_the_user_has_looked_at_them(folder: Path) -> None:
    with pytest.raises(ConfigurationError, match="is not trusted: what it names would be run") as caught:
        of_folder(folder)
    assert "kasen trust" in caught.value.hint
    trust(folder)
    assert of_folder(folder).policies == {"coder-1": "coder: 小さく直す", "reviewer-1": "reviewer: 小さく直す"}


@pytest.mark.parametrize("name", ["workflow.yaml", "agents.yaml", "gates.yaml", "policies/reviewer.md"])
def test_a_file_that_changed_since_is_not_used(folder: Path, name: str) -> None:
    trust(folder)
    with (folder / name).open("a", encoding="utf-8") as file:
        file.write("\n# more\n")
    with pytest.raises(ConfigurationError, match=f"{name}` is not trusted"):
        of_folder(folder)


def test_a_file_that_lacks_is_said(folder: Path) -> None:
    trust(folder)
    (folder / "gates.yaml").unlink()
    with pytest.raises(ConfigurationError, match=r"there is no `.*gates\.yaml`") as caught:
        of_folder(folder)
    assert "kasen code init" in caught.value.hint
    with pytest.raises(ConfigurationError, match=r"there is no `.*other\.yaml`"):
        of_folder(folder, "other.yaml")


def test_a_policy_outside_of_the_folder_is_refused(folder: Path) -> None:
    text = text_of("agents.yaml", "pair").replace("policies/coder.md", "../secret.md")
    (folder / "agents.yaml").write_text(text, encoding="utf-8")
    trusted = ["workflow.yaml", "agents.yaml", "gates.yaml"]
    allow(folder, {name: sha256((folder / name).read_bytes()) for name in trusted})
    with pytest.raises(ConfigurationError, match=r"agents\.yaml:2: the policy `\.\./secret\.md` lies outside"):
        of_folder(folder)


@pytest.mark.parametrize("name", DEFAULTS)
def test_what_is_kept_for_a_run_is_read_again_as_it_was(name: str, tmp_path: Path) -> None:
    keep(default(name), tmp_path / "config")
    assert kept(tmp_path / "config") == default(name)
    keep(default(name), tmp_path / "config")
    assert kept(tmp_path / "config") == default(name)


def test_what_cannot_be_kept_is_said(tmp_path: Path) -> None:
    (tmp_path / "config").write_text("in the way")
    with pytest.raises(StoreFailed, match="cannot be written"):
        keep(default("pair"), tmp_path / "config")

from __future__ import annotations

from pathlib import Path

import pytest

from kasen.errors import ConfigurationError, UsageError
from kasen.settings import trust
from kasen.teams.code.config.loading import DEFAULTS, default, named_in, of_folder
from kasen.teams.code.config.writing import own_workflow, write


@pytest.mark.parametrize("preset", DEFAULTS)
def test_what_is_written_is_kasens_own_once_it_is_trusted(tmp_path: Path, preset: str) -> None:
    written = write(tmp_path, preset)
    assert written.folder == tmp_path / ".kasen/code"
    assert own_workflow(tmp_path) == tmp_path / ".kasen/code/workflow.yaml"
    with pytest.raises(ConfigurationError, match="is not trusted"):
        of_folder(written.folder)
    names = list(named_in(written.folder))
    trust.allow(written.folder, {name: trust.sha256((written.folder / name).read_bytes()) for name in names})
    assert of_folder(written.folder) == default(preset)
    assert set(names) | {".gitignore"} >= set(written.new) >= {"workflow.yaml", "agents.yaml", "gates.yaml"}


def test_written_again_nothing_is_new(tmp_path: Path) -> None:
    first = write(tmp_path, "pair")
    again = write(tmp_path, "pair")
    assert again.new == ()
    assert set(again.same) == set(first.new) - {".gitignore"}


def test_what_the_user_has_changed_is_never_written_over(tmp_path: Path) -> None:
    write(tmp_path, "pair")
    changed = tmp_path / ".kasen/code/agents.yaml"
    changed.write_text("agents: []\n")
    (tmp_path / ".kasen/code/gates.yaml").unlink()
    with pytest.raises(UsageError, match=r"agents\.yaml` is there already"):
        write(tmp_path, "pair")
    assert changed.read_text() == "agents: []\n"
    assert not (tmp_path / ".kasen/code/gates.yaml").exists()


def test_the_line_of_gitignore_is_added_once_and_the_rest_stays(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_text("*.pyc")
    assert ".gitignore" in write(tmp_path, "pair").new
    write(tmp_path, "pair")
    assert (tmp_path / ".gitignore").read_text() == "*.pyc\n/reports/\n"


def test_a_repository_without_one_has_no_workflow_of_its_own(tmp_path: Path) -> None:
    assert own_workflow(tmp_path) is None

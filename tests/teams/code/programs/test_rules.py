from __future__ import annotations

import os
from pathlib import Path

from kasen.teams.code.programs.rules import LONGEST, rules_of


def test_what_the_repository_says_is_given_and_the_first_of_both_files_holds(tmp_path: Path) -> None:
    assert rules_of(tmp_path) == ""
    (tmp_path / "CLAUDE.md").write_text("切り捨てる\n", encoding="utf-8")
    (tmp_path / "AGENTS.md").symlink_to("CLAUDE.md")
    assert rules_of(tmp_path) == "# AGENTS.md of this repository\n\n切り捨てる"
    (tmp_path / "AGENTS.override.md").write_text("x" * 2 * LONGEST)
    assert rules_of(tmp_path).endswith("x" * LONGEST)
    assert "AGENTS.override.md" in rules_of(tmp_path)
    assert len(rules_of(tmp_path)) < LONGEST + 100


def test_a_file_that_leads_elsewhere_or_is_none_says_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "repo"
    folder.mkdir()
    (tmp_path / "secret").write_text("KEY")
    (folder / "AGENTS.md").symlink_to(tmp_path / "secret")
    assert rules_of(folder) == ""
    (folder / "AGENTS.md").unlink()
    os.mkfifo(folder / "AGENTS.md")
    assert rules_of(folder) == ""

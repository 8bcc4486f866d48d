from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest


def test_a_folder_gets_a_file_that_changes_nothing(kasen: Any) -> None:
    before = kasen("models", "--json").stdout
    done = kasen("init")
    assert (done.exit_code, done.stdout) == (0, "kasen.toml\n")
    assert "# preset = " in Path("kasen.toml").read_text(encoding="utf-8")
    assert kasen("models", "--json").stdout == before


def test_a_file_that_is_there_is_kept_unless_force_is_given(kasen: Any) -> None:
    Path("kasen.toml").write_text("lang = 'ja'\n", encoding="utf-8")
    done = kasen("init")
    assert done.exit_code == 4
    assert "--force" in done.stderr
    assert Path("kasen.toml").read_text(encoding="utf-8") == "lang = 'ja'\n"
    assert kasen("init", "--force").exit_code == 0
    assert "# lang = " in Path("kasen.toml").read_text(encoding="utf-8")


def test_a_user_gets_it_in_the_configuration_folder(kasen: Any, clean_environment: Path) -> None:
    done = kasen("init", "--user")
    path = clean_environment / "config" / "kasen" / "kasen.toml"
    assert done.stdout == f"{path}\n"
    assert "kasen trust" not in path.read_text(encoding="utf-8")
    assert not Path("kasen.toml").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="folders are named otherwise there")
def test_a_place_that_cannot_be_written_is_said(kasen: Any, clean_environment: Path) -> None:
    (clean_environment / "config").write_text("no folder", encoding="utf-8")
    done = kasen("init", "--user")
    assert done.exit_code == 4
    assert "cannot be written" in done.stderr

from __future__ import annotations

from pathlib import Path

import pytest

from kasen.tools.validation import programs


def test_the_programs_of_the_extra_are_found_without_a_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("pypandoc")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert Path(programs.panache()).name == "panache"
    assert Path(programs.pandoc()).name == "pandoc"
    assert programs.quarto() == ""
    assert programs.version_of("panache-cli").startswith("3.")


def test_quarto_is_the_one_on_the_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "quarto"
    file.write_text("#!/bin/sh\n", encoding="utf-8")
    file.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert programs.quarto() == str(file)


def test_what_is_missing_comes_with_the_command() -> None:
    assert programs.missing("pandoc") == "pandoc is not installed. Run: pip install 'kasen[resume]'"
    assert programs.version_of("no-such-package-here") == ""

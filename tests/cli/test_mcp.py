from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest


def test_a_home_that_cannot_be_used_is_said_and_nothing_goes_to_standard_output(
    kasen: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "home").write_text("", encoding="utf-8")
    monkeypatch.setenv("KASEN_HOME", str(tmp_path / "home"))
    ended = kasen("mcp")
    assert (ended.exit_code, ended.stdout) == (3, "")
    assert "cannot be written" in ended.stderr


def test_without_its_package_it_says_how_to_get_it(kasen: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *rest: None if name == "mcp" else find(name, *rest))
    ended = kasen("mcp")
    assert (ended.exit_code, ended.stdout) == (3, "")
    assert "pip install 'kasen[mcp]'" in ended.stderr

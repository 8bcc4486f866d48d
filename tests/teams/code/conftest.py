"""A small repository, and agents by script."""

from __future__ import annotations

from pathlib import Path

import pytest

from teams.code.agents import Script, project


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    return project(tmp_path / "repo")


@pytest.fixture
def script(tmp_path: Path) -> Script:
    return Script(tmp_path / "script")

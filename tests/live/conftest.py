"""The one folder whose tests leave the machine: `make test-live` runs it, nothing else collects it."""

from __future__ import annotations

from pathlib import Path

import pytest

from kasen.settings import Settings, load_settings


@pytest.fixture(scope="session")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """The settings of the person who runs it, keys included; runs are kept in a folder of their own."""
    return load_settings(home=tmp_path_factory.mktemp("home"))


@pytest.fixture(autouse=True)
def network() -> None:
    """No guard."""


@pytest.fixture(autouse=True)
def clean_environment(tmp_path: Path) -> Path:
    """Nothing is taken out of the environment."""
    return tmp_path

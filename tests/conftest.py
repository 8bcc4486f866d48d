"""Every test starts in an empty folder, without a network, with nothing of the person who runs it."""

from __future__ import annotations

from pathlib import Path

import pytest

from kasen.settings import Settings, variable

pytest_plugins = ["kasen.testing.pytest_plugin"]


@pytest.fixture(autouse=True)
def clean_environment(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No key, no setting; KASEN_HOME and the user's configuration in a folder of their own."""
    place = tmp_path_factory.mktemp("person")
    for field in Settings.model_fields:
        monkeypatch.delenv(variable(field), raising=False)
    for name in ("VISUAL", "EDITOR", "LANGSMITH_TRACING", "LANGSMITH_API_KEY", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(place))
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("KASEN_HOME", str(place / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(place / "config"))
    (place / "work").mkdir()
    monkeypatch.chdir(place / "work")
    return place

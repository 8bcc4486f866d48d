from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

from kasen.teams.code import machine


def put(folder: Path, name: str, script: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


def test_programs_are_named_with_version_and_place(path: Path) -> None:
    put(path, "git", "echo git version 2.39.5")
    put(path, "tmux", 'test "$1" = -V && echo tmux 3.3a')
    put(path, "claude", "echo '2.1.330 (Claude Code)'")
    put(path, "codex", "echo codex-cli 0.169.0")
    found = {one.name: one for one in machine.looked(lambda package: f"get {package}")}
    assert list(found) == ["git", "tmux", "claude", "codex", "codex home", "ordinary user"]
    for name, version in (("git", "2.39.5"), ("tmux", "3.3a"), ("claude", "2.1.330"), ("codex", "0.169.0")):
        assert found[name].ok
        assert found[name].found == f"{version} at {path / name}"


def test_what_lacks_and_what_does_not_start_is_told_apart(path: Path) -> None:
    put(path, "claude", "echo 1.2.3; exit 1")
    put(path, "codex", "echo broken")
    (path / "tmux").mkdir()
    assert machine.program("claude").found == f"{path / 'claude'} does not start"
    assert machine.program("codex").found == f"{path / 'codex'} does not start"
    assert machine.program("git", "get git") == machine.Seen(
        name="git", ok=False, found="missing", costs=machine.program("git").costs, fix="get git"
    )
    for name in ("claude", "codex", "tmux"):
        one = machine.program(name, "get it")
        assert not one.ok
        assert one.costs
        assert one.fix


def test_keys_are_not_given_to_programs_for_their_version(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "test-key")
    put(path, "claude", 'test -z "$ANTHROPIC_API_KEY" && echo 1.2.3')
    assert machine.program("claude").ok


def test_codex_does_not_live_under_the_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch = Path(tempfile.gettempdir())
    monkeypatch.setenv("CODEX_HOME", str(scratch / "codex"))
    wrong = machine.codex_home()
    assert not wrong.ok
    assert str(scratch) in wrong.found
    monkeypatch.setenv("CODEX_HOME", "/var/lib/codex")
    assert machine.codex_home().ok
    monkeypatch.delenv("CODEX_HOME")
    monkeypatch.setenv("HOME", str(scratch / "home"))
    assert not machine.codex_home().ok


def test_root_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert not machine.user().ok
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert machine.user().ok

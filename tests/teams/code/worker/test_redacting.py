from __future__ import annotations

from pathlib import Path

import pytest

from kasen.teams.code.worker.redacting import redactor_for


def test_keys_that_the_program_is_given_are_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEA_API_KEY", "matcha-and-more")
    monkeypatch.setenv("TEA_URL", "https://uji:gyokuro-and-more@example.org/")
    monkeypatch.setenv("TEA_PLACE", "a place in Uji")
    monkeypatch.setenv("OTHER_KEY", "it is not given")
    redact = redactor_for(("TEA_API_KEY", "TEA_URL", "TEA_PLACE", "TEA_NONE"))
    said = "matcha-and-more https://uji:gyokuro-and-more@example.org/ a place in Uji, it is not given"
    wanted = "[redacted] https://uji:[redacted]@example.org/ a place in Uji, it is not given"
    assert redact(said) == wanted


def test_keys_of_the_settings_are_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "matcha-and-more")
    assert redactor_for(())("a matcha-and-more") == "a [redacted]"


def test_settings_that_cannot_be_read_hold_nothing_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kasen.toml").write_text("= broken", encoding="utf-8")
    monkeypatch.setenv("TEA_API_KEY", "matcha-and-more")
    assert redactor_for(("TEA_API_KEY",))("matcha-and-more") == "[redacted]"

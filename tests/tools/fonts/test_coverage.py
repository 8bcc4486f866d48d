from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from kasen.tools.fonts.coverage import missing


def listing(monkeypatch: pytest.MonkeyPatch, place: Path, *lines: str) -> None:
    program = place / "fc-list"
    program.write_text("#!/bin/sh\n" + "".join(f"echo ':charset={line}'\n" for line in lines), encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{place}:/bin:/usr/bin")


def test_a_character_is_missing_when_no_font_has_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    listing(monkeypatch, tmp_path, "20-7e a0-ff", "3041-3096", "e9 3050-30ff 8336")
    assert missing(["café 茶 ぁ", "ー龍龍", "Ω"]) == "龍Ω"


def test_what_has_no_shape_needs_no_font(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    listing(monkeypatch, tmp_path, "20-7e")
    assert missing(["a\tb\n\u3000\u200b\ufe0f\u00ad~"]) == ""


def test_without_fontconfig_nothing_is_known_to_be_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert missing(["龍"]) == ""


@pytest.mark.skipif(not shutil.which("fc-list"), reason="fontconfig is not installed")
def test_on_this_machine_letters_are_there_and_unassigned_ones_are_not() -> None:
    assert missing(["Tea, thé", "\U000e0fff\U0003fff0"]) == "\U000e0fff\U0003fff0"

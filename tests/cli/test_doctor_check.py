from __future__ import annotations

from pathlib import Path

import pytest

from kasen.cli.doctor_check import Check, check_lines, install


def test_what_is_well_takes_a_line_and_what_is_missing_says_its_cost_and_its_remedy() -> None:
    good = Check(name="disk", ok=True, found="2 GB", costs="space", fix="Free some.")
    bad = Check(name="database", ok=False, found="away", costs="runs", fix="Start it.", required=True)
    soft = Check(name="tmux", ok=False, found="missing")
    lines = list(check_lines([good, bad, soft]))
    assert [line[0] for line in lines] == ["✓", "✗", " ", " ", "–"]
    assert lines[2].strip() == "without it: no runs"
    assert lines[3].strip() == "Start it."


def test_a_package_is_installed_by_what_the_machine_has(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "tmux" in install("tmux")
    (tmp_path / "apt-get").touch(mode=0o755)
    assert install("tmux") == "sudo apt-get install tmux"

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from kasen.tools.chromium import BROWSERS


def test_the_graph_of_a_mode_is_mermaid(kasen: Any) -> None:
    shown = kasen("teams", "graph", "research", "--mode", "deep").stdout
    assert shown.startswith("flowchart TD\n")
    at = {name: id for id, name in re.findall(r'^  (n\d+)\(?\["([^"]+)"\]', shown, re.MULTILINE)}
    assert {"start", "master_planner", "save_result", "publisher", "end"} <= set(at)
    assert f"  {at['start']} --> {at['master_planner']}" in shown
    assert f"  {at['save_result']} -.-> {at['subtask_executor']}" in shown, "drill-down goes back"
    found = json.loads(kasen("teams", "graph", "research", "--mode", "deep", "--json").stdout)
    assert "master_planner" in found["nodes"]
    assert {"source": "save_result", "target": "subtask_executor", "conditional": True} in found["edges"]


@pytest.mark.parametrize("team", ["slides", "resume", "code"])
def test_a_team_without_a_mode_shows_its_own(kasen: Any, tmp_path: Path, team: str) -> None:
    out = tmp_path / "steps.svg"
    done = kasen("teams", "graph", team, "--out", str(out))
    assert (done.exit_code, done.stdout) == (0, "")
    assert out.read_text(encoding="utf-8").startswith("<svg ")
    assert "currentColor" not in out.read_text(encoding="utf-8")


@pytest.mark.skipif(not any(map(shutil.which, BROWSERS)), reason="Chromium is not on this machine")
def test_a_picture_is_drawn_by_chromium(kasen: Any, tmp_path: Path) -> None:
    out = tmp_path / "steps.png"
    assert kasen("teams", "graph", "research", "--mode", "quick", "--out", str(out)).exit_code == 0
    with Image.open(out) as picture:
        width, height = picture.size
        assert width > 400
        assert height > 2 * width
        assert len(picture.convert("L").getcolors() or []) > 10, "something is drawn"


def test_the_list_is_still_there(kasen: Any) -> None:
    assert "research" in kasen("teams").stdout


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["nobody"], "nobody"),
        (["research", "--mode", "no"], "no"),
        (["research", "--mode", "auto"], "auto"),
        (["slides", "--out", "steps.gif"], ".png"),
    ],
)
def test_what_cannot_be_shown_is_said(kasen: Any, given: list[str], told: str) -> None:
    done = kasen("teams", "graph", *given)
    assert done.exit_code in (2, 4)
    assert told in done.stderr


def test_a_picture_that_cannot_be_written_is_told(kasen: Any) -> None:
    shown = kasen("teams", "graph", "research", "--out", "nowhere/steps.svg")
    assert (shown.exit_code, shown.stdout) == (4, "")
    assert "`nowhere/steps.svg` cannot be written: No such file or directory" in shown.stderr

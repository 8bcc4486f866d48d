"""The eval of what stands on slides counts what is found and what is taken wrongly."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

EVALS = Path(__file__).parent.parent / "evals"
TABLE = {"id": "X1", "lang": "en", "title": "Regions", "text": "region | sales (t)\nNorth | 480\nSouth | 1020"}


def case(id: str, text: str, *, true: bool, place: str = "bullet", kind: str = "row") -> dict[str, object]:
    return {"id": id, "lang": "en", "kind": kind, "place": place, "true": true, "text": text, "cites": ["X1"]}


def test_what_is_found_and_what_is_taken_wrongly_is_counted(tmp_path: Path) -> None:
    cases = [
        case("a", "North sold 1,020 t", true=False),
        case("b", "South sold 1,020 t", true=True),
        case("c", "Both sold 1,500 t", true=True),
        case("d", "Sarah Mitchell counted it.", true=False, place="notes", kind="name"),
        case("e", "South sells more than North.", true=False, place="notes", kind="way"),
    ]
    path = tmp_path / "own.json"
    path.write_text(json.dumps({"passages": [TABLE], "cases": cases}), encoding="utf-8")
    line = [sys.executable, str(EVALS / "deck_truth.py"), str(path), "--json"]
    figures = json.loads(subprocess.run(line, capture_output=True, text=True, check=True).stdout)
    assert (figures["planted"], figures["found"], figures["true"], figures["false_alarms"]) == (3, 2, 2, 1)
    assert figures["kinds"]["row"] == {"planted": 1, "found": 1, "true": 2, "false_alarms": 1, "unsourced": 0}
    assert figures["langs"]["ja"]["planted"] == 0

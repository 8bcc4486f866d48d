"""What the benchmarks' page says of kills is what was measured: each row is that of a kept result."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "docs" / "reference" / "measurements"
COUNTS = ("lost", "repeated", "repaid", "forks", "others")
BOUNDARIES = 22
"""Kills of the sweep: before and after the commit of each of 11 super-steps."""
RESULTS = {
    "embedded": {"": "durability", "research": "durability_research"},
    "postgresql": {"": "durability_postgresql"},
    "temporal": {
        "echo": "durability_temporal_echo",
        "research": "durability_temporal",
        "resume": "durability_temporal_resume",
        "slides": "durability_temporal_slides",
    },
}
"""Store or engine → team, where it has one of its own → name of the result."""


def kept(where: str, team: str) -> dict[str, Any]:
    names = RESULTS[where]
    text = (KEPT / f"{names.get(team) or names['']}.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)["figures"][team]
    return found


def rows(head: str) -> list[list[str]]:
    """Cells of the table whose first line begins so; the name of a team is its first word."""
    text = (ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8").partition("## Durability")[2]
    lines = text.partition(head)[2].partition("\n\n")[0].splitlines()[2:]
    found = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [[cells[0].partition(",")[0], *cells[1:]] for cells in found]


def kills(team: str, found: dict[str, Any]) -> str:
    at_random = found["kills"] - BOUNDARIES
    swept = f"{found['kills']}: {BOUNDARIES} around all 11 super-steps, {at_random} at random"
    return swept if team == "research" and at_random > BOUNDARIES else str(found["kills"])


def takeovers(found: dict[str, Any]) -> list[float]:
    return [found["takeover_p50_s"], found["takeover_p95_s"]]


def are_shown(cells: list[str], seconds: list[float]) -> bool:
    """Whether each is shown rounded, with two significant places at least."""
    shown = [re.fullmatch(r"(\d+\.(\d+)) s", cell) for cell in cells]
    return all(
        one is not None and float(one[1]) == round(value, len(one[2])) and len(one[1].lstrip("0.")) > 1
        for one, value in zip(shown, seconds, strict=True)
    )


def test_kills_on_sqlite_are_the_kept_result() -> None:
    table = rows("| team | kills |")
    assert [cells[0] for cells in table] == ["research", "echo", "resume", "slides", "code"]
    for team, killed, *counts, same, half, most in table:
        found = kept("embedded", team)
        counted = [found[name] for name in COUNTS]
        assert killed == kills(team, found), team
        assert [0 if count == "–" else int(count) for count in counts] == counted, team
        assert (same == "yes") == found["same_artifact"], team
        assert are_shown([half, most], takeovers(found)), team


def test_kills_on_postgresql_and_over_temporal_are_the_kept_results() -> None:
    table = rows("| team | engine |")
    assert len(table) == 9
    for team, engine, killed, none, same, half, most in table:
        found = kept("temporal" if engine == "temporal" else "postgresql", team)
        assert killed == kills(team, found), (team, engine)
        assert {found[name] for name in COUNTS} == {int(none)}, (team, engine)
        assert (same == "yes") == found["same_artifact"], (team, engine)
        assert are_shown([half, most], takeovers(found)), (team, engine)

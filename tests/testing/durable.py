"""A small run of each team, by script, for the tests and the benchmark that kill it; its calls are billed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from kasen.testing.crash import Scenario
from teams.research.supervised_scenes import QUESTION
from teams.resume.bench import ENGLISH
from teams.slides.bench import CSV

TESTS = Path(__file__).parents[1]
TEAMS = ("echo", "research", "resume", "slides")
"""Those whose work is done by this process; team `code` has agents of its own: `benchmarks/code_recovery.py`."""


def scenarios(place: Path) -> Mapping[str, Scenario]:
    """By team; what they read is written to `place`."""
    (place / "tea.csv").write_text(CSV, encoding="utf-8")
    (place / "cv.qmd").write_text(ENGLISH, encoding="utf-8")
    return {
        "echo": Scenario(team="echo", request={"text": "hello big wide world"}, host="runtime.scenes:scripted"),
        "research": Scenario(
            team="research",
            mode="supervised",
            request={"question": QUESTION},
            host="teams.research.supervised_scenes:hosted",
        ),
        "resume": Scenario(
            team="resume",
            request={"resume": str(place / "cv.qmd"), "role": "Backend engineer", "accept": "all"},
            host="teams.resume.played:improving",
        ),
        "slides": Scenario(
            team="slides",
            request={"wish": "Tea exports, for the board", "data": [str(place / "tea.csv")], "lang": "en"},
            host="teams.slides.played:told",
        ),
    }

"""A small run of each team, by script, for the tests and the benchmark that kill it.

Its calls, searches, pages, programs and pictures are billed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from kasen.models.provider import ModelRequest
from kasen.runtime.host import Host
from kasen.testing.crash import Scenario
from kasen.testing.crash_tools import billed, painting
from kasen.tools.python.sandbox import Sandbox, available
from teams.research.supervised_scenes import QUESTION, hosted
from teams.resume.bench import ENGLISH
from teams.slides.bench import CSV, GOOD, outlines, plans
from teams.slides.played import told

TESTS = Path(__file__).parents[1]
TEAMS = ("echo", "research", "resume", "slides")
"""Those whose work is done by this process; team `code` has agents of its own: `benchmarks/code_recovery.py`."""

CODE = """
from kasen_data import *
rows = table("T1")
figure("F1", chart="column", title="Exports by year", of=group(rows, "Year", "Exports (t)"), name="exports")
"""
ANALYSED = {"code": CODE, "figures": [{"id": "F1", "title": "Exports by year", "kind": "chart", "shows": "They grow."}]}
OUTLINE = outlines(
    ("title", "Tea abroad"),
    ("chart", "Exports grow every year"),
    ("picture", "Morning mist"),
    ("bullets", "Buyers pay more"),
    ("closing", "Plant more shade"),
)


def sees(_: ModelRequest) -> Mapping[str, Any]:
    """A visualizer that wants a picture of the third slide."""
    prompt = {"slide_type": "Content", "main_title": "Morning mist", "visual_style": "A tea field at dawn, soft light."}
    return {"style": "Soft light.", "pictures": [{"number": 3, "prompt": prompt, "alt": "A tea field at dawn."}]}


def researching(home: Path) -> Host:
    """Supervised research over a small web whose searches and pages are billed."""
    return billed(hosted(home), home)


def presenting(home: Path) -> Host:
    """A deck with a figure that a program computes, where this machine has a sandbox, and a picture of a model."""
    roles = {
        **GOOD,
        "planner": plans("data_analyst", "storywriter", "visualizer"),
        "data_analyst": lambda _: ANALYSED,
        "storywriter_outline": OUTLINE,
        "visualizer": sees,
    }
    host = replace(told(home, roles), draw_for=painting(home), python=lambda: None if available() else Sandbox())
    return billed(host, home)


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
            host="testing.durable:researching",
        ),
        "resume": Scenario(
            team="resume",
            request={"resume": str(place / "cv.qmd"), "role": "Backend engineer", "accept": "all"},
            host="teams.resume.played:improving",
        ),
        "slides": Scenario(
            team="slides",
            request={"wish": "Tea exports, for the board", "data": [str(place / "tea.csv")], "lang": "en"},
            host="testing.durable:presenting",
        ),
    }

"""What the roles of a deck are asked, as it was read and reviewed, in both languages."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from inline_snapshot import external_file

from kasen.prompts.loader import render
from kasen.teams.slides.schemas.brief import About
from kasen.teams.slides.schemas.deck import Ref
from kasen.teams.slides.schemas.findings import Figure
from kasen.teams.slides.schemas.outputs import PointSaid, SlideSaid
from kasen.teams.slides.schemas.picturing import Look, Subject
from kasen.teams.slides.schemas.texts import Line, Sheet, Text
from teams.slides.test_by_hand import needs_sandbox, played

ASKED = Path(__file__).parent / "asked"
ROLES = ("coordinator", "planner", "data_analyst", "storywriter_outline", "storywriter", "storywriter_critique")

FENCE = re.compile(r'(<outside [^\n]*) seal="(\w+)">\n[^\n]*\n(.*?)\n*</outside seal="\2">', re.DOTALL)


def first_line(fence: re.Match[str]) -> str:
    return f"{fence[1]}>{fence[3].splitlines()[0] if fence[3] else ''} …</outside>"


@needs_sandbox
@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("role", ROLES)
def test_a_prompt_reads_as_it_was_reviewed(role: str, lang: str) -> None:
    """After a change of wording: `pytest --inline-snapshot=fix`, and read the difference.

    What passages say stands in the examples: of each fence only the first line is kept.
    """
    asked = played(f"good-{lang}").asked(role)
    assert asked, f"{role} is asked"
    shown = re.sub(FENCE, first_line, asked[0].prompt)
    shown = re.sub(r"\d{4}-\d\d-\d\d", "2026-11-21", shown)
    assert shown == external_file(str(ASKED / f"{role}.{lang}.md"), format=".txt")


def text(id: str, kind: Any, words: str, **more: Any) -> Text:
    return Text(id=id, kind=kind, lines=(Line(text=words),), **more)


ABOUT = About(
    wish="What the export figures say, for our board",
    answers=("Ten minutes.",),
    title="Tea exports",
    audience="the board",
    goal="Exports have tripled; a second roaster pays.",
    comments=("Say more about Europe.",),
)
PLAYED: dict[str, dict[str, Any]] = {
    "researcher": {
        "about": ABOUT,
        "instruction": "Find out what tea costs in Europe.",
        "inputs": ["tea_exports.csv"],
        "documents": True,
        "web": True,
        "today": "2026-11-21",
        "lang": "en",
    },
    "visualizer": {
        "about": ABOUT,
        "instruction": "One picture for the opening.",
        "subjects": [
            Subject(number=1, slide_id="s1", kind="title", title="Tea exports", subtitle="2024", aspect="16:9"),
            Subject(number=3, slide_id="s3", kind="picture", title="A roaster", message="It runs day and night."),
        ],
        "look": Look(background="#FFFFFF", text="#1A1A1A", accents=("#2F6B3A",), aspect="16:9"),
        "whole": False,
        "draft": False,
        "problems": ["Slide 3: its `visual_style` does not say what is seen."],
        "lang": "en",
    },
    "editor": {
        "wish": "Make slide 2 shorter.",
        "title": "Tea exports",
        "slides": [
            SlideSaid(number=1, title="Tea exports", notes="Welcome."),
            SlideSaid(
                number=2,
                title="Exports have tripled",
                points=[PointSaid(text="8,798 tonnes in 2024", sources=["P1"])],
                notes="Said aloud.",
            ),
        ],
        "kinds": ["title", "content"],
        "refs": [Ref(id="P1", kind="passage", title="Tea exports", where="p. 3", quote="8,798 tonnes in 2024.")],
        "figures": [
            Figure(
                id="F1",
                kind="number",
                title="Growth",
                shows="Exports have tripled since 2014.",
                ref=Ref(id="D1", kind="rows", title="tea_exports.csv", quote="the last by the first"),
                by="rule",
            )
        ],
        "problems": [],
        "lang": "en",
        "reply_lang": "ja",
    },
    "shape_editor": {
        "wish": "Call the second slide Exports.",
        "sheets": [
            Sheet(number=1, id="s-256", part="slide1.xml", texts=(text("T1", "title", "Tea"),)),
            Sheet(
                number=2,
                id="s-257",
                part="slide2.xml",
                texts=(text("T1", "title", "Figures"), text("T2", "cell", "8,798", name="row 1, column 2")),
                holds=("chart",),
            ),
        ],
        "shown": [2],
        "problems": ["slide 2: its title is empty"],
        "lang": "en",
    },
}


@pytest.mark.parametrize("role", PLAYED)
def test_a_prompt_that_is_asked_later_or_elsewhere_reads_as_it_was_reviewed(role: str) -> None:
    """After a change of wording: `pytest --inline-snapshot=fix`, and read the difference."""
    shown = FENCE.sub(first_line, render("kasen.teams.slides", role, **PLAYED[role]))
    assert shown == external_file(str(ASKED / f"{role}.en.md"), format=".txt")

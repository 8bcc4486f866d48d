"""Hosts whose writers are scripted, for runs through the real runtime, in other processes too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from kasen.runtime.host import Host
from kasen.testing.crash_child import host_with
from kasen.testing.office import FakeOffice
from kasen.testing.scripted import ScriptedModel
from teams.slides.bench import GOOD, Cast


def told(home: Path, roles: Mapping[str, Any] | None = None) -> Host:
    """A host without network whose models are the cast; every call is noted, as a provider would bill it."""
    model = ScriptedModel(Cast(GOOD if roles is None else roles), id="scripted:team", usd=0.01)
    return replace(host_with(model, home), office=FakeOffice())


def asking(home: Path) -> Host:
    """The coordinator has a question first."""
    asks = {"reply": "One thing first.", "goto": "ask", "question": "Which tea?", "options": ["Green", "Black"]}
    return told(home, {**GOOD, "coordinator": lambda _: asks})


def editing(home: Path) -> Host:
    """An editor who writes slide 3 anew."""
    points = [{"text": "The cover keeps the light out"}, {"text": "We plant more shade"}]
    said = {
        "number": 3,
        "title": "Shade comes first",
        "message": "",
        "points": points,
        "notes": "Begin with the shade.",
    }
    edits = [{"slide": 3, "action": "rewrite", "said": said}]
    return told(home, {**GOOD, "editor": lambda _: {"reply": "Shade stands first now.", "edits": edits}})

"""Files of a workflow to be changed: Kasen's own, with some words replaced."""

from __future__ import annotations

from importlib.resources import files

from kasen.teams.code.config.lined import Lined
from kasen.teams.code.config.workflow import Workflow, workflow_of


def text_of(file: str, default: str = "five-phase") -> str:
    return files("kasen.teams.code.defaults").joinpath(default, file).read_text(encoding="utf-8")


def changed(file: str, old: str, new: str, default: str = "five-phase") -> Lined:
    text = text_of(file, default)
    assert old in text
    return Lined(file, text.replace(old, new, 1))


def five_phases() -> Workflow:
    return workflow_of(Lined("workflow.yaml", text_of("workflow.yaml")))

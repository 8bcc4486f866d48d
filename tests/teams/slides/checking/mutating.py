"""A sound deck, and the same with one thing wrong."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from functools import cache
from io import BytesIO
from typing import Any

import pptx

from kasen.teams.slides.checking.lint import lint
from kasen.teams.slides.schemas.arrangement import Problem
from teams.slides.building.hand_made import SLIDES, arranged, built, deck, design

DECK = deck()
ARRANGED = [arranged(slide) for slide in SLIDES]


@cache
def sound() -> bytes:
    return built(DECK)


def problems(data: bytes, **changed: Any) -> list[Problem]:
    given = {"deck": DECK, "arrangements": ARRANGED, "design": design(), **changed}
    return lint(data, **given)


def mutated(change: Callable[[Any], object]) -> list[Problem]:
    """What lint says after a change by python-pptx."""
    held = pptx.Presentation(BytesIO(sound()))
    change(held)
    stream = BytesIO()
    held.save(stream)
    return problems(stream.getvalue())


def repacked(change: Callable[[dict[str, bytes]], object]) -> list[Problem]:
    """What lint says after a change of the package's files."""
    with zipfile.ZipFile(BytesIO(sound())) as package:
        files = {name: package.read(name) for name in package.namelist()}
    change(files)
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w") as package:
        for name, data in files.items():
            package.writestr(name, data)
    return problems(stream.getvalue())


def kinds(found: list[Problem]) -> set[tuple[int, str]]:
    return {(problem.slide, problem.kind) for problem in found}


def held(presentation: Any, slide: int, content: str) -> Any:
    """The shape of a frame; slides from 1."""
    return next(shape for shape in presentation.slides[slide - 1].shapes if shape.name == f"kasen:{content}")

"""The state of a slides run, and the slices of it that nodes read and write."""

from __future__ import annotations

import operator
from typing import Annotated, TypedDict

from kasen.teams.slides.schemas.arrangement import Arrangement, Problem
from kasen.teams.slides.schemas.deck import Deck, Ref, Slide
from kasen.teams.slides.schemas.design import DesignContext
from kasen.teams.slides.schemas.edit import Change
from kasen.teams.slides.schemas.envelope import Envelope, Plan, Step
from kasen.teams.slides.schemas.findings import Drawn, Evidence, Figure, TableProfile
from kasen.teams.slides.schemas.outputs import OutlineOutput
from kasen.teams.slides.schemas.part import Lang
from kasen.teams.slides.schemas.picturing import Sketch
from kasen.teams.slides.schemas.prior import Prior
from kasen.teams.slides.schemas.request import Request
from kasen.teams.slides.schemas.result import Result
from kasen.teams.slides.schemas.texts import FileChange

PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
TEMPLATE = "_template.pptx"
"""Artifact: the template as it was when the run began."""
DECK = "_deck.json"
"""Artifact: the deck as data, for edits."""


class Asked(TypedDict):
    """Given at the start."""

    request: Request


class Intake(TypedDict):
    """Written by the reader, once: everything from outside that the run works on."""

    lang: Lang
    design: DesignContext
    tables: list[TableProfile]
    documents: int
    passages: list[Evidence]
    """Of the user's documents, found for the wish."""
    logo: str
    """Artifact; empty for none."""
    notes: Annotated[list[str], operator.add]


class Talked(TypedDict, total=False):
    """Written by the coordinator and the pause after it."""

    reply: str
    title: str
    audience: str
    wanted: int
    """Slides that were asked for; 0: as many as it takes."""
    question: str
    """What the person is asked first; empty for nothing."""
    options: list[str]
    answers: Annotated[list[str], operator.add]
    """What the person answered."""


class Planned(TypedDict, total=False):
    """Written by planner, supervisor and the pause between."""

    plan: Plan
    comments: Annotated[list[str], operator.add]
    """What the person wants changed about plan or outline."""
    outline_seen: bool
    """Whether the person has agreed to the outline."""


class Task(TypedDict):
    """What the supervisor sends to a worker."""

    request: Request
    lang: Lang
    design: DesignContext
    tables: list[TableProfile]
    passages: list[Evidence]
    plan: Plan
    step: Step
    title: str
    audience: str
    answers: list[str]
    comments: list[str]
    outline: OutlineOutput | None
    figures: list[Figure]
    found: list[Evidence]
    slides: list[Slide]
    refs: list[Ref]
    sketches: list[Sketch]
    drawn: list[Drawn]


class Done(TypedDict, total=False):
    """What a worker brings back; several bring theirs at once."""

    finished: Annotated[list[Step], operator.add]
    """Steps as the workers ended them."""
    found: Annotated[list[Evidence], operator.add]
    figures: Annotated[list[Figure], operator.add]
    sketches: Annotated[list[Sketch], operator.add]
    drawn: Annotated[list[Drawn], operator.add]
    envelopes: Annotated[list[Envelope], operator.add]
    notes: Annotated[list[str], operator.add]


class Story(TypedDict, total=False):
    """Written by the storywriter."""

    outline: OutlineOutput
    outline_by: str
    slides: list[Slide]
    refs: list[Ref]


class Made(TypedDict, total=False):
    """Written by those who build and check."""

    deck: Deck
    arrangements: list[Arrangement]
    problems: list[Problem]
    repaired: list[str]


class State(Asked, Intake, Talked, Planned, Done, Story, Made, total=False):  # type: ignore[misc]
    """Everything."""

    result: Result


class Changed(TypedDict, total=False):
    """Written by the editor: what is to change, checked."""

    reply: str
    changes: list[Change]
    drawn: Annotated[list[Drawn], operator.add]
    notes: Annotated[list[str], operator.add]


class Reworded(TypedDict, total=False):
    """Written by the shape editor: what is to change in a file that no run made, checked."""

    reply: str
    change: FileChange
    asked: bool
    """Whether a model said it."""
    notes: Annotated[list[str], operator.add]


class EditState(Asked, Changed, Reworded, total=False):
    """Everything of mode `edit`."""

    lang: Lang
    design: DesignContext
    prior: Prior
    figures: list[Figure]
    result: Result

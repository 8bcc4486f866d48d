"""What the editor of a deck replies, and what became of it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from kasen.teams.slides.schemas.deck import ChartKind, Slide
from kasen.teams.slides.schemas.outputs import SlideSaid
from kasen.teams.slides.schemas.part import Part, first

Action = Literal["rewrite", "notes", "chart", "picture", "delete", "move"]


class EditSaid(BaseModel):
    """One change of one slide."""

    slide: int = Field(description="Number of the slide.")
    action: Action
    said: SlideSaid | None = Field(
        None, description="With `rewrite`: the whole slide as it is to be. With `notes`: only its notes count."
    )
    chart: ChartKind | None = Field(None, description="With `chart`: the form it is to have.")
    change: str = Field("", description="With `picture`: what is to change in it, in English.")
    to: int = Field(0, description="With `move`: the number it is to have.")


class EditorOutput(BaseModel):
    """The editor: what was understood, and the changes that do it."""

    reply: str = Field(description="What you changed, or why nothing; one or two sentences.")
    edits: Annotated[list[EditSaid], first(20)] = Field(default_factory=list)


class Change(Part):
    """One slide before and after; None on one side for a slide that came or went."""

    position: int
    """In the deck before, from 1; of a new part of a split slide that of the slide it came of."""
    before: Slide | None
    after: tuple[Slide, ...] = ()
    """Several where it had to be split; empty where it was deleted."""
    moved_to: int = 0

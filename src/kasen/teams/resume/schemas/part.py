"""What every model of this team is."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict

Lang = Literal["ja", "en"]
Critic = Literal["recruiter", "tech_writer", "copywriter", "ux_designer", "visual_designer"]
CRITICS: tuple[Critic, ...] = ("recruiter", "tech_writer", "copywriter", "ux_designer", "visual_designer")


def first(count: int) -> BeforeValidator:
    """Of a longer list its beginning: that a model says too much is no fault of what it said first."""
    return BeforeValidator(lambda said: said[:count] if isinstance(said, list) else said)


class Part(BaseModel):
    """Frozen; unknown fields are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Place(Part):
    """Where words stand in a text: its line, counted from 1, and a half-open range of characters of the whole text."""

    line: int
    start: int
    end: int

"""What every model of this team is."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

Lang = Literal["ja", "en"]
Critic = Literal["recruiter", "tech_writer", "copywriter", "ux_designer", "visual_designer"]
CRITICS: tuple[Critic, ...] = ("recruiter", "tech_writer", "copywriter", "ux_designer", "visual_designer")


class Part(BaseModel):
    """Frozen; unknown fields are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Place(Part):
    """Where words stand in a text: its line, counted from 1, and a half-open range of characters of the whole text."""

    line: int
    start: int
    end: int

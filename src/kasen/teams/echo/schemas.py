"""What echo takes, what it gives, and what its roles reply."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field, field_validator

from kasen.prompts.outside import clean_input
from kasen.team import AtDeadline

PARTS = 2
"""Workers that run in parallel."""
YEAR_S = 366 * 24 * 3600


class Request(BaseModel):
    """What to say back."""

    text: str = Field(description="What to say back.")
    lang: Literal["auto", "ja", "en"] = Field(default="auto", description="Language of the answer.")
    ask_first: bool = Field(
        default=False, description="Pause for approval before writing.", json_schema_extra={"pauses": ["parts"]}
    )
    deadline_s: float | None = Field(
        default=None, ge=0, le=YEAR_S, description="Seconds until the pause settles itself; at most a year."
    )
    at_deadline: AtDeadline = Field(default="wait", description="What happens then: default, stop or wait.")

    @field_validator("text")
    @classmethod
    def _usable(cls, text: str) -> str:
        if not text.strip():
            raise ValueError("is empty; say what to echo")
        return clean_input(text, name="text", limit=20_000)


class Result(BaseModel):
    """What was said back."""

    text: str
    parts: list[str]
    rounds: int
    passed: bool


class Parts(BaseModel):
    """Reply of the planner: the text in parts that together are the text."""

    parts: list[str] = Field(min_length=1, max_length=PARTS)


class Echo(BaseModel):
    """Reply of a worker: its part, said back."""

    text: str


class Draft(BaseModel):
    """Reply of the writer: the echoes in order, as one text."""

    text: str


class Said(BaseModel):
    """A worker's echo and its place in the plan."""

    place: int
    text: str

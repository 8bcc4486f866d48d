"""What the desk is told, what its coordinator replies, and what it decides."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from kasen.prompts.outside import clean_input

LONGEST = 20_000
"""Characters of a message."""
LINE = 2000
"""Characters of an earlier message, and of a reply."""


class Known(BaseModel):
    """A team that work can be handed to."""

    model_config = ConfigDict(frozen=True)

    name: str
    summary: str
    """One sentence, in the language of the conversation."""
    modes: list[str] = Field(default_factory=list)
    needs: list[str] = Field(default_factory=list)
    """Endings of the file without which it cannot begin; empty where words are enough."""


class Line(BaseModel):
    """What was said before."""

    model_config = ConfigDict(frozen=True)

    who: Literal["person", "kasen"]
    text: str


class Request(BaseModel):
    """A message, and what is around it."""

    message: str = Field(description="What the person writes.")
    teams: list[Known] = Field(default_factory=list, description="Whom it can be handed to.")
    files: list[str] = Field(default_factory=list, description="Names of the files that came with the conversation.")
    earlier: list[Line] = Field(default_factory=list, description="What was said before, oldest first.")
    under: str = Field("", description="Team whose finished work stands above the message.")
    under_title: str = Field("", description="What that work is called.")
    lang: Literal["auto", "ja", "en"] = Field("auto", description="Language of the reply.")

    @field_validator("message")
    @classmethod
    def _usable(cls, message: str) -> str:
        return clean_input(message, name="message", limit=LONGEST).strip()


class Decision(BaseModel):
    """Reply of the coordinator: words for the person, and the team that shall work, if any."""

    reply: str = Field(description="What the person reads: one to three sentences.")
    team: str = Field("", description="Name of the team that shall work now; empty while something must be asked.")
    request: str = Field("", description="What that team shall do, in the person's words; complete by itself.")
    mode: str = Field("", description="Name of one of the team's modes; empty to let it choose.")

    @field_validator("reply", "team", "request", "mode", mode="before")
    @classmethod
    def _text(cls, given: Any) -> Any:
        """Null means nothing."""
        return "" if given is None else given


class Result(BaseModel):
    """What was decided; without a team, the reply is all there is."""

    reply: str
    team: str = ""
    request: str = ""
    mode: str = ""

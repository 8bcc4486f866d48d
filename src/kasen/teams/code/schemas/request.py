"""What the team takes."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, Field, field_validator

from kasen.prompts.outside import clean_input

LONGEST = 200_000
"""Characters of a requirement."""


class Request(BaseModel):
    """A requirement and a repository."""

    requirement: str = Field(description="What is to be built: words, or the path of a file that says it.")
    repo: Path = Field(description="Folder of the git repository.")
    workflow: Path | None = Field(
        default=None, description="A workflow.yaml with agents.yaml and gates.yaml beside it; else Kasen's own."
    )
    preset: Literal["five-phase", "pair"] = Field(
        default="five-phase", description="Which of Kasen's own workflows, where none is given."
    )
    lang: Literal["auto", "ja", "en"] = Field(default="auto", description="Language that the agents answer in.")

    @field_validator("requirement")
    @classmethod
    def _usable(cls, text: str) -> str:
        if not text.strip():
            raise ValueError("is empty; say what to build")
        return clean_input(text, name="requirement", limit=LONGEST)

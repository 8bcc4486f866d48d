"""What the team takes."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, Field, field_validator

from kasen.form import LANGUAGES, form
from kasen.prompts.outside import clean_input

LONGEST = 200_000
"""Characters of a requirement."""


class Request(BaseModel):
    """A requirement and a repository."""

    requirement: str = Field(
        description="What is to be built.",
        json_schema_extra=form("Requirement", "要件", "作るもの。", section="next"),
    )
    repo: Path = Field(
        description="Folder of the git repository.",
        json_schema_extra=form("Repository", "リポジトリ", "git リポジトリのフォルダー。", section="next"),
    )
    workflow: Path | None = Field(
        default=None,
        description="A workflow.yaml with agents.yaml and gates.yaml beside it; else Kasen's own.",
        json_schema_extra=form(
            "Workflow",
            "ワークフロー",
            "workflow.yaml。agents.yaml と gates.yaml を同じフォルダーに置きます。なければ Kasen のもの。",
            section="work",
        ),
    )
    preset: Literal["five-phase", "pair"] = Field(
        default="five-phase",
        description="Which of Kasen's own workflows, where none is given.",
        json_schema_extra=form(
            "Own workflow",
            "既定のワークフロー",
            "ワークフローを渡さないときに使うもの。",
            section="work",
            choices={
                "five-phase": ("Five phases: research to final review", "五段階：調査から最終査読まで"),
                "pair": ("Two agents: one writes, one reviews", "二人組：書く人と査読する人"),
            },
        ),
    )
    lang: Literal["auto", "ja", "en"] = Field(
        default="auto",
        description="Language that the agents answer in.",
        json_schema_extra=form(
            "Language",
            "言語",
            "エージェントが答える言語。",
            section="text",
            choices={"auto": ("That of the requirement", "要件と同じ"), **LANGUAGES},
        ),
    )

    @field_validator("requirement")
    @classmethod
    def _usable(cls, text: str) -> str:
        if not text.strip():
            raise ValueError("is empty; say what to build")
        return clean_input(text, name="requirement", limit=LONGEST)

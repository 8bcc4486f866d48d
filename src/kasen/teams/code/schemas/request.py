"""What the team takes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, Field, field_validator

from kasen.form import LANGUAGES, form
from kasen.prompts.outside import clean_input

LONGEST = 200_000
"""Characters of a requirement."""
_KANA = re.compile("[\u3041-\u30ff]")
_JAPANESE = re.compile("[\u3041-\u30ff\u4e00-\u9fff]")


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
                "five-phase": ("Five phases: research to final review", "五つのフェーズ：調査から最終レビューまで"),
                "pair": ("Two agents: one writes, one reviews", "二人組：書く人とレビューする人"),
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

    def title(self) -> str:
        """The first line of the requirement."""
        return first_line(self.requirement)

    def language(self) -> str:
        """That of the title; of the whole where the title holds no Japanese and the text does, beyond a few words."""
        is_ja = _JAPANESE.search(self.title()) or len(_KANA.findall(self.requirement)) * 10 > len(self.requirement)
        return "ja" if is_ja else "en"

    @field_validator("requirement")
    @classmethod
    def _usable(cls, text: str) -> str:
        if not text.strip():
            raise ValueError("is empty; say what to build")
        return clean_input(text, name="requirement", limit=LONGEST)


def first_line(requirement: str) -> str:
    """The first line with words in it, without marks of a heading."""
    return next((line.strip("# \t") for line in requirement.splitlines() if line.strip("# \t")), "")

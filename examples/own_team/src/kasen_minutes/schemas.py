"""What the team takes, what it gives, and what its roles reply."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, Field

from kasen.form import LANGUAGES, form
from kasen_minutes.notes import is_japanese, read_notes


class Request(BaseModel):
    """The notes of one meeting."""

    notes: str = Field(
        max_length=4096,
        description="File with the notes: .md or .txt.",
        json_schema_extra=form(
            "Notes", "メモ", "会議のメモ。Markdown かテキスト。", section="next", file=True, forms=[".md", ".txt"]
        ),
    )
    ask_first: bool = Field(
        default=False,
        description="Pause for approval before the minutes are written.",
        json_schema_extra=form(
            "Ask me first", "先に確認する", "書く前に確認を求めます。", section="work", pauses=["minutes"]
        ),
    )
    lang: Literal["auto", "ja", "en"] = Field(
        default="auto",
        description="Language of the minutes; auto: that of the notes.",
        json_schema_extra=form("Language", "言語", "議事録の言語。", section="text", choices=LANGUAGES),
    )

    def title(self) -> str:
        """Name of the run."""
        return Path(self.notes).stem

    def language(self) -> str:
        """The language of the notes, where the request names none."""
        return "ja" if is_japanese(read_notes(self.notes)) else "en"

    def at_the_door(self) -> None:
        """Look at the file before a run is recorded. Raises InputError."""
        read_notes(self.notes)


class Point(BaseModel):
    """One decision or task, and the line of the notes that it rests on."""

    text: str = Field(min_length=1, max_length=500)
    line: int = Field(ge=1, description="Number of the line.")
    who: str = Field(default="", max_length=100, description="Who does it, as the line names them.")
    due: str = Field(default="", max_length=100, description="By when, as the line says it.")


class Points(BaseModel):
    """Reply of both roles."""

    points: list[Point] = Field(max_length=100)


class Noted(Point):
    """A point that the notes bear out."""

    kind: Literal["decision", "task"]
    quote: str


class Result(BaseModel):
    """The minutes."""

    noted: list[Noted]
    left_out: list[str]
    rounds: int
    run_status: str = "done"

"""What research takes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, Field, ValidationInfo, field_validator

from kasen.form import LANGUAGES, form
from kasen.prompts.outside import clean_input

QUESTION_LIMIT = 20_000
"""Characters of a question; a text whose claims are to be checked is one."""
MAX_LOOPS = 2
"""Times the evaluator may send the work back to the planner (seed 001: `loop_count` 2)."""
PAUSES = ("plan", "draft")
"""Where a person can be asked to approve."""
LONGEST_LINE = 200
"""Characters of an item, a criterion, a heading, and of what is said of the readers."""
MOST_LINES = 20
_LIKE_A_FILE = re.compile(r"\S+\.(?:md|markdown|txt|rst|adoc)|(?:~|\.{0,2})/\S+", re.IGNORECASE)
_DAYS = {"d": 1, "w": 7, "m": 30, "y": 365}


class Request(BaseModel):
    """A question, and where to look for the answer."""

    question: str = Field(
        description="What you want to know, in Japanese or English; for a fact-check the text or its address.",
        json_schema_extra=form(
            "What do you want to know?",
            "何を知りたいですか",
            "日本語でも英語でもかまいません。事実確認では、確かめたい文章かそのアドレスを入れます。",
            section="next",
        ),
    )
    docs: list[Path] = Field(
        default_factory=list,
        description="Folders or files to search.",
        json_schema_extra=form(
            "Documents", "資料", "検索するファイルやフォルダー。", section="next", file=True, many=True, folder=True
        ),
    )
    kb: list[str] = Field(
        default_factory=list,
        description="Names of knowledge bases to search.",
        json_schema_extra=form("Knowledge bases", "ナレッジ", "検索するナレッジの名前。", section="next", kb=True),
    )
    lang: Literal["auto", "ja", "en"] = Field(
        default="auto",
        description="Language of the report.",
        json_schema_extra=form(
            "Language",
            "言語",
            "報告書の言語。",
            section="next",
            choices={"auto": ("Same as the question", "問いと同じ"), **LANGUAGES},
        ),
    )
    since: str = Field(
        default="",
        description="Nothing older from the web than this: `2026-01-31`, `2026`, or `30d`, `6m`, `1y`.",
        json_schema_extra=form(
            "Not older than",
            "いつ以降",
            "これより古いウェブページは使いません。`2026-01-31`、`2026`、または `30d`、`6m`、`1y` のように書きます。",
            section="sources",
        ),
    )
    domains: list[str] = Field(
        default_factory=list,
        description="Only these domains of the web, comma-separated.",
        json_schema_extra=form(
            "Only these sites",
            "このサイトだけ",
            "ウェブはこのドメインだけを調べます。",
            about="Of the web only these domains.",
            section="sources",
        ),
    )
    exclude_domains: list[str] = Field(
        default_factory=list,
        description="Not these domains of the web.",
        json_schema_extra=form("Not these sites", "除くサイト", "このドメインは調べません。", section="sources"),
    )
    length: Literal["short", "standard", "long"] = Field(
        default="standard",
        description="How much to write.",
        json_schema_extra=form(
            "Length",
            "長さ",
            "報告書の分量。",
            section="text",
            choices={"short": ("Short", "短め"), "standard": ("Standard", "標準"), "long": ("Long", "長め")},
        ),
    )
    audience: str = Field(
        default="",
        max_length=LONGEST_LINE,
        description="Who reads the report.",
        json_schema_extra=form("Readers", "読み手", "報告書を読む人。", section="text"),
    )
    outline: list[str] = Field(
        default_factory=list,
        description="Headings of the report, in order; or a file with one per line.",
        json_schema_extra=form(
            "Headings",
            "見出し",
            "報告書の見出しを順に。1 行に 1 つ書きます。",
            about="Of the report, in order, one per line.",
            section="text",
            file=True,
            text=True,
        ),
    )
    items: list[str] = Field(
        default_factory=list,
        description="What is compared, comma-separated.",
        json_schema_extra=form(
            "What to compare",
            "比べるもの",
            "比較の対象。",
            about="Two things or more.",
            section="next",
            modes=["compare"],
        ),
    )
    criteria: list[str] = Field(
        default_factory=list,
        description="What it is compared by.",
        json_schema_extra=form(
            "Compared by",
            "比べる観点",
            "比較の基準。",
            about="Price, weight, life: what they are measured by.",
            section="next",
            modes=["compare"],
        ),
    )
    approve: list[str] = Field(
        default_factory=list,
        description="Where to ask you first: plan, draft.",
        json_schema_extra=form(
            "Ask me first",
            "先に確認する",
            "進む前に、あなたの承認を待つところ。",
            about="Where the run waits for your yes.",
            section="work",
            pauses=list(PAUSES),
            choices={"plan": ("The plan", "調査の計画"), "draft": ("The draft", "原稿")},
        ),
    )
    loops: int = Field(
        default=MAX_LOOPS,
        ge=0,
        le=MAX_LOOPS,
        description="How often to search again when something is missing.",
        json_schema_extra=form("Further searches", "追加の検索", "足りないとき、何回まで調べ直すか。", section="work"),
    )
    max_depth: int = Field(
        default=2,
        ge=1,
        le=4,
        description="How deep subtasks may have subtasks.",
        json_schema_extra=form("Depth", "深さ", "小課題を何段まで分けるか。", section="work", modes=["deep"]),
    )
    max_revisions: int = Field(
        default=3,
        ge=0,
        le=10,
        description="How often the plan may be revised.",
        json_schema_extra=form(
            "Revisions of the plan", "計画の見直し", "計画を何回まで見直すか。", section="work", modes=["deep"]
        ),
    )
    max_total_subtasks: int = Field(
        default=20,
        ge=1,
        le=50,
        description="Most subtasks in all.",
        json_schema_extra=form(
            "Subtasks", "小課題の数", "小課題は全部でいくつまでか。", section="work", modes=["deep"]
        ),
    )
    max_iterations: int = Field(
        default=5,
        ge=1,
        le=20,
        description="Most turns of researcher, writer and reviewer.",
        json_schema_extra=form(
            "Turns", "往復の回数", "調査・執筆・査読を何回まで繰り返すか。", section="work", modes=["supervised"]
        ),
    )

    @field_validator("question")
    @classmethod
    def _usable(cls, question: str) -> str:
        cleaned = clean_input(question, name="question", limit=QUESTION_LIMIT).strip()
        if not any(character.isalnum() for character in cleaned):
            raise ValueError("the question is empty; write what you want to know")
        return cleaned

    @field_validator("since")
    @classmethod
    def _day(cls, given: str) -> str:
        return _day(given)

    @property
    def since_day(self) -> date | None:
        """`since` as a date."""
        return date.fromisoformat(self.since) if self.since else None

    @field_validator("audience")
    @classmethod
    def _plain(cls, given: str) -> str:
        return _line(given, "audience")

    @field_validator("outline", mode="before")
    @classmethod
    def _headings(cls, given: Any, info: ValidationInfo) -> Any:
        reads_files = (info.context or {}).get("reads_files", True)
        return _outline(given, reads_files=reads_files) if isinstance(given, list | tuple) else given

    @field_validator("domains", "exclude_domains", "items", "criteria", "approve", mode="before")
    @classmethod
    def _listed(cls, given: Any) -> Any:
        """One entry may hold several, with commas between."""
        if not isinstance(given, list | tuple):
            return given
        parts = [part for one in given for part in re.split(r"[,、，]", str(one))]
        return [line for part in parts if (line := _line(part, "entry"))][:MOST_LINES]

    @field_validator("approve")
    @classmethod
    def _known(cls, given: list[str]) -> list[str]:
        unknown = [name for name in given if name not in PAUSES]
        if unknown:
            raise ValueError(f"there is no pause `{unknown[0]}`; there is: {', '.join(PAUSES)}")
        return given

    def at_the_door(self) -> None:
        """Look for the documents that are named, before a run is recorded. Raises InputError."""
        from kasen.teams.research.door import look_for_docs

        look_for_docs(self)

    def suits(self, mode: str, *, by_rules: bool) -> None:
        """Raises InputError where the mode needs more than is asked for."""
        from kasen.teams.research.door import check_compared

        if mode == "compare":
            check_compared(self, by_rules=by_rules)


def _line(text: str, name: str) -> str:
    return " ".join(clean_input(text, name=name, limit=LONGEST_LINE).split())


def _day(text: str) -> str:
    """The day, ISO 8601, that people mean by a date, a month, a year or a span of time; empty for none."""
    given = text.strip()
    if span := re.fullmatch(r"(\d{1,4})\s*([dwmy])", given, re.IGNORECASE):
        days = int(span[1]) * _DAYS[span[2].lower()]
        return (datetime.now(UTC).date() - timedelta(days=min(days, 36_500))).isoformat()
    if re.fullmatch(r"\d{4}(-\d{2})?", given):
        given = f"{given}-01-01" if len(given) == 4 else f"{given}-01"
    try:
        return date.fromisoformat(given).isoformat() if given else ""
    except ValueError as error:
        raise ValueError(f"`{text}` is no day; write `2026-01-31`, `2026` or `30d`") from error


def _lines_of_file(given: list[str]) -> list[str]:
    """The lines of a file, where a single entry names one, else the entries. Raises ValueError for a file in vain."""
    if len(given) == 1 and _is_file(given[0]):
        try:
            return Path(given[0]).read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise ValueError(f"the outline `{given[0]}` cannot be read") from error
    named = [one for one in given if _LIKE_A_FILE.fullmatch(one.strip())]
    if any(map(_is_file, named)):
        raise ValueError("an outline is one file, with a heading per line, or headings")
    if named and len(given) == 1:  # among others it is a heading
        raise ValueError(f"there is no file `{named[0]}`; give headings, or a file with one per line")
    return given


def _is_file(name: str) -> bool:
    """Whether it is there; a heading can be longer than a system lets names be."""
    try:
        return Path(name).is_file()
    except (OSError, ValueError):
        return False


def _outline(given: Sequence[Any], *, reads_files: bool) -> list[str]:
    """Headings; a single entry that is a file is read where that may be, marks of lists and headings taken off."""
    lines = [str(one) for one in given]
    if reads_files:
        lines = _lines_of_file(lines)
    found = [_line(re.sub(r"^\s*(?:#+|[-*+•・]|\d+[.)．）])\s*", "", line), "outline") for line in lines]
    return [line for line in found if line][:MOST_LINES]

"""What the résumé team takes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from kasen.form import LANGUAGES, form
from kasen.teams.resume.peeking import is_japanese, peeked

THRESHOLD = 8.0
"""Weighted score from which a résumé passes, on the scale 0–10 (seed 000)."""
MAX_ITERATIONS = 3
MAX_RETRIES = 3
"""Times that the revisor is asked again about a file that does not validate (seed 000, feature 009)."""
ACCEPT = ("all", "ask", "none")
DECISION_FILES = (".yaml", ".yml", ".json")
_IDS = re.compile(r"E\d{1,4}(?:[,、，\s]+E\d{1,4})*")


class Request(BaseModel):
    """A résumé to review and revise."""

    model_config = ConfigDict(extra="forbid")
    keeps_argument: ClassVar[bool] = True
    """A follow-up is about the same file, unless it says otherwise."""
    never_kept: ClassVar[tuple[str, ...]] = ("accept", "write")
    """Leave to change a file is given for one run."""

    resume: str = Field(
        max_length=4096,
        description="Your résumé: .qmd or .md (edited in place), .docx, .pdf or JSON Resume (.json).",
        json_schema_extra=form(
            "Your résumé",
            "あなたの履歴書・職務経歴書",
            "Quarto、Markdown、Word、PDF、JSON Resume のいずれか。",
            about="Quarto, Markdown, Word, PDF or JSON Resume.",
            section="next",
            file=True,
            forms=[".qmd", ".md", ".docx", ".pdf", ".json"],
        ),
    )
    role: str = Field(
        "",
        max_length=300,
        description="The role you apply for.",
        json_schema_extra=form("Role", "応募する職種", "応募先の職種。", section="next"),
    )
    job: str = Field(
        "",
        max_length=4096,
        description="The job posting: a file or an address (http, https).",
        json_schema_extra=form(
            "Job posting", "求人票", "求人票のファイルかアドレス。", section="next", file=True, address=True
        ),
    )
    portfolio: str = Field(
        "",
        max_length=4096,
        description="Works to rank: items.yaml, a folder or a GitHub export.",
        json_schema_extra=form(
            "Works",
            "作品・実績",
            "応募先に合う順に並べます。items.yaml、フォルダー、または GitHub のエクスポート。",
            section="sources",
            file=True,
            folder=True,
        ),
    )
    screenshot_url: str = Field(
        "",
        max_length=4096,
        description="Address of your rendered résumé, to be looked at.",
        json_schema_extra=form(
            "Address of the page",
            "公開ページ",
            "公開している履歴書のアドレス。見た目を確かめます。",
            section="look",
            address=True,
        ),
    )
    render: bool = Field(
        False,
        description="Render the résumé here (Quarto, else a preview) and look at the page.",
        json_schema_extra=form(
            "Look at the page",
            "仕上がりを見る",
            "ここで組版し（Quarto、なければ簡易表示）、ページの見た目も確かめます。",
            section="look",
        ),
    )
    threshold: float = Field(
        THRESHOLD,
        ge=0,
        le=10,
        description="Weighted score from which it passes (0-10).",
        json_schema_extra=form("Score to pass", "合格点", "合格とする総合点（0〜10）。", section="work"),
    )
    max_iterations: int = Field(
        MAX_ITERATIONS,
        ge=1,
        le=10,
        description="Most rounds of review.",
        json_schema_extra=form("Rounds", "回数", "採点と改稿を何回まで繰り返すか。", section="work"),
    )
    max_retries: int = Field(
        MAX_RETRIES,
        ge=0,
        le=10,
        description="Most repairs of a file that does not validate.",
        json_schema_extra=form("Repairs", "修復の回数", "検証に通らないファイルを何回まで直すか。", section="work"),
    )
    gate: Literal["strict", "plain"] = Field(
        "strict",
        description="strict: spread, floors and blockers count; plain: the weighted score alone.",
        json_schema_extra=form(
            "What passes",
            "合格の条件",
            "何をもって合格とするか。",
            about="What counts as passed.",
            section="work",
            choices={
                "strict": ("Score, spread, floors and blockers", "総合点・ばらつき・最低点・重大な指摘"),
                "plain": ("The score alone", "総合点だけ"),
            },
        ),
    )
    review_only: bool = Field(
        False,
        description="Review, and revise nothing.",
        json_schema_extra=form("Review only", "採点だけ", "採点と指摘だけを行い、改稿しません。", section="next"),
    )
    accept: str = Field(
        "none",
        description="Edits to take over: all, ask, none, ids (E1,E4), a file of decisions; `ask` at a terminal.",
        json_schema_extra=form(
            "Proposed edits",
            "改稿の提案",
            "提案された改稿をどう扱うか。",
            about="What becomes of the edits that are proposed.",
            section="work",
            choices={
                "ask": ("Ask me about each", "1 つずつ確認する"),
                "none": ("Only propose them", "提案だけにする"),
                "all": ("Take all over", "すべて採用する"),
            },
            on_terminal="ask",
            pauses=["edits"],
            file=True,
            forms=list(DECISION_FILES),
            words=list(ACCEPT),
            pattern=_IDS.pattern,
        ),
    )
    write: bool = Field(
        False,
        description="Write what was accepted into your file; a backup is kept.",
        json_schema_extra=form(
            "Write into my file",
            "元のファイルに書き込む",
            "採用した改稿を元のファイルに書き込みます。控えを残します。",
            section="elsewhere",
            writes=True,
        ),
    )
    facts: Path | None = Field(
        None,
        description="YAML list of facts that you confirm; else the facts.yaml beside the résumé.",
        json_schema_extra=form(
            "Facts that you confirm",
            "確認済みの事実",
            "あなたが確かだと認める事実の一覧（YAML）。",
            about="A list (YAML) of what you know to be true.",
            section="sources",
            file=True,
            forms=[".yaml", ".yml"],
        ),
    )
    lang: Literal["auto", "ja", "en"] = Field(
        "auto",
        description="Language of the review; auto: that of the résumé.",
        json_schema_extra=form(
            "Language",
            "言語",
            "講評の言語。",
            about="Language of the review.",
            section="next",
            choices={"auto": ("Same as the résumé", "履歴書と同じ"), **LANGUAGES},
        ),
    )

    @field_validator("resume", "job", "portfolio")
    @classmethod
    def _absolute(cls, text: str) -> str:
        """A path that means the same file wherever the run is carried on."""
        text = text.strip()
        return text if not text or is_address(text) else str(Path(text).expanduser().absolute())

    @field_validator("resume")
    @classmethod
    def _named(cls, text: str) -> str:
        if not text:
            raise ValueError("no file is named; give your résumé: .qmd, .md, .docx, .pdf or .json")
        return text

    @field_validator("screenshot_url")
    @classmethod
    def _address(cls, text: str) -> str:
        if text.strip() and not is_address(text.strip()):
            raise ValueError(f"`{text.strip()[:80]}` is no address; one begins with http:// or https://")
        return text

    @field_validator("facts")
    @classmethod
    def _absolute_facts(cls, path: Path | None) -> Path | None:
        return path.expanduser().absolute() if path else None

    @field_validator("role", "screenshot_url")
    @classmethod
    def _one_line(cls, text: str) -> str:
        return " ".join(text.split())

    @field_validator("accept")
    @classmethod
    def _known(cls, text: str) -> str:
        text = text.strip()
        if text.lower() in ACCEPT:
            return text.lower()
        if _IDS.fullmatch(text.upper()):
            return ",".join(re.findall(r"E\d+", text.upper()))
        if Path(text).suffix.lower() in DECISION_FILES:
            return str(Path(text).expanduser().absolute())
        raise ValueError(f"`{text[:40]}` is not known; there is: all, ask, none, or ids of edits (E1,E4)")

    @property
    def accepted_ids(self) -> list[str]:
        """Ids of the edits that are named; empty for all, ask, none and a file."""
        return self.accept.split(",") if _IDS.fullmatch(self.accept) else []

    @property
    def decided(self) -> Path | None:
        """The file that says which edits are taken, and with which words; None where there is none."""
        return None if self.accept in ACCEPT or self.accepted_ids else Path(self.accept)

    def at_the_door(self) -> None:
        """Look for the files that are named, before a run is recorded. Raises InputError."""
        from kasen.teams.resume.door import look_for_files

        look_for_files(self)

    def title(self) -> str:
        """What the run is called: the file and the role."""
        name = Path(self.resume).name
        return f"{name}: {self.role}" if self.role else name

    def language(self) -> str:
        """`ja` or `en`: what is asked for, else what the role or the file is written in; empty where neither shows."""
        if self.lang != "auto":
            return self.lang
        if is_japanese(self.role) or is_japanese(Path(self.resume).name):
            return "ja"
        return peeked(Path(self.resume)) or ("en" if self.role else "")


def is_address(text: str) -> bool:
    """True for what is asked over http or https."""
    return text.lower().startswith(("http://", "https://"))

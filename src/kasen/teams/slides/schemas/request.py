"""What the slides team takes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from kasen.form import LANGUAGES, form
from kasen.prompts.outside import clean_input

WISH_LIMIT = 20_000
FEWEST, MOST = 3, 60
"""Slides of a deck."""
PAUSES = ("plan", "outline")
"""Where a person can be asked to approve."""
TEMPLATES = ("light", "dark", "business")
"""The bundled ones."""
TEMPLATE_FORMS = (".pptx", ".potx", ".pptm", ".potm", ".ppsx")
DATA_FORMS = (".csv", ".tsv", ".xlsx", ".json", ".jsonl")
LOGO_FORMS = (".png", ".jpg", ".jpeg")
_DECK, _EDIT = ["deck"], ["edit"]
"""Modes that use a field."""
_HEX = re.compile(r"#?([0-9a-fA-F]{6}|[0-9a-fA-F]{3})")


class Request(BaseModel):
    """A deck to make, or one to change."""

    model_config = ConfigDict(extra="forbid")
    never_kept: ClassVar[tuple[str, ...]] = ("deck", "restore", "approve")
    """What is said for one run only."""

    wish: str = Field(
        description="What the deck is for, or what to change (`slide 3: shorter title`).",
        json_schema_extra=form(
            "What is the deck for?",
            "どんなスライドにしますか",
            "何のためのスライドか。直すときは、どこをどう直すか（「3枚目：題を短く」など）。",
            section="next",
        ),
    )
    template: str = Field(
        "",
        max_length=4096,
        description="Your .pptx or .potx; or light, dark, business.",
        json_schema_extra=form(
            "Template",
            "テンプレート",
            "お手持ちの .pptx か .potx、または付属のもの。",
            about="One of the bundled ones, or your own.",
            section="look",
            modes=_DECK,
            choices={"light": ("Light", "明るい"), "dark": ("Dark", "暗い"), "business": ("Business", "ビジネス")},
            file=True,
            forms=list(TEMPLATE_FORMS),
            words=list(TEMPLATES),
        ),
    )
    data: list[Path] = Field(
        default_factory=list,
        description="Tables for charts: .csv, .tsv, .xlsx, .json, .jsonl.",
        json_schema_extra=form(
            "Tables for charts",
            "グラフにする表",
            "数値の入った表。",
            about="Your figures.",
            section="next",
            modes=_DECK,
            file=True,
            many=True,
            forms=list(DATA_FORMS),
        ),
    )
    docs: list[Path] = Field(
        default_factory=list,
        description="Folders or files to take content from.",
        json_schema_extra=form(
            "Documents",
            "資料",
            "内容の元になるファイルやフォルダー。",
            section="next",
            modes=_DECK,
            file=True,
            many=True,
            folder=True,
        ),
    )
    kb: list[str] = Field(
        default_factory=list,
        description="Names of knowledge bases to take content from.",
        json_schema_extra=form(
            "Knowledge bases", "ナレッジ", "内容の元になるナレッジの名前。", section="next", modes=_DECK, kb=True
        ),
    )
    slides: int = Field(
        0,
        ge=0,
        le=MOST,
        description="How many slides (3-60); 0: as many as it takes.",
        json_schema_extra=form(
            "Slides", "枚数", "スライドの枚数（3〜60）。0 なら必要なだけ。", section="next", modes=_DECK
        ),
    )
    audience: str = Field(
        "",
        max_length=200,
        description="Who will see it.",
        json_schema_extra=form("Audience", "見る人", "スライドを見る人。", section="text", modes=_DECK),
    )
    lang: Literal["auto", "ja", "en"] = Field(
        "auto",
        description="Language of the deck.",
        json_schema_extra=form(
            "Language",
            "言語",
            "スライドの言語。",
            section="next",
            choices={"auto": ("Same as the wish", "要望と同じ"), **LANGUAGES},
        ),
    )
    images: Literal["auto", "none", "full"] = Field(
        "auto",
        description="auto: pictures where they help; none; full: each slide drawn whole, with a native twin.",
        json_schema_extra=form(
            "Pictures",
            "画像",
            "画像をどう使うか。",
            about="How pictures are used.",
            section="look",
            modes=_DECK,
            choices={
                "auto": ("Where they help", "役立つところに"),
                "none": ("None", "使わない"),
                "full": ("Each slide drawn whole, with a native twin", "全面を描き、編集できる版も付ける"),
            },
        ),
    )
    logo: Path | None = Field(
        None,
        description="A logo for the title slide: .png or .jpg.",
        json_schema_extra=form(
            "Logo",
            "ロゴ",
            "表紙に置くロゴ。",
            about="For the title slide.",
            section="look",
            modes=_DECK,
            file=True,
            forms=list(LOGO_FORMS),
        ),
    )
    colors: list[str] = Field(
        default_factory=list,
        description="Accent colours, comma-separated: 1F4E79,C00000.",
        json_schema_extra=form(
            "Accent colours",
            "強調色",
            "六桁の十六進数：1F4E79、C00000。",
            about="Six hex digits each: 1F4E79, C00000.",
            section="look",
            modes=_DECK,
        ),
    )
    approve: list[str] = Field(
        default_factory=list,
        description="Where to ask you first: plan, outline.",
        json_schema_extra=form(
            "Ask me first",
            "先に確認する",
            "進む前に、あなたの承認を待つところ。",
            about="Where the run waits for your yes.",
            section="work",
            modes=_DECK,
            pauses=list(PAUSES),
            choices={"plan": ("The plan", "作成の計画"), "outline": ("The outline", "構成")},
        ),
    )
    deck: Path | None = Field(
        None,
        description="A .pptx to change.",
        json_schema_extra=form(
            "The deck",
            "直すスライド",
            "直したい .pptx。",
            about="The file that is changed.",
            section="next",
            modes=_EDIT,
            file=True,
            forms=[".pptx"],
        ),
    )
    restore: int = Field(
        0,
        ge=0,
        description="Take the deck back to that version.",
        json_schema_extra=form("Version", "版", "その版に戻します。", section="elsewhere", modes=_EDIT),
    )

    @field_validator("wish")
    @classmethod
    def _usable(cls, wish: str) -> str:
        cleaned = clean_input(wish, name="wish", limit=WISH_LIMIT).strip()
        if not any(character.isalnum() for character in cleaned):
            raise ValueError("the wish is empty; say what the deck is for")
        return cleaned

    @field_validator("template")
    @classmethod
    def _known_template(cls, given: str) -> str:
        given = given.strip()
        if not given or given.lower() in TEMPLATES:
            return given.lower()
        return str(Path(given).expanduser().absolute())

    @field_validator("data", "docs")
    @classmethod
    def _absolute(cls, paths: list[Path]) -> list[Path]:
        return [path.expanduser().absolute() for path in paths]

    @field_validator("logo", "deck")
    @classmethod
    def _absolute_file(cls, path: Path | None) -> Path | None:
        return path.expanduser().absolute() if path else None

    @field_validator("audience")
    @classmethod
    def _one_line(cls, text: str) -> str:
        return " ".join(clean_input(text, name="audience", limit=200).split())

    @field_validator("slides")
    @classmethod
    def _enough(cls, count: int) -> int:
        if 0 < count < FEWEST:
            raise ValueError(f"a deck has at least {FEWEST} slides")
        return count

    @field_validator("colors", "approve", mode="before")
    @classmethod
    def _listed(cls, given: Any) -> Any:
        """One entry may hold several, with commas between."""
        if not isinstance(given, list | tuple):
            return given
        return [part.strip() for one in given for part in re.split(r"[,、，\s]+", str(one)) if part.strip()]

    @field_validator("colors")
    @classmethod
    def _hex(cls, given: list[str]) -> list[str]:
        found = []
        for one in given[:6]:
            match = _HEX.fullmatch(one)
            if match is None:
                raise ValueError(f"`{one[:20]}` is no colour; write six hex digits: 1F4E79")
            digits = match[1].upper()
            found.append(digits if len(digits) == 6 else "".join(digit * 2 for digit in digits))
        return found

    @field_validator("approve")
    @classmethod
    def _known(cls, given: list[str]) -> list[str]:
        unknown = [name for name in given if name not in PAUSES]
        if unknown:
            raise ValueError(f"there is no pause `{unknown[0]}`; there is: {', '.join(PAUSES)}")
        return given

    def at_the_door(self) -> None:
        """Look for the files that are named, before a run is recorded. Raises InputError."""
        from kasen.teams.slides.door import look_for_files

        look_for_files(self)

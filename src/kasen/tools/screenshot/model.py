"""Pictures of a page, and facts that were measured on it."""

from __future__ import annotations

from typing import Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field


class PageProblem(BaseModel):
    """One violation that axe-core reports."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    rule: str
    impact: str = ""
    """minor, moderate, serious or critical."""
    text: str = ""
    count: int = 1
    """Elements that violate it."""


class PageFacts(BaseModel):
    """What code measured on a page; None: not measured."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    width: int = 1920
    height: int = 0
    """Pixels of the full page at 1920 pixels width."""
    mobile_overflow: int | None = None
    """Pixels by which the page is wider than a screen of 375."""
    smallest_font: float | None = None
    """Pixels; text of at least a word."""
    line_length: float | None = None
    """Median characters of a full line of the main text."""
    fonts: tuple[str, ...] = ()
    """Families that the page asks for first, the most used first."""
    links: int = 0
    images: int = 0
    problems: tuple[PageProblem, ...] = ()
    axe: str = ""
    """Version of axe-core; empty when it did not run."""
    pages: int | None = None
    """A4 pages in print."""
    ats_text: float | None = None
    """0–1: share of the words that a text extractor reads out of the printed PDF, in order."""
    lost: tuple[str, ...] = ()
    """Words of the page that it reads nowhere."""


class View(BaseModel):
    """One picture as PNG."""

    model_config = ConfigDict(frozen=True, extra="forbid", ser_json_bytes="base64", val_json_bytes="base64")

    kind: Literal["overview", "tile", "mobile"]
    data: bytes = Field(repr=False)
    width: int
    height: int


class Shot(BaseModel):
    """A page as it was seen."""

    model_config = ConfigDict(frozen=True, extra="forbid", ser_json_bytes="base64", val_json_bytes="base64")

    source: str
    """Address, or `quarto` / `preview` for what was rendered here."""
    views: tuple[View, ...]
    """Overview, tiles from top to bottom, mobile. All in sizes that `models.pictures.fit` leaves alone."""
    facts: PageFacts
    unseen: int = 0
    """Pixels at the bottom of the page that no tile shows."""


class Shoot(Protocol):
    """Takes the page at an address that the user typed. Raises KasenError when it cannot be had."""

    async def __call__(self, url: str) -> Shot: ...

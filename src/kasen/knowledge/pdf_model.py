"""What is read of the pages of a PDF."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class PageFont(BaseModel):
    """A font that words of a PDF are drawn with."""

    model_config = ConfigDict(frozen=True)

    name: str
    """Without the six letters that mark a subset."""
    embedded: bool


class PageRun(BaseModel):
    """Words that are drawn at once: a line of a paragraph, or a stretch of it in one font and colour."""

    model_config = ConfigDict(frozen=True)

    text: str
    box: tuple[float, float, float, float]
    """x, y, w, h in points from the upper left corner of the page."""
    size: float
    """Points."""
    font: str
    color: str
    """Six hex digits."""
    ground: str
    """The colour that is most behind it."""
    contrast: float
    """WCAG 2.2 contrast ratio, 1–21, with the least contrasting fifth of its ground; 1 for words that nobody sees."""
    seen: bool = True
    """False where the page looks the same without them: words in the colour of their ground, or covered."""


class PageWords(BaseModel):
    """The words of one page."""

    model_config = ConfigDict(frozen=True)

    width: float
    height: float
    """Points."""
    runs: tuple[PageRun, ...] = ()


class PdfPages(BaseModel):
    """What was read. `refused` is the reason, in one clause, when it cannot be read; the rest is then empty."""

    model_config = ConfigDict(frozen=True, ser_json_bytes="base64", val_json_bytes="base64")

    pictures: tuple[bytes, ...] = ()
    """PNG of each page."""
    fonts: tuple[PageFont, ...] = ()
    """In the order in which they are met."""
    words: tuple[PageWords, ...] = ()
    refused: str = ""

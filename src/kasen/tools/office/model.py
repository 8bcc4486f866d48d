"""What a render of slides gives."""

from __future__ import annotations

from typing import Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field


class PdfFont(BaseModel):
    """One font of a PDF."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    embedded: bool


class Rendering(BaseModel):
    """A deck as it looks; page n is slide n."""

    model_config = ConfigDict(frozen=True, extra="forbid", ser_json_bytes="base64", val_json_bytes="base64")

    pdf: bytes = Field(repr=False)
    pictures: tuple[bytes, ...] = Field(repr=False)
    """PNG of each slide."""
    fonts: tuple[PdfFont, ...] = ()
    by: str
    """`LibreOffice 7.4.7`."""


class Extent(BaseModel):
    """How far one shape really reaches, against the box that it has in the file. EMU."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    slide: int
    """From 1."""
    order: int
    """Position of the shape on its slide, from 0, in the order of the file; a group is one."""
    member: int | None = None
    """Of a group: which of the shapes in it, however deep, from 0; None: the shape or group itself."""
    kind: Literal["text", "table", "chart", "picture", "other"]
    declared: tuple[int, int, int, int]
    """x, y, w, h."""
    measured: tuple[int, int, int, int]
    """x, y, w, h of what is drawn, with autofit taken out."""


class Office(Protocol):
    """Renders and measures. Several calls at once are safe; each has a profile of its own."""

    async def render(self, pptx: bytes, /, *, width: int = 1280) -> Rendering:
        """PDF and pictures, `width` pixels wide.

        Raises ProviderError (Refused, Retryable) when it cannot be rendered in time, ConfigurationError when nothing
        on this machine renders slides.
        """
        ...

    async def measure(self, pptx: bytes, /) -> list[Extent]:
        """Every text, table, chart and picture of every slide, measured in a copy without autofit. Raises likewise."""
        ...

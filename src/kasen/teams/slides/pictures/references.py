"""What pictures of a run are drawn by: the template's layouts as pictures (strategy T), or else one long sitting.

It is decided once in a run and kept as an artifact, so that a run that is carried on or repeated draws the same way.
"""

from __future__ import annotations

import asyncio
import hashlib
import io
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict

from kasen.errors import ConfigurationError, InputError, ProviderError, UnknownName
from kasen.models.role import Picture
from kasen.team import Deps
from kasen.teams.slides.state import TEMPLATE

DECISION = "_drawing.json"
WIDTH = 1024
"""Pixels of a picture of a layout."""
_BROKEN = (
    *(OSError, ValueError, LookupError, AttributeError, TypeError, SyntaxError, NotImplementedError),
    *(zipfile.BadZipFile, zlib.error),
)
"""What python-pptx raises for a template that it cannot take to pieces, beside errors of its own."""


class Ground(BaseModel):
    """How the pictures of a run are drawn, with what."""

    model_config = ConfigDict(frozen=True, arbitrary_types_allowed=True)

    seeds: str
    """What seeds follow from: the id of the first run."""
    strategy: Literal["template", "chat"]
    layouts: Mapping[int, str] = {}
    """Layout → artifact of its picture."""
    shown: Mapping[str, Picture] = {}
    """Artifact → picture."""

    def seed(self, slide_id: str) -> int:
        """The seed of a slide: the same in every attempt and repetition; below 2³¹, as the service takes it."""
        digest = hashlib.sha256(f"{self.seeds} {slide_id}".encode()).digest()
        return int.from_bytes(digest[:4], "big") >> 1

    def references(self, layout: int | None) -> dict[str, Picture]:
        """The pictures that are shown with the prompt of a slide on that layout, by artifact."""
        name = self.layouts.get(layout) if layout is not None else None
        return {name: self.shown[name]} if name else {}


class _Decision(BaseModel):
    seeds: str
    strategy: Literal["template", "chat"]


async def ground_of(deps: Deps, layouts: Iterable[int | None]) -> Ground:
    """How pictures are drawn in this run. Layouts are rendered once, where the machine can and none is there yet."""
    wanted = sorted({layout for layout in layouts if layout is not None})
    decided = await _kept(deps, DECISION)
    known = _Decision.model_validate_json(decided) if decided is not None else None
    found = {index: data for index in wanted if (data := await _kept(deps, layout_name(index))) is not None}
    missing = [index for index in wanted if index not in found]
    may_render = known.strategy == "template" if known is not None else True
    if missing and may_render and deps.repeats is None:
        found |= await _rendered(deps, missing)
    strategy = known.strategy if known is not None else ("template" if found else "chat")
    decision = _Decision(seeds=known.seeds if known is not None else deps.run_id, strategy=strategy)
    await deps.artifacts.write(DECISION, decision.model_dump_json().encode(), "application/json")
    used = found if strategy == "template" else {}
    for index, data in used.items():
        await deps.artifacts.write(layout_name(index), data, "image/png")
    return Ground(
        seeds=decision.seeds,
        strategy=strategy,
        layouts={index: layout_name(index) for index in used},
        shown={layout_name(index): Picture(data, "image/png") for index, data in used.items()},
    )


def layout_name(index: int) -> str:
    """Artifact of the picture of a layout."""
    return f"_layout_{index}.png"


async def _kept(deps: Deps, name: str) -> bytes | None:
    """What this run has under that name, else what the run has that it repeats."""
    for place in (deps.artifacts, deps.repeats):
        if place is not None:
            try:
                return await place.read(name)
            except UnknownName:
                continue
    return None


async def _rendered(deps: Deps, layouts: list[int]) -> dict[int, bytes]:
    """PNG of each layout; nothing where the template is not there or cannot be rendered."""
    if deps.office is None:
        return {}
    try:
        template = await deps.artifacts.read(TEMPLATE)
        deck = await asyncio.to_thread(layout_deck, template, layouts)
        rendering = await deps.office.render(deck, width=WIDTH)
    except (UnknownName, InputError, ProviderError, ConfigurationError):
        return {}
    if len(rendering.pictures) != len(layouts):
        return {}
    return dict(zip(layouts, rendering.pictures, strict=True))


def layout_deck(template: bytes, layouts: list[int]) -> bytes:
    """A deck of one slide per layout (counted over all masters), its placeholders taken off; blocking.

    Raises InputError for a template that cannot be taken to pieces, or that has no such layout.
    """
    from pptx.exc import PythonPptxError

    try:
        return _deck(template, layouts)
    except (PythonPptxError, *_BROKEN) as error:
        raise InputError(f"the template's layouts cannot be shown: {type(error).__name__}: {error}") from error


def _deck(template: bytes, layouts: list[int]) -> bytes:
    from pptx import Presentation

    deck = Presentation(io.BytesIO(template))
    every = [layout for master in deck.slide_masters for layout in master.slide_layouts]
    listed = deck.slides._sldIdLst
    for slide in list(listed):
        deck.part.drop_rel(slide.rId)
        listed.remove(slide)
    for index in layouts:
        slide = deck.slides.add_slide(every[index])
        for shape in list(slide.placeholders):
            shape._element.getparent().remove(shape._element)
    out = io.BytesIO()
    deck.save(out)
    return out.getvalue()

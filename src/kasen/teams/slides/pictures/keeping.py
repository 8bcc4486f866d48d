"""What is kept of a picture: its form for the deck, its signature, its sitting; all found again after a new process."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from kasen.errors import UnknownName
from kasen.models.images import Image, Sitting
from kasen.team import Deps
from kasen.teams.slides.pictures.converting import for_deck
from kasen.teams.slides.schemas.deck import PictureUse
from kasen.teams.slides.schemas.findings import Drawn
from kasen.teams.slides.schemas.outputs import ThoughtSignature

_TYPES = {"png": "image/png", "jpg": "image/jpeg", "json": "application/json"}


async def in_deck(deps: Deps, slide_id: str, data: bytes, alt: str) -> PictureUse:
    """The picture as the deck has it, stored; the original is kept by who drew it."""
    converted = await asyncio.to_thread(for_deck, data)
    name = f"picture-{slide_id}.{converted.suffix}"
    version = await deps.artifacts.write(name, converted.data, converted.media_type)
    return PictureUse(
        artifact=name,
        version=version,
        alt=alt,
        width=converted.width,
        height=converted.height,
        media_type=converted.media_type,
    )


def signed(image: Image, seed: int, base_prompt: str) -> ThoughtSignature:
    """What makes this picture changeable later."""
    return ThoughtSignature(
        seed=seed,
        base_prompt=base_prompt,
        model_version=image.model_version or image.model,
        api_thought_signature=image.signature,
    )


def sitting_name(slide_id: str) -> str:
    """Artifact of a slide's sitting."""
    return f"_sitting_{slide_id}.json"


async def keep_sitting(deps: Deps, slide_id: str, sitting: Sitting) -> str:
    """Store it; returns the name of the artifact."""
    name = sitting_name(slide_id)
    await deps.artifacts.write(name, sitting.model_dump_json().encode(), "application/json")
    return name


async def stored(deps: Deps, name: str, version: int = 0) -> bytes | None:
    """An artifact of this run, else of the run that it repeats or goes on from; None where none of them has it."""
    places = (deps.artifacts, deps.repeats, deps.earlier.artifacts if deps.earlier else None)
    for place in places:
        if place is not None and name:
            try:
                return await place.read(name, version)
            except UnknownName:
                continue
    return None


async def carried(deps: Deps, drawn: Sequence[Drawn]) -> None:
    """Copy what changes of these pictures need from the run that this one goes on from: no run depends on another.

    Of the pictures all versions are copied, so that version n here is version n there.
    """
    for one in drawn:
        for name in [*one.references, *([one.sitting] if one.sitting else [])]:
            await _copied(deps, name, await stored(deps, name))
        for number in range(1, one.use.version + 1 if one.use is not None else 1):
            assert one.use is not None, "there are versions"
            await _copied(deps, one.use.artifact, await stored(deps, one.use.artifact, number), number)


async def _copied(deps: Deps, name: str, data: bytes | None, number: int = 0) -> None:
    """Write it, unless that version is here already."""
    try:
        await deps.artifacts.read(name, number)
    except UnknownName:
        if data is not None:
            await deps.artifacts.write(name, data, _TYPES[name.rpartition(".")[2]])

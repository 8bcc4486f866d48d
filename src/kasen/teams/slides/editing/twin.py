"""The native twin of a deck whose slides are drawn whole: every change of a slide is made in it as well."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kasen.errors import UnknownName
from kasen.team import Artifacts, Deps
from kasen.teams.slides.drawn_whole import words
from kasen.teams.slides.editing.grafting import Grafted, Stock
from kasen.teams.slides.editing.package import Package
from kasen.teams.slides.editing.remaking import remade
from kasen.teams.slides.schemas.deck import Deck, Slide
from kasen.teams.slides.schemas.edit import Change
from kasen.teams.slides.schemas.twin import Twin
from kasen.teams.slides.state import PPTX

NATIVE = "deck.native.pptx"
"""Artifact: its file."""
_KEPT = "_native_{number}.json"
"""Artifact: the twin of a version of the deck as data."""
_JSON = "application/json"


async def kept(place: Artifacts, pptx: bytes, twin: Twin, version: int) -> None:
    """Write the twin of that version of the deck."""
    file = await place.write(NATIVE, pptx, PPTX)
    data = twin.model_copy(update={"file": file}).model_dump_json().encode()
    await place.write(_KEPT.format(number=version), data, _JSON)


async def carried(deps: Deps, last: int) -> bool:
    """Take over the twins of all versions of the deck from the run that this one goes on from; False for none."""
    place = deps.repeats or (deps.earlier.artifacts if deps.earlier else None)
    for number in range(1, last + 1):
        await _taken(deps.artifacts, place, (NATIVE, number, PPTX))
        await _taken(deps.artifacts, place, (_KEPT.format(number=number), 1, _JSON))
    return await _read(deps.artifacts, NATIVE, 1) is not None


async def _taken(into: Artifacts, place: Artifacts | None, what: tuple[str, int, str]) -> None:
    name, number, media_type = what
    data = await _read(place, name, number) if place is not None else None
    if data is not None and await _read(into, name, number) is None:
        await into.write(name, data, media_type)


async def twin_of(deps: Deps, version: int) -> tuple[bytes, Twin] | None:
    """The twin of that version of the deck; None where it was not kept."""
    data = await _read(deps.artifacts, _KEPT.format(number=version), 1)
    if data is None:
        return None
    twin = Twin.model_validate_json(data)
    return await deps.artifacts.read(NATIVE, twin.file), twin


async def _read(place: Artifacts, name: str, number: int) -> bytes | None:
    try:
        return await place.read(name, number)
    except UnknownName:
        return None


async def twinned(
    deps: Deps, before: tuple[bytes, Twin], decks: tuple[Deck, Deck], changes: Sequence[Change], stock: Stock
) -> tuple[bytes, Twin]:
    """The twin with the changes of the deck; `decks`: the deck before and after them."""
    pptx, twin = before
    known = {slide.id: slide for slide in twin.slides}
    natives = {one.position: _natives(one, known, twin.deck.lang) for one in changes if one.before is not None}
    wanted = _changes(twin, decks[0], changes, natives)
    made = Grafted(pptx, twin.deck, {}, {})
    if wanted:
        made = (await remade(deps, pptx, twin.deck, wanted, stock)).grafted
    pptx, deck = _ordered(made, decks)
    gone = {one.before.id for one in changes if one.before is not None and not one.after}
    fresh = {slide.id: slide for slides in natives.values() for slide in slides}
    slides = tuple(slide for slide in {**known, **fresh}.values() if slide.id not in gone)
    return pptx, Twin(deck=deck, slides=slides)


def _natives(change: Change, known: Mapping[str, Slide], lang: str) -> list[Slide]:
    """The native slides that say what the changed slide says."""
    assert change.before is not None, "slides are changed, none is new"
    return [_native(slide, change.before, known.get(change.before.id), lang) for slide in change.after]


def _native(after: Slide, before: Slide, known: Slide | None, lang: str) -> Slide:
    """Words of the slide that is a picture, with the chart, table or diagram that its native twin has."""
    if after.kind != "image" or known is None:
        return after
    fields = ("kind", "chart", "table", "diagram", "picture", "refs")
    update: dict[str, Any] = {name: getattr(known, name) for name in fields}
    notes = after.notes
    spoken = [slide.picture.alt if slide.picture is not None else "" for slide in (after, before)]
    for said in sorted({*spoken, words(after, lang), words(before, lang)} - {""}, key=len, reverse=True):
        notes = notes.replace(said, "").strip()
    native = after.model_copy(update={**update, "notes": notes or known.notes})
    return known if words(native, lang) == words(known, lang) and native.notes == known.notes else native


def _changes(
    twin: Twin, whole: Deck, changes: Sequence[Change], natives: Mapping[int, Sequence[Slide]]
) -> list[Change]:
    """The same changes of the twin's slides: of one that was split there the first part is changed, the others go."""
    known = {slide.id: slide for slide in twin.slides}
    found: list[Change] = []
    for change in changes:
        after = tuple(natives.get(change.position, ()))
        if change.before is None or (change.after and after == (known.get(change.before.id, change.before),)):
            continue
        for at, position in enumerate(_places(twin.deck, whole, change.before.id)):
            slide = twin.deck.slides[position - 1]
            found.append(Change(position=position, before=slide, after=after if at == 0 else ()))
    return found


def _places(native: Deck, whole: Deck, id: str) -> list[int]:
    """Where in the twin the parts of a slide of the deck stand, from 1."""
    owners = _owners(native, whole)
    return [position for position, owner in enumerate(owners, start=1) if owner == id]


def _owners(native: Deck, whole: Deck) -> list[str]:
    """Of each slide of the twin the id of the deck's slide that it is, or is a part of."""
    ids = {slide.id for slide in whole.slides}
    return [slide.id if slide.id in ids else slide.id.partition(".")[0] for slide in native.slides]


def _ordered(made: Grafted, decks: tuple[Deck, Deck]) -> tuple[bytes, Deck]:
    """The twin in the order of the deck."""
    order = {slide.id: at for at, slide in enumerate(decks[1].slides)}
    owners = _owners(made.deck, decks[1])
    places = sorted(range(len(owners)), key=lambda at: order.get(owners[at], len(order)))
    if places == list(range(len(owners))):
        return made.pptx, made.deck
    package = Package.opened(made.pptx)
    names = package.slides()
    package.ordered([names[at] for at in places])
    return package.saved(), made.deck.model_copy(update={"slides": tuple(made.deck.slides[at] for at in places)})

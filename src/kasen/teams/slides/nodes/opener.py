"""Opens the deck that is to be changed: all its versions, its slides as they stand, its template and pictures."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path, PurePath
from typing import Any

from langgraph.runtime import Runtime
from langgraph.types import Command

from kasen.errors import InputError, UnknownName
from kasen.team import Artifacts, Deps
from kasen.teams.slides.editing.listing import sheets_of
from kasen.teams.slides.editing.package import Package
from kasen.teams.slides.editing.reading_as_deck import deck_of
from kasen.teams.slides.editing.versions import taken_over, version_of
from kasen.teams.slides.logo import media_type
from kasen.teams.slides.pictures.keeping import carried
from kasen.teams.slides.schemas.deck import Deck
from kasen.teams.slides.schemas.findings import Drawn
from kasen.teams.slides.schemas.part import Lang
from kasen.teams.slides.schemas.prior import Prior
from kasen.teams.slides.schemas.request import TEMPLATES, Request
from kasen.teams.slides.schemas.result import Result, Version
from kasen.teams.slides.state import DECK, PPTX, TEMPLATE, Asked
from kasen.teams.slides.template.opening import untouched
from kasen.teams.slides.template.reading import read

JSON = "application/json"


async def opener(state: Asked, runtime: Runtime[Deps]) -> Command[Any]:
    """Take the deck over, so that this run depends on no other; a version that is wanted back goes straight on.

    Raises InputError where there is no deck to change, or no such version.
    """
    deps, request = runtime.context, state["request"]
    if request.deck is not None:
        return await _file(deps, request, request.deck)
    kept, result = _kept(deps)
    if result.deck is None:
        raise InputError("that run made no deck", hint="Give a run that did: `kasen runs list`.")
    known = {one.number for one in result.versions}
    if request.restore and request.restore not in known:
        listed = ", ".join(map(str, sorted(known)))
        raise InputError(f"the deck has no version {request.restore}; it has: {listed}")
    try:
        await taken_over(deps.artifacts, kept, "deck.pptx", max(known), PPTX)
        if result.foreign:
            return await _foreign(deps, request, result.versions, result.template)
        return await _own(deps, request, kept, result)
    except UnknownName as error:
        run = deps.earlier.run_id if deps.earlier else ""
        hint = "`kasen runs list` shows those there are; a .pptx can be given instead."
        raise InputError(f"the files of run {run} are not there any more", hint=hint) from error


def _kept(deps: Deps) -> tuple[Artifacts, Result]:
    earlier = deps.earlier
    if earlier is None:
        raise InputError("there is no deck to change", hint='kasen slides edit RUN "slide 3: …"')
    kept = deps.repeats or earlier.artifacts
    if kept is None:
        raise InputError(f"the files of run {earlier.run_id} are not there any more")
    return kept, Result.model_validate(earlier.result)


async def _own(deps: Deps, request: Request, kept: Artifacts, result: Result) -> Command[Any]:
    """A deck that a run made: it is built anew where it changes."""
    lang, deck = _lang(deps), result.deck
    assert deck is not None, "there is a deck"
    last = max(one.number for one in result.versions)
    await taken_over(deps.artifacts, kept, DECK, last, JSON)
    await taken_over(deps.artifacts, kept, TEMPLATE, 1, PPTX)
    if deck.logo:
        await taken_over(deps.artifacts, kept, deck.logo, 1, media_type(await kept.read(deck.logo, 1)))
    if request.restore:
        deck = Deck.model_validate_json(await deps.artifacts.read(DECK, request.restore))
    deck = named_apart(deck)
    drawn = [_as_shown(one, deck) for one in result.drawn]
    await carried(deps, result.drawn)
    template = await deps.artifacts.read(TEMPLATE)
    is_bundled = result.template in TEMPLATES
    design = await asyncio.to_thread(read, template, name=result.template, bundled=is_bundled, lang=lang)
    prior = Prior(deck=deck, version=request.restore or last, versions=result.versions, template=result.template)
    deps.note(_note(prior, lang))
    update = {"lang": lang, "design": design, "prior": prior, "figures": list(result.figures), "drawn": drawn}
    return Command(update=update, goto="republisher" if request.restore else "editor")


async def _file(deps: Deps, request: Request, path: Path) -> Command[Any]:
    """A file of the user's: read once, whatever becomes of it; version 1 of the deck is the file as it was."""
    try:
        await deps.artifacts.read("deck.pptx", 1)
    except UnknownName:
        data = await (deps.repeats.read("deck.pptx", 1) if deps.repeats is not None else untouched(path))
        await deps.artifacts.write("deck.pptx", data, PPTX)
    first = version_of(deps, 1, path.name, ())
    return await _foreign(deps, request, (first,), path.name)


async def _foreign(deps: Deps, request: Request, versions: tuple[Version, ...], name: str) -> Command[Any]:
    """A deck that no run made: its words are changed where they stand."""
    lang = _lang(deps)
    version = request.restore or max(one.number for one in versions)
    data = await deps.artifacts.read("deck.pptx", version)
    sheets = await asyncio.to_thread(lambda: sheets_of(Package.opened(data)))
    if not sheets:
        raise InputError(f"`{name}` has no slides", hint="Give a deck that has some.")
    deck = deck_of(sheets, name=PurePath(name).stem, lang=lang)
    prior = Prior(deck=deck, version=version, versions=versions, template=name, foreign=True)
    deps.note(_note(prior, lang))
    update = {"lang": lang, "prior": prior}
    return Command(update=update, goto="patcher" if request.restore else "shape_editor")


def named_apart(deck: Deck) -> Deck:
    """The deck whose slides all have ids of their own: parts of one that was split are `s-03`, `s-03.2` … ."""
    seen: Counter[str] = Counter()
    slides = []
    for slide in deck.slides:
        seen[slide.id] += 1
        count = seen[slide.id]
        slides.append(slide if count == 1 else slide.model_copy(update={"id": f"{slide.id}.{count}"}))
    return deck.model_copy(update={"slides": tuple(slides)})


def _as_shown(drawn: Drawn, deck: Deck) -> Drawn:
    """A picture as this version of the deck shows it; of one that is not the latest, the sitting was another."""
    uses = (slide.picture for slide in deck.slides if slide.picture is not None)
    own = drawn.use
    shown = next((use for use in uses if own is not None and use.artifact == own.artifact), None)
    if own is None or shown is None or shown.version == own.version:
        return drawn
    return drawn.model_copy(update={"use": shown, "sitting": ""})


def _lang(deps: Deps) -> Lang:
    return "ja" if deps.lang == "ja" else "en"


def _note(prior: Prior, lang: Lang) -> str:
    count = len(prior.deck.slides)
    return f"{count} 枚・第{prior.version}版" if lang == "ja" else f"{count} slides, version {prior.version}"

"""Writes the changed deck as a new version: only changed slides are built, all others stay byte for byte."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from langgraph.runtime import Runtime

from kasen.errors import KasenError
from kasen.team import Deps
from kasen.teams.slides import wording
from kasen.teams.slides.assembling import cited
from kasen.teams.slides.editing.grafting import Grafted, Stock
from kasen.teams.slides.editing.naming import reply_of, told
from kasen.teams.slides.editing.remaking import Remade, remade
from kasen.teams.slides.editing.twin import carried, kept, twin_of, twinned
from kasen.teams.slides.editing.versions import answered, called, new_version, version_of
from kasen.teams.slides.nodes.opener import named_apart
from kasen.teams.slides.nodes.publisher import Published, cost_of, slide_hashes, write_pictures
from kasen.teams.slides.page.diff import diff
from kasen.teams.slides.schemas.deck import Deck
from kasen.teams.slides.schemas.result import Result, SlidePicture
from kasen.teams.slides.sources import sources_json
from kasen.teams.slides.state import DECK, PPTX, TEMPLATE, EditState
from kasen.tools.office.model import Rendering


async def republisher(state: EditState, runtime: Runtime[Deps]) -> Published:
    """A new version where something changed; else the sentence that says why not, and the deck as it was."""
    deps, prior = runtime.context, state["prior"]
    before = Result.model_validate(deps.earlier.result if deps.earlier else {})
    changes = state.get("changes", [])
    restores = bool(state["request"].restore)
    if not changes and (not restores or prior.version == prior.last):
        reply = wording.said("already", state["lang"], n=prior.version) if restores else state.get("reply", "")
        return {"result": await answered(deps, before, reply, state.get("notes", []))}
    old = await deps.artifacts.read("deck.pptx", prior.version)
    stock = Stock(state["design"], await deps.artifacts.read(TEMPLATE), await _pictures(deps, state))
    made = Remade(Grafted(old, prior.deck, {}, {}))
    if changes:
        made = await remade(deps, old, prior.deck, changes, stock)
    elif deps.office is not None:
        made = replace(made, rendering=await _rendered(deps, made.grafted))
    return {"result": await _written(deps, state, before, made, stock)}


async def _twin(deps: Deps, state: EditState, deck: Deck, stock: Stock, number: int) -> list[str]:
    """The native twin of a deck of drawn slides with the same changes, or the sentence that says that it is older."""
    prior, changes = state["prior"], state.get("changes", [])
    if not await carried(deps, prior.last):
        return []
    before = await twin_of(deps, prior.version)
    if before is None:
        return [wording.said("twin_stays", state["lang"])]
    await kept(deps.artifacts, *await twinned(deps, before, (prior.deck, deck), changes, stock), number)
    return []


async def _rendered(deps: Deps, made: Grafted) -> Rendering | None:
    try:
        return await deps.office.render(made.pptx) if deps.office is not None else None
    except KasenError as error:
        await deps.emit("warning", text=wording.said("render_failed", made.deck.lang, why=str(error).rstrip(".")))
        return None


async def _pictures(deps: Deps, state: EditState) -> dict[str, bytes]:
    shown = [slide.picture for change in state.get("changes", []) for slide in change.after]
    names = {one.artifact: one.version for one in shown if one is not None}
    found = {name: await deps.artifacts.read(name, version) for name, version in names.items()}
    logo = state["prior"].deck.logo
    return {**found, logo: await deps.artifacts.read(logo)} if logo else found


async def _written(deps: Deps, state: EditState, before: Result, done: Remade, stock: Stock) -> Result:
    made, rendering, problems = done.grafted, done.rendering, done.problems
    refs = tuple(made.deck.refs)
    deck = made.deck.model_copy(update={"refs": refs or tuple(cited(made.deck.slides, made.deck.refs))})
    hashes = slide_hashes(made.pptx)
    was = slide_hashes(await deps.artifacts.read("deck.pptx", state["prior"].last))
    changed = tuple(slide.id for slide, sha in zip(deck.slides, hashes, strict=True) if sha not in was)
    number = await deps.artifacts.write("deck.pptx", made.pptx, PPTX)
    await deps.artifacts.write(DECK, deck.model_dump_json().encode(), "application/json")
    pictures = await write_pictures(deps, rendering)
    notes = [*state.get("notes", []), *_agenda(state, deck), *await _twin(deps, state, deck, stock, number)]
    for note in notes:
        await deps.emit("warning", text=note)
    last = await _before(deps, state)
    what = told(last, deck, changed, state["lang"], moved=_moved(state))
    version = version_of(deps, number, state["request"].wish, changed, what)
    figures = await deps.settled()
    update: dict[str, Any] = {
        "outcome": "marked" if any(slide.marks for slide in deck.slides) or problems else "deck",
        "reply": _reply(state, number, what),
        "unchanged": False,
        "called": called(deck, number),
        "deck": deck,
        "drawn": _drawn(state),
        "renders": _renders(deck.slides, hashes, pictures),
        "rendered_by": rendering.by if rendering else "",
        "problems": tuple(problems),
        "repaired": (),
        "notes": tuple(notes),
        "versions": (*before.versions, version),
        "costs": tuple(cost_of(row) for row in figures.table()),
        "seconds": figures.seconds,
    }
    result = before.model_copy(update=update)
    await deps.artifacts.write("sources.json", sources_json(deck, result.figures), "application/json")
    await new_version(deps, result, pictures, diff(last, deck, result))
    return result


async def _before(deps: Deps, state: EditState) -> Deck:
    """The deck before this version: what a person compares with, also where an older one is taken back."""
    prior = state["prior"]
    if prior.version == prior.last:
        return prior.deck
    return named_apart(Deck.model_validate_json(await deps.artifacts.read(DECK, prior.last)))


def _agenda(state: EditState, deck: Deck) -> list[str]:
    """Slides that list titles, one of which was changed elsewhere."""
    gone = {
        change.before.title
        for change in state.get("changes", [])
        if change.before is not None and change.before.title not in {after.title for after in change.after}
    }
    return [
        wording.said("agenda_stays", state["lang"], n=number)
        for number, slide in enumerate(deck.slides, start=1)
        if slide.kind == "agenda" and any(point.text in gone for point in slide.points)
    ]


def _renders(slides: Any, hashes: list[str], pictures: Mapping[str, bytes]) -> tuple[SlidePicture, ...]:
    names = list(pictures)
    return tuple(
        SlidePicture(slide_id=slide.id, artifact=names[n] if n < len(names) else "", sha256=hashes[n])
        for n, slide in enumerate(slides)
    )


def _drawn(state: EditState) -> tuple[Any, ...]:
    """Each slide's latest picture."""
    latest = {one.slide_id: one for one in state.get("drawn", [])}
    return tuple(latest.values())


def _moved(state: EditState) -> set[str]:
    """Ids of the slides that were to be moved."""
    return {one.before.id for one in state.get("changes", []) if one.moved_to and one.before is not None}


def _reply(state: EditState, number: int, what: str) -> str:
    restores = state["request"].restore
    return reply_of(what, state["lang"], number=number, restores=restores, said=state.get("reply", ""))

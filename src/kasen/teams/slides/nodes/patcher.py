"""Writes a deck that no run made with its words changed, as a new version: every other part stays byte for byte."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import PurePath

from langgraph.runtime import Runtime

from kasen.errors import KasenError
from kasen.team import Deps
from kasen.teams.slides import wording
from kasen.teams.slides.editing.listing import sheets_of
from kasen.teams.slides.editing.naming import reply_of, told
from kasen.teams.slides.editing.package import Package
from kasen.teams.slides.editing.patching import patched
from kasen.teams.slides.editing.reading_as_deck import deck_of
from kasen.teams.slides.editing.refitting import Refitted, Scene, Shorten, refitted
from kasen.teams.slides.editing.versions import answered, called, new_version, version_of
from kasen.teams.slides.editing.wanted import Desk, shown
from kasen.teams.slides.nodes.publisher import Published, cost_of, slide_hashes, write_pictures
from kasen.teams.slides.nodes.shape_editor import ask, listed
from kasen.teams.slides.page.diff import diff
from kasen.teams.slides.schemas.deck import Deck
from kasen.teams.slides.schemas.result import Result, SlidePicture
from kasen.teams.slides.schemas.texts import FileChange, Sheet
from kasen.teams.slides.state import PPTX, EditState


async def patcher(state: EditState, runtime: Runtime[Deps]) -> Published:
    """A new version where something changed; else the sentence that says why not, and the deck as it was."""
    deps, prior = runtime.context, state["prior"]
    before = Result(
        outcome="answered",
        lang=state["lang"],
        deck=prior.deck,
        foreign=True,
        template=prior.template,
        versions=prior.versions,
    )
    change = state.get("change", FileChange())
    restores = bool(state["request"].restore)
    last = await deps.artifacts.read("deck.pptx", prior.last)
    old = await deps.artifacts.read("deck.pptx", prior.version)
    if change.is_empty and (not restores or old == last):
        reply = wording.said("already", state["lang"], n=prior.version) if restores else state.get("reply", "")
        return {"result": await answered(deps, before, reply, state.get("notes", []))}
    sheets = await listed(deps, prior.version)
    made = await _made(deps, state, old, sheets)
    if made.made.pptx == last:
        reply = state.get("reply", "") or wording.said("not_understood", state["lang"])
        return {"result": await answered(deps, before, reply, [*state.get("notes", []), *_left(made, state)])}
    return {"result": await _published(deps, state, before, made, last)}


async def _made(deps: Deps, state: EditState, old: bytes, sheets: Sequence[Sheet]) -> Refitted:
    change, lang = state.get("change", FileChange()), state["lang"]
    if change.is_empty:
        made = Refitted(await asyncio.to_thread(patched, old, change), change)
        made.made = made.made._replace(pptx=old)
        try:
            made.rendering = await deps.office.render(old) if deps.office is not None else None
        except KasenError as error:
            await deps.emit("warning", text=wording.said("render_failed", lang, why=str(error).rstrip(".")))
        return made
    return await refitted(Scene(deps, old, sheets, lang), change, _shortening(deps, state, sheets))


def _shortening(deps: Deps, state: EditState, sheets: Sequence[Sheet]) -> Shorten | None:
    """Who wrote the words is asked once more; the person's own words are nobody's to shorten."""
    if not state.get("asked"):
        return None
    wish = state["request"].wish
    desk = Desk(wish, sheets, shown(wish, sheets), state["lang"])

    async def shorten(problems: list[str]) -> FileChange:
        answer = await ask(deps, desk, problems)
        return desk.change(answer.value)[0]

    return shorten


async def _published(deps: Deps, state: EditState, before: Result, made: Refitted, last: bytes) -> Result:
    lang, prior = state["lang"], state["prior"]
    number = await deps.artifacts.write("deck.pptx", made.made.pptx, PPTX)
    deck = deck_of(made.made.sheets, name=PurePath(prior.template).stem, lang=lang)
    hashes, was = slide_hashes(made.made.pptx), set(slide_hashes(last))
    changed = tuple(slide.id for slide, sha in zip(deck.slides, hashes, strict=True) if sha not in was)
    pictures = await write_pictures(deps, made.rendering)
    names = list(pictures)
    notes = [*state.get("notes", []), *_left(made, state)]
    notes += [] if deps.office is not None else [wording.said("unrendered", lang)]
    for note in notes:
        await deps.emit("warning", text=note)
    was_deck = await _last_deck(last, state)
    moved = {prior.deck.slides[slide - 1].id for slide, _ in made.change.move}
    what = told(was_deck, deck, changed, lang, moved=moved)
    figures = await deps.settled()
    result = before.model_copy(
        update={
            "outcome": "marked" if made.problems else "deck",
            "reply": _reply(state, number, what),
            "called": called(deck, number),
            "deck": deck,
            "renders": tuple(
                SlidePicture(slide_id=slide.id, artifact=names[n] if n < len(names) else "", sha256=hashes[n])
                for n, slide in enumerate(deck.slides)
            ),
            "rendered_by": made.rendering.by if made.rendering else "",
            "problems": tuple(made.problems),
            "repaired": tuple(made.repaired),
            "notes": tuple(notes),
            "versions": (*before.versions, version_of(deps, number, state["request"].wish, changed, what)),
            "costs": tuple(cost_of(row) for row in figures.table()),
            "seconds": figures.seconds,
        }
    )
    await new_version(deps, result, pictures, diff(was_deck, deck, result))
    return result


async def _last_deck(last: bytes, state: EditState) -> Deck:
    """The deck before this version: what a person compares with, also where an older one is taken back."""
    sheets = await asyncio.to_thread(lambda: sheets_of(Package.opened(last)))
    return deck_of(sheets, name=state["prior"].template, lang=state["lang"])


def _left(made: Refitted, state: EditState) -> list[str]:
    lang = state["lang"]
    locked = [wording.said("formula_left", lang, n=number) for number, _ in made.made.locked]
    return [*dict.fromkeys(locked), *(wording.said("unlinked", lang, n=number) for number in made.made.unlinked)]


def _reply(state: EditState, number: int, what: str) -> str:
    restores = state["request"].restore
    return reply_of(what, state["lang"], number=number, restores=restores, said=state.get("reply", ""))

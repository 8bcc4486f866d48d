"""Writes the changed deck as a new version: only changed slides are built, all others stay byte for byte."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from langgraph.runtime import Runtime

from kasen.errors import KasenError
from kasen.team import Deps
from kasen.teams.slides import wording
from kasen.teams.slides.assembling import cited
from kasen.teams.slides.checking.lint import lint
from kasen.teams.slides.checking.render import look
from kasen.teams.slides.editing.grafting import Grafted, Stock, grafted
from kasen.teams.slides.editing.versions import answered, new_version, version_of
from kasen.teams.slides.nodes.opener import named_apart
from kasen.teams.slides.nodes.publisher import Published, cost_of, slide_hashes, write_pictures
from kasen.teams.slides.page.diff import diff
from kasen.teams.slides.schemas.arrangement import Arrangement, Problem
from kasen.teams.slides.schemas.deck import Deck
from kasen.teams.slides.schemas.result import Result, SlidePicture
from kasen.teams.slides.sources import sources_json
from kasen.teams.slides.state import DECK, PPTX, TEMPLATE, EditState
from kasen.teams.slides.tightening import tightened
from kasen.tools.office.model import Rendering

ROUNDS = 2


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
    made = Grafted(old, prior.deck, {}, {})
    rendering: Rendering | None = None
    problems: list[Problem] = []
    if changes:
        made, rendering, problems = await _made(deps, state, old)
    elif deps.office is not None:
        rendering = await _rendered(deps, made)
    result = await _written(deps, state, before, made, (rendering, problems))
    return {"result": result}


async def _made(deps: Deps, state: EditState, old: bytes) -> tuple[Grafted, Rendering | None, list[Problem]]:
    """The best of the rounds: what does not fit as it is rendered is fitted tighter."""
    tight: dict[int, dict[str, float]] = {}
    stock = Stock(state["design"], await deps.artifacts.read(TEMPLATE), await _pictures(deps, state))
    best: tuple[Grafted, Rendering | None, list[Problem]] | None = None
    for _ in range(ROUNDS + 1):
        made = await asyncio.to_thread(grafted, old, state["prior"].deck, state["changes"], stock, tight=tight)
        rendering, problems = await _looked(deps, state, made)
        if best is None or len(problems) < len(best[2]):
            best = made, rendering, problems
        if not tightened(tight, [(made.of[one.slide], one) for one in problems if one.slide in made.of]):
            break
    assert best is not None
    return best


async def _looked(deps: Deps, state: EditState, made: Grafted) -> tuple[Rendering | None, list[Problem]]:
    """The rendering, and what is wrong with the slides that are new; the others were looked at when they were."""
    own = await asyncio.to_thread(lint, made.pptx, deck=made.deck, design=state["design"])
    rendering, seen = None, list[Problem]()
    if deps.office is not None:
        arrangements = [
            made.fresh.get(n) or Arrangement(slide=slide, layout=0, frames=())
            for n, slide in enumerate(made.deck.slides, start=1)
        ]
        try:
            rendering, seen = await look(deps.office, made.pptx, arrangements, lang=state["lang"])
        except KasenError as error:
            await deps.emit("warning", text=wording.said("render_failed", state["lang"], why=str(error).rstrip(".")))
    left = [problem.model_copy(update={"slide": n}) for n, one in made.fresh.items() for problem in one.problems]
    return rendering, [one for one in [*left, *own, *seen] if one.slide in made.fresh]


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


async def _written(
    deps: Deps, state: EditState, before: Result, made: Grafted, seen: tuple[Rendering | None, list[Problem]]
) -> Result:
    rendering, problems = seen
    refs = tuple(made.deck.refs)
    deck = made.deck.model_copy(update={"refs": refs or tuple(cited(made.deck.slides, made.deck.refs))})
    hashes = slide_hashes(made.pptx)
    was = slide_hashes(await deps.artifacts.read("deck.pptx", state["prior"].last))
    changed = tuple(slide.id for slide, sha in zip(deck.slides, hashes, strict=True) if sha not in was)
    number = await deps.artifacts.write("deck.pptx", made.pptx, PPTX)
    await deps.artifacts.write(DECK, deck.model_dump_json().encode(), "application/json")
    pictures = await write_pictures(deps, rendering)
    notes = [*state.get("notes", []), *_agenda(state, deck)]
    for note in notes:
        await deps.emit("warning", text=note)
    version = version_of(deps, number, state["request"].wish, changed)
    figures = await deps.settled()
    update: dict[str, Any] = {
        "outcome": "marked" if any(slide.marks for slide in deck.slides) or problems else "deck",
        "reply": _reply(state, number, changed),
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
    await new_version(deps, result, pictures, diff(await _before(deps, state), deck, result))
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


def _reply(state: EditState, number: int, changed: tuple[str, ...]) -> str:
    if state["request"].restore:
        return wording.said("restored", state["lang"], n=state["request"].restore)
    said = state.get("reply", "")
    return said or wording.said("changed", state["lang"], n=number, slides=", ".join(changed) or "—")

"""The publisher: the deck as a file, its pictures and pages; every file is an artifact."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from langgraph.runtime import Runtime

from kasen.team import Deps, RoleCost
from kasen.teams.slides import wording
from kasen.teams.slides.assembling import assembled
from kasen.teams.slides.building.build import slide_name
from kasen.teams.slides.drawn_whole import with_images
from kasen.teams.slides.editing.package import Package
from kasen.teams.slides.editing.twin import kept
from kasen.teams.slides.ending import ended
from kasen.teams.slides.making import Made, Workshop, made
from kasen.teams.slides.nodes.opener import named_apart
from kasen.teams.slides.page.html import html
from kasen.teams.slides.page.markdown import markdown
from kasen.teams.slides.planning import merged
from kasen.teams.slides.schemas.deck import Deck
from kasen.teams.slides.schemas.envelope import Envelope, Step
from kasen.teams.slides.schemas.part import Lang
from kasen.teams.slides.schemas.result import Cost, Result, SlidePicture, Version
from kasen.teams.slides.schemas.twin import Twin
from kasen.teams.slides.sources import sources_json
from kasen.teams.slides.state import DECK, PPTX, TEMPLATE, State
from kasen.tools.office.model import Rendering

PNG, PDF, JSON = "image/png", "application/pdf", "application/json"


class Published(TypedDict):
    """What the publisher gives."""

    result: Result


async def publisher(state: State, runtime: Runtime[Deps]) -> Published:
    """Make and write everything. Without slides, which a person or the coordinator decided, there is only the reply."""
    deps = runtime.context
    if not state.get("slides"):
        return {"result": await _only_talked(deps, state)}
    deck = assembled(state, made=deps.now().date().isoformat())
    wanted = state["plan"].slides if state["request"].slides or state.get("wanted", 0) else 0
    shop = Workshop(state["design"], await deps.artifacts.read(TEMPLATE), await _pictures(deps, state), wanted)
    native = await made(deps, deck, shop)
    whole = with_images(deck, state.get("drawn", [])) if state["request"].images == "full" else None
    final = await made(deps, whole, shop) if whole is not None else native
    result = await _files(deps, state, final, native if whole is not None else None)
    deps.note(result.reply)
    return {"result": result}


async def _only_talked(deps: Deps, state: State) -> Result:
    notes = [*state.get("notes", [])]
    if state.get("plan"):
        notes.append(wording.said("stopped", state["lang"]))
    result = Result(
        outcome="answered",
        reply=state.get("reply", ""),
        lang=state["lang"],
        plan=state.get("plan"),
        template=state["design"].name,
        notes=tuple(notes),
    )
    deps.note(result.reply[:120])
    return result


async def _pictures(deps: Deps, state: State) -> dict[str, bytes]:
    names = {one.use.artifact: one.use.version for one in state.get("drawn", []) if one.use is not None}
    if state.get("logo"):
        names[state["logo"]] = 0
    return {name: await deps.artifacts.read(name, version) for name, version in names.items()}


async def _files(deps: Deps, state: State, final: Made, native: Made | None) -> Result:
    lang = state["lang"]
    plan = merged(state["plan"], state.get("finished", []))
    version = await deps.artifacts.write("deck.pptx", final.pptx, PPTX)
    if native is not None:
        twin = Twin(deck=named_apart(_as_made(native)), slides=native.deck.slides)
        await kept(deps.artifacts, native.pptx, twin, version)
    pictures = await write_pictures(deps, final.rendering)
    sources = sources_json(_as_made(final), state.get("figures", []))
    await deps.artifacts.write("sources.json", sources, JSON)
    failed = [step for step in plan.steps if step.status == "failed"]
    problems = [one for one in final.problems if one.severity != "minor"]
    figures = await deps.settled()
    gaps = any(one.slide.marks for one in final.arrangements)
    result = Result(
        outcome="marked" if gaps or failed or problems else "deck",
        lang=lang,
        deck=_as_made(final),
        plan=plan,
        figures=tuple(state.get("figures", [])),
        drawn=tuple(state.get("drawn", [])),
        template=state["design"].name,
        renders=_renders(final, pictures),
        rendered_by=final.rendering.by if final.rendering else "",
        problems=tuple(final.problems),
        repaired=tuple(final.repaired),
        notes=tuple(_told(state.get("notes", []), failed, lang, final.notes)),
        artifacts=tuple(_envelopes(state, final, version)),
        versions=(Version(number=version, made=final.deck.made, what=_what(state), run_id=deps.run_id),),
        costs=tuple(cost_of(row) for row in figures.table()),
        seconds=figures.seconds,
    )
    result = result.model_copy(update={"reply": ended(result)})
    await deps.artifacts.write(DECK, _as_made(final).model_dump_json().encode(), JSON)
    await deps.artifacts.write("deck.md", markdown(result).encode(), "text/markdown")
    await deps.artifacts.write("deck.html", html(result, pictures).encode(), "text/html")
    return result


def cost_of(row: RoleCost) -> Cost:
    """A line of the cost table as results hold it."""
    fields = {name: getattr(row, name) for name in Cost.model_fields if name != "by"}
    return Cost(by=row.model, **fields)


async def write_pictures(deps: Deps, rendering: Rendering | None) -> dict[str, bytes]:
    """PDF and the picture of each slide, as artifacts; the pictures by name, in order."""
    if rendering is None:
        return {}
    await deps.artifacts.write("deck.pdf", rendering.pdf, PDF)
    pictures = {f"slide-{n:02d}.png": data for n, data in enumerate(rendering.pictures, start=1)}
    for name, data in pictures.items():
        await deps.artifacts.write(name, data, PNG)
    return pictures


def _renders(final: Made, pictures: Mapping[str, bytes]) -> tuple[SlidePicture, ...]:
    """Each slide with its picture and the hash of its part in the file."""
    hashes, names = slide_hashes(final.pptx), list(pictures)
    return tuple(
        SlidePicture(slide_id=slide_name(one), artifact=names[n] if n < len(names) else "", sha256=hashes[n])
        for n, one in enumerate(final.arrangements)
    )


def slide_hashes(pptx: bytes) -> list[str]:
    """SHA-256 of each slide's part, in the order of the deck."""
    package = Package.opened(pptx)
    return [hashlib.sha256(package.parts[name]).hexdigest() for name in package.slides()]


def _as_made(final: Made) -> Deck:
    """The deck with its slides as they are in the file: fitted, split, marked."""
    return final.deck.model_copy(update={"slides": tuple(one.slide for one in final.arrangements)})


def _envelopes(state: Mapping[str, Any], final: Made, version: int) -> list[Envelope]:
    before = list(state.get("envelopes", []))
    rests = tuple(dict.fromkeys(one.id for one in before))
    status = "partial" if any(one.slide.marks for one in final.arrangements) else "completed"
    deck = Envelope(id="deck.pptx", type="deck", producer="publisher", version=version, status=status, depends_on=rests)
    more = [Envelope(id="deck.pdf", type="pdf", producer="publisher", depends_on=("deck.pptx",))]
    return [*before, deck, *(more if final.rendering is not None else [])]


def _told(notes: Sequence[str], failed: Sequence[Step], lang: Lang, made: Sequence[str]) -> list[str]:
    """Every note once: why a step failed stands under its title, whoever has said it before."""
    whys = {step.result_summary for step in failed}
    failures = [wording.said("step_failed", lang, title=step.title, why=step.result_summary) for step in failed]
    return list(dict.fromkeys([*(note for note in notes if note not in whys), *made, *failures]))


def _what(state: State) -> str:
    return " ".join(state["request"].wish.split())[:120]

"""Changed words that do not fit any more: shortened once by who wrote them, else made smaller, down to a floor."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import NamedTuple

from kasen.errors import KasenError
from kasen.team import Deps
from kasen.teams.slides import wording
from kasen.teams.slides.editing.outgrowing import Outgrown, outgrown
from kasen.teams.slides.editing.patching import Patched, ordered, patched
from kasen.teams.slides.editing.sizes import FLOOR_SHARE
from kasen.teams.slides.schemas.arrangement import Problem
from kasen.teams.slides.schemas.part import Lang
from kasen.teams.slides.schemas.texts import FileChange, Sheet, TextChange
from kasen.tools.office.model import Extent, Rendering

SMALLER = 3
"""Times that words are made smaller."""
_CLOSER = 0.97
Shorten = Callable[[list[str]], Awaitable[FileChange]]
"""From what does not fit to the changes said again."""


@dataclass
class Refitted:
    """The new file, and what is known of it."""

    made: Patched
    change: FileChange
    rendering: Rendering | None = None
    problems: list[Problem] = field(default_factory=list)
    repaired: list[str] = field(default_factory=list)


class Scene(NamedTuple):
    """What changes are tried on."""

    deps: Deps
    old: bytes
    sheets: Sequence[Sheet]
    lang: Lang


async def refitted(scene: Scene, change: FileChange, shorten: Shorten | None) -> Refitted:
    """The file with these changes, whose words fit as well as those before; what still does not is told.

    A machine that cannot render, or fails to, costs the check and never the edit.
    """
    office = scene.deps.office
    made = await asyncio.to_thread(patched, scene.old, change)
    if office is None:
        return Refitted(made, change)
    try:
        result = Refitted(made, change)
        if change.texts:
            measured = asyncio.gather(office.measure(scene.old), office.measure(made.pptx))
            rendering, (before, after) = await asyncio.gather(office.render(made.pptx), measured)
            over = outgrown(change.texts, *_where(scene, change), (before, after))
            result = await _fitted(scene, result, (before, over), shorten)
            result.rendering = rendering if result.made is made else await office.render(result.made.pptx)
        else:
            result.rendering = await office.render(made.pptx)
    except KasenError as error:
        text = wording.said("render_failed", scene.lang, why=str(error).rstrip("."))
        await scene.deps.emit("warning", text=text)
        return Refitted(made, change)
    return result


async def _fitted(
    scene: Scene, first: Refitted, measured: tuple[Sequence[Extent], list[Outgrown]], shorten: Shorten | None
) -> Refitted:
    """The best of the tries; `measured`: the deck before, and what the first try has too much."""
    before, over = measured
    best = first
    if over and shorten is not None:
        shorter = _merged(first.change, await shorten([_finding(one) for one in over]), over)
        if shorter != first.change:
            tried = Refitted(await asyncio.to_thread(patched, scene.old, shorter), shorter)
            left = await _over(scene, tried, before)
            if len(left) <= len(over):
                done = {one.slide for one in over}
                tried.repaired = [wording.said("shortened", scene.lang, n=n) for n in sorted(done)]
                best, over = tried, left
    for _ in range(SMALLER):
        smaller = _smaller(best.change, over)
        if not over or smaller == best.change:
            break
        told = [wording.said("shrunk", scene.lang, n=one.slide, what=one.name) for one in over]
        repaired = list(dict.fromkeys([*best.repaired, *told]))
        best = Refitted(await asyncio.to_thread(patched, scene.old, smaller), smaller, repaired=repaired)
        over = await _over(scene, best, before)
    best.problems = [_problem(scene, one, best.change) for one in over]
    return best


async def _over(scene: Scene, tried: Refitted, before: Sequence[Extent]) -> list[Outgrown]:
    assert scene.deps.office is not None, "somebody measures"
    after = await scene.deps.office.measure(tried.made.pptx)
    return outgrown(tried.change.texts, *_where(scene, tried.change), (before, after))


def _where(scene: Scene, change: FileChange) -> tuple[dict[int, Sheet], dict[int, int]]:
    return {one.number: one for one in scene.sheets}, places(scene.sheets, change)


def places(sheets: Sequence[Sheet], change: FileChange) -> dict[int, int]:
    """Number of each slide that stays, before → after."""
    order = ordered([one.number for one in sheets], change)
    return {number: place for place, number in enumerate(order, start=1)}


def _merged(change: FileChange, again: FileChange, over: Sequence[Outgrown]) -> FileChange:
    """The change with the texts that did not fit as they are said now, where they are said shorter."""
    said = {(one.slide, one.shape): one for one in again.texts}
    wanted = {(one.slide, one.shape) for one in over}

    def chosen(one: TextChange) -> TextChange:
        new = said.get((one.slide, one.shape))
        if new is None or (one.slide, one.shape) not in wanted or _length(new) >= _length(one):
            return one
        return new

    return change.model_copy(update={"texts": tuple(map(chosen, change.texts))})


def _length(change: TextChange) -> int:
    return sum(len(line.text) for line in change.lines)


def _smaller(change: FileChange, over: Sequence[Outgrown]) -> FileChange:
    """Half the height takes less than half the size: smaller words also fill fewer lines."""
    ratios = {(one.slide, one.shape): one.ratio for one in over}

    def shrunk(one: TextChange) -> TextChange:
        ratio = ratios.get((one.slide, one.shape))
        if ratio is None:
            return one
        share = max(FLOOR_SHARE, one.shrink * min(_CLOSER, sqrt(1 / ratio) * _CLOSER))
        return one.model_copy(update={"shrink": round(share, 3)})

    return change.model_copy(update={"texts": tuple(map(shrunk, change.texts))})


def _finding(one: Outgrown) -> str:
    return (
        f"slide {one.slide}, {one.shape}: these words need {one.ratio:.1f} times the height of their shape. "
        "Shorten them until they need no more than it has."
    )


def _problem(scene: Scene, one: Outgrown, change: FileChange) -> Problem:
    text = wording.said("outgrown", scene.lang, what=one.name, ratio=one.ratio)
    place = places(scene.sheets, change)[one.slide]
    return Problem(slide=place, kind="overflow", where=one.name, text=text, ratio=one.ratio)

"""What is seen and measured of a page that has arrived, step by step; a step that fails costs its own facts only."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from kasen.errors import ConfigurationError, InputError
from kasen.tools.screenshot.capturing import PHONE, TALLEST, on_phone, overview, phone, tiles, view
from kasen.tools.screenshot.model import PageFacts, PageProblem, Shot, View
from kasen.tools.screenshot.printing import compared, extracted, printed
from kasen.tools.screenshot.world import Moved, World, axe

log = logging.getLogger("kasen.tools")
STEP_S, AXE_S = 10.0, 20.0
"""Seconds for one measurement, and for axe-core."""
STEPS = 40
"""Times that a page is scrolled on, so that what waits for it appears."""
MOST_PROBLEMS = 40
_GRAVITY = ("critical", "serious", "moderate", "minor", "")


async def settled(world: World, seconds: float) -> int:
    """Let the page come to rest; its height in pixels, TALLEST at most. Raises InputError."""
    wait = round(seconds * 120)  # milliseconds for fonts, and again for pictures: an eighth of the time each
    for again in (True, False):
        try:
            return min(max(1, int(await world.measure("settle", TALLEST, STEPS, wait, seconds=seconds))), TALLEST)
        except Moved:  # on to another page, or the same again
            if not again:
                raise
    raise AssertionError("the second try answers or fails")


async def looked_at(world: World, height: int, source: str) -> Shot:
    """Pictures and facts of a page at rest. Raises InputError when it can be neither seen nor measured."""
    facts: dict[str, Any] = await world.measure("facts", seconds=STEP_S)
    clips, unseen = tiles(height, tuple(facts["box"]) if facts["box"] else None)
    views = [await view(world, "overview", overview(height))]
    views += [await view(world, "tile", clip) for clip in clips]
    found = {**await _problems(world), **await _on_phone(world, views), **await _on_paper(world)}
    about = PageFacts(
        height=height,
        smallest_font=facts["smallest"],
        line_length=round(facts["line"], 1) if facts["line"] else None,
        fonts=tuple(facts["fonts"]),
        links=facts["links"],
        images=facts["images"],
        **found,
    )
    return Shot(source=source, views=tuple(views), facts=about, unseen=unseen)


async def _problems(world: World) -> dict[str, Any]:
    """What axe-core finds; nothing where it is not installed or takes too long."""
    try:
        found = await world.measure("violations", seconds=AXE_S, first=axe())
    except (ConfigurationError, InputError) as error:
        log.warning("axe-core did not run: %s", error)
        return {}
    problems = [PageProblem.model_validate(one) for one in found["problems"]]
    problems.sort(key=lambda one: (_GRAVITY.index(one.impact) if one.impact in _GRAVITY else 4, -one.count, one.rule))
    return {"axe": found["axe"], "problems": tuple(problems[:MOST_PROBLEMS])}


async def _on_phone(world: World, views: list[View]) -> dict[str, Any]:
    """How far the page is too wide for a phone; adds the picture of it."""
    try:
        seen = await on_phone(world, STEP_S)
        views.append(await view(world, "mobile", phone(seen["width"], seen["layout"], max(1, seen["height"]))))
    except InputError as error:
        log.warning("the page was not seen on a phone: %s", error)
        return {}
    return {"mobile_overflow": max(0, round(seen["width"]) - PHONE[0])}


async def _on_paper(world: World) -> dict[str, Any]:
    """Pages in print and what is read back of them."""
    try:
        pdf, text = await printed(world, 2 * STEP_S)
    except InputError as error:
        log.warning("the page was not printed: %s", error)
        return {}
    pages = await extracted(pdf)
    if pages is None:
        return {}
    back = await asyncio.to_thread(compared, text, "\n".join(pages))
    about = {} if back is None else {"ats_text": round(back.share, 4), "lost": back.lost}
    return {"pages": len(pages), **about}

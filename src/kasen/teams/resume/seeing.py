"""The page that the designers look at: at its address, or rendered here with personal data masked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from kasen.errors import ConfigurationError, UnknownName
from kasen.team import Deps
from kasen.teams.resume.prepared import prepared
from kasen.teams.resume.schemas.part import Lang
from kasen.teams.resume.schemas.posting import Hidden
from kasen.teams.resume.schemas.request import Request
from kasen.tools.screenshot.model import PageFacts, Shot


@dataclass(frozen=True)
class Sight:
    """What there is to see: names of the artifacts, separated by spaces, facts, and what rendered the page."""

    names: str = ""
    page: PageFacts | None = None
    renderer: str = ""


NOTHING = Sight()
_KEPT = "_page{}.json"
_OTHER_FILE = re.compile(r"\{\{<[ \t]*(?:include|embed|var)\b[^\n]{0,500}?>\}\}")
"""A shortcode that puts in what another file holds, which nobody has masked."""


async def shot_of(deps: Deps, url: str) -> Sight:
    """The page at an address that the user typed. Raises KasenError when it cannot be had."""
    if deps.shoot is None:
        raise ConfigurationError("nothing is opened in a run that is local only")
    return await _kept(deps, await deps.shoot(url), "screenshot", 1)


async def rendered(
    deps: Deps, request: Request, text: str, lang: Lang, hidden: Sequence[Hidden], *, iteration: int
) -> Sight:
    """The text rendered on this machine, masked; nothing is sent but to the models that look at it.

    A repetition of a run sees what that run saw: the pictures that the text names may be others today.
    """
    if (then := await _seen_then(deps, iteration)) is not None:
        return then
    from kasen.tools.preview.render import render
    from kasen.tools.screenshot.shooting import shoot_page

    folder = str(Path(request.resume).parent)
    masked = shown(prepared(text, lang, hidden).masked.text)
    page = await render(masked, name=Path(request.resume).name, folder=folder, lang=lang)
    return await _kept(deps, await shoot_page(page.html, folder=folder, source=page.by), page.by, iteration)


def shown(masked: str) -> str:
    """The masked text as it is rendered: without what other files hold."""
    return _OTHER_FILE.sub("", masked)


async def _kept(deps: Deps, shot: Shot, renderer: str, iteration: int) -> Sight:
    names = []
    for number, view in enumerate(shot.views, start=1):
        name = f"iter{iteration}_page{number}_{view.kind}.png"
        await deps.artifacts.write(name, view.data, "image/png")
        names.append(name)
    return await _noted(deps, Sight(" ".join(names), shot.facts, renderer), iteration)


async def _noted(deps: Deps, sight: Sight, iteration: int) -> Sight:
    await deps.artifacts.write(_KEPT.format(iteration), TypeAdapter(Sight).dump_json(sight), "application/json")
    return sight


async def _seen_then(deps: Deps, iteration: int) -> Sight | None:
    """What the run that is repeated saw in this iteration, its pictures taken over; None where it kept nothing."""
    if deps.repeats is None:
        return None
    try:
        sight = TypeAdapter(Sight).validate_json(await deps.repeats.read(_KEPT.format(iteration)))
        pictures = [(name, await deps.repeats.read(name)) for name in sight.names.split()]
    except (UnknownName, ValidationError):
        return None
    for name, data in pictures:
        await deps.artifacts.write(name, data, "image/png")
    return await _noted(deps, sight, iteration)

"""Opens the deck that is to be changed: all its versions, its slides as they stand, its template and pictures."""

from __future__ import annotations

import asyncio
from typing import Any

from langgraph.runtime import Runtime
from langgraph.types import Command

from kasen.errors import InputError, KasenError
from kasen.team import Artifacts, Deps, Earlier
from kasen.teams.slides.pictures.keeping import carried
from kasen.teams.slides.schemas.deck import Deck
from kasen.teams.slides.schemas.part import Lang
from kasen.teams.slides.schemas.prior import Prior
from kasen.teams.slides.schemas.result import Result
from kasen.teams.slides.state import DECK, PPTX, TEMPLATE, Asked
from kasen.teams.slides.template.reading import read

JSON = "application/json"


async def opener(state: Asked, runtime: Runtime[Deps]) -> Command[Any]:
    """Take the deck over, so that this run depends on no other; a version that is wanted back goes straight on.

    Raises InputError where there is no deck to change, or no such version.
    """
    deps, request = runtime.context, state["request"]
    kept, result = _kept(deps)
    deck = result.deck
    if deck is None:
        raise InputError("that run made no deck", hint="Give a run that did: `kasen runs list`.")
    wanted = request.restore
    known = {one.number for one in result.versions}
    if wanted and wanted not in known:
        raise InputError(f"the deck has no version {wanted}; it has: {', '.join(map(str, sorted(known)))}")
    await _history(deps, kept, max(known))
    template = await kept.read(TEMPLATE)
    await deps.artifacts.write(TEMPLATE, template, PPTX)
    if deck.logo:
        await deps.artifacts.write(deck.logo, await kept.read(deck.logo), "image/png")
    await carried(deps, result.drawn)
    lang: Lang = "ja" if deps.lang == "ja" else "en"
    bundled = result.template in ("light", "dark", "business")
    design = await asyncio.to_thread(read, template, name=result.template, bundled=bundled, lang=lang)
    prior = Prior(deck=deck, version=wanted or max(known), versions=result.versions, template=result.template)
    if wanted:
        prior = prior.model_copy(update={"deck": Deck.model_validate_json(await kept.read(DECK, wanted))})
    deps.note(
        f"{len(deck.slides)} 枚・第{prior.version}版"
        if lang == "ja"
        else f"{len(deck.slides)} slides, version {prior.version}"
    )
    update = {
        "lang": lang,
        "design": design,
        "prior": prior,
        "figures": list(result.figures),
        "drawn": list(result.drawn),
    }
    return Command(update=update, goto="republisher" if wanted else "editor")


def _kept(deps: Deps) -> tuple[Artifacts, Result]:
    earlier: Earlier | None = deps.earlier
    if earlier is None:
        raise InputError("there is no deck to change", hint='kasen slides edit RUN "slide 3: …"')
    kept = deps.repeats or earlier.artifacts
    if kept is None:
        raise InputError(f"the files of run {earlier.run_id} are not to be had any more")
    return kept, Result.model_validate(earlier.result)


async def _history(deps: Deps, kept: Artifacts, last: int) -> None:
    """All versions of the deck, in order, so that version n here is version n there."""
    for number in range(1, last + 1):
        try:
            await deps.artifacts.write("deck.pptx", await kept.read("deck.pptx", number), PPTX)
            await deps.artifacts.write(DECK, await kept.read(DECK, number), JSON)
        except KasenError as error:
            raise InputError(f"version {number} of the deck cannot be read: {error}") from error

"""What a run writes when a deck was changed, and what it says when nothing was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kasen.errors import UnknownName
from kasen.team import Artifacts, Deps
from kasen.teams.slides.page.html import html
from kasen.teams.slides.page.markdown import markdown
from kasen.teams.slides.schemas.deck import Deck
from kasen.teams.slides.schemas.result import Result, Version

CALLED = 40
"""Characters of a deck's title in the name of a folder."""


async def answered(deps: Deps, before: Result, reply: str, notes: Sequence[str]) -> Result:
    """The deck as it was, and the sentence that says why."""
    said = reply or (notes[0] if notes else "")
    for note in notes:
        if note != said:
            await deps.emit("warning", text=note)
    deps.note(said[:120])
    return before.model_copy(update={"outcome": "answered", "unchanged": True, "reply": said, "notes": tuple(notes)})


async def new_version(deps: Deps, result: Result, pictures: Mapping[str, bytes], told: str) -> None:
    """The pages of a changed deck; `told`: what changed, as Markdown."""
    await deps.artifacts.write("diff.md", told.encode(), "text/markdown")
    await deps.artifacts.write("deck.md", markdown(result).encode(), "text/markdown")
    await deps.artifacts.write("deck.html", html(result, pictures).encode(), "text/html")
    deps.note(result.reply[:120])


def version_of(deps: Deps, number: int, wish: str, changed: tuple[str, ...], told: str = "") -> Version:
    """The line of the history for a version that is made now; `told`: what became of which slides."""
    made, what = deps.now().date().isoformat(), " ".join(wish.split())[:120]
    return Version(number=number, made=made, what=what, changed=changed, told=told, run_id=deps.run_id)


def called(deck: Deck, number: int) -> str:
    """What the files of a version are called: the title of the deck, and the number."""
    return f"{deck.title[:CALLED]} v{number}".strip()


async def taken_over(into: Artifacts, kept: Artifacts, name: str, last: int, media_type: str) -> None:
    """All versions of an artifact, in order, so that version n here is version n there.

    Those that are here already are not written again. Raises UnknownName where one is gone.
    """
    for number in range(1, last + 1):
        if not await _has(into, name, number):
            await into.write(name, await kept.read(name, number), media_type)


async def _has(place: Artifacts, name: str, number: int) -> bool:
    try:
        await place.read(name, number)
    except UnknownName:
        return False
    return True

"""What an edit did to which slides, by the numbers that a person sees."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from difflib import SequenceMatcher

from kasen.teams.slides import wording
from kasen.teams.slides.schemas.deck import Deck
from kasen.teams.slides.schemas.part import Lang


def told(before: Deck, after: Deck, changed: Collection[str], lang: Lang, *, moved: Collection[str] = ()) -> str:
    """`slide 3 changed, slide 5 moved to 2`; empty where both are the same.

    `changed`: ids of slides whose parts are otherwise than before, beside those that say something else; `moved`:
    those that were meant to be moved, where that is known, for the others only make room. What changed or came has its
    number after the edit, what was deleted the one before.
    """
    old, new = ([slide.id for slide in deck.slides] for deck in (before, after))
    known = {slide.id: slide for slide in before.slides}
    otherwise = {*changed, *(one.id for one in after.slides if known.get(one.id, one) != one)}
    words = []
    for name, numbers in (
        ("deleted", [n for n, id in enumerate(old, start=1) if id not in new]),
        ("changed", [n for n, id in enumerate(new, start=1) if id in otherwise and id in old]),
        ("added", [n for n, id in enumerate(new, start=1) if id not in old]),
    ):
        words += [_listed(name, numbers, lang)] if numbers else []
    words += [
        wording.said("slide_moved", lang, n=old.index(id) + 1, to=new.index(id) + 1) for id in _moved(old, new, moved)
    ]
    return ("、" if lang == "ja" else ", ").join(words)


def reply_of(what: str, lang: Lang, *, number: int, restores: int, said: str) -> str:
    """The last words of an edit: the version, what became of which slides, and what the editor said of it."""
    values = {"n": number, "old": restores, "what": what}
    name = ("restored" if restores else "version") + ("" if what else "_same")
    sentence = wording.said(name, lang, **values)
    return f"{sentence}{'' if lang == 'ja' else ' '}{said}".strip() if said and not restores else sentence


def _listed(name: str, numbers: Sequence[int], lang: Lang) -> str:
    if len(numbers) == 1:
        return wording.said(f"slide_{name}", lang, n=numbers[0])
    if lang == "ja":
        return wording.said(f"slides_{name}", lang, n="・".join(map(str, numbers)))
    listed = f"{', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"
    return wording.said(f"slides_{name}", lang, n=listed)


def _moved(old: Sequence[str], new: Sequence[str], meant: Collection[str]) -> list[str]:
    """Ids of slides that stand elsewhere among those that stayed."""
    kept_old, kept_new = [id for id in old if id in new], [id for id in new if id in old]
    if kept_old == kept_new:
        return []
    if known := [id for id in kept_new if id in meant]:
        return known
    matches = SequenceMatcher(None, kept_old, kept_new, autojunk=False).get_matching_blocks()
    stayed = {id for block in matches for id in kept_new[block.b : block.b + block.size]}
    return [id for id in kept_new if id not in stayed]

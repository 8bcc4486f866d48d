"""Notes for a slide of a deck that has none."""

from __future__ import annotations

import io
from typing import Any

from kasen.errors import InputError
from kasen.teams.slides.editing.package import MAIN, Package, Relation

_NOTES, _MASTER = "/notesSlide", "/notesMaster"


def with_notes(package: Package, slide: str) -> str:
    """Give a slide an empty page of notes, and the deck a master for it where there is none; returns its part.

    Raises InputError for a deck that is too damaged for that.
    """
    place = package.slides().index(slide)
    other = _noted(package, place)
    theirs = other.slides()[place]
    relation = next(one for one in other.relations(theirs) if one.type.endswith(_NOTES))
    names = {theirs: slide}
    master = next(one for one in other.relations(relation.target) if one.type.endswith(_MASTER))
    own = next((one.target for one in package.relations(MAIN) if one.type.endswith(_MASTER)), "")
    if own:
        names[master.target] = own
    known = set(names)
    for one in (relation.target, *(() if own else (master.target, *_followed(other, master.target)))):
        names[one] = package.free(one, names.values())
    for theirs_part in [one for one in names if one not in known]:
        package.take(other, theirs_part, names)
    if not own:
        _relate(package, MAIN, Relation("", master.type, names[master.target]))
    old = [one for one in package.relations(slide) if not one.type.endswith(_NOTES)]
    package.related(slide, old)
    _relate(package, slide, Relation("", relation.type, names[relation.target]))
    return names[relation.target]


def _noted(package: Package, place: int) -> Package:
    from pptx import Presentation
    from pptx.exc import PythonPptxError

    try:
        deck = Presentation(io.BytesIO(package.saved()))
        return _with_a_page(deck, place)
    except (PythonPptxError, AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        hint = "Open and save it in PowerPoint, and give it again."
        raise InputError("the deck is damaged: a slide of it can be given no notes", hint=hint) from error


def _with_a_page(deck: Any, place: int) -> Package:
    slide = deck.slides[place]
    if slide.has_notes_slide:
        slide.part.drop_rel(next(id for id, one in slide.part.rels.items() if one.reltype.endswith(_NOTES)))
    slide.notes_slide.notes_text_frame  # noqa: B018  (made when it is asked for)
    stream = io.BytesIO()
    deck.save(stream)
    return Package.opened(stream.getvalue())


def _followed(package: Package, part: str) -> list[str]:
    return [one.target for one in package.relations(part) if not one.is_external and one.target in package.parts]


def _relate(package: Package, part: str, relation: Relation) -> None:
    known = package.relations(part)
    taken = {one.id for one in known}
    id = next(id for n in range(1, len(taken) + 2) if (id := f"rId{n}") not in taken)
    package.related(part, [*known, Relation(id, relation.type, relation.target, relation.is_external)])

"""Changed slides put into the old file: fitted, built alone, and grafted; all other parts stay byte for byte."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import TypeAlias

from kasen.teams.slides.building.build import build
from kasen.teams.slides.editing.package import Package
from kasen.teams.slides.fitting.fitting import fitted
from kasen.teams.slides.schemas.arrangement import Arrangement
from kasen.teams.slides.schemas.deck import Deck, Slide
from kasen.teams.slides.schemas.design import DesignContext
from kasen.teams.slides.schemas.edit import Change

Place: TypeAlias = "tuple[int, str, Arrangement | None, Slide]"
"""Where a slide stood, the name of its part in the file, how it is arranged where it is new, and the slide."""


@dataclass(frozen=True)
class Grafted:
    """The new file, its deck, and which positions of it are new."""

    pptx: bytes
    deck: Deck
    fresh: dict[int, Arrangement]
    """Position in the new deck, from 1 → how that slide is arranged."""
    of: dict[int, int]
    """The same positions → where the slide stood before that it is, or is a part of."""


@dataclass(frozen=True)
class Stock:
    """What changed slides are built with."""

    design: DesignContext
    template: bytes
    pictures: Mapping[str, bytes]


def grafted(
    old: bytes, deck: Deck, changes: Sequence[Change], stock: Stock, *, tight: Mapping[int, Mapping[str, float]]
) -> Grafted:
    """The file with these changes; `tight`: position before → content → share of its height that may be used."""
    by_position = {one.position: one for one in changes}
    arranged = _arranged(deck, changes, stock.design, tight)
    new = _new_deck(deck, by_position, arranged)
    parts = [part for position in sorted(arranged) for part in arranged[position]]
    package = Package.opened(old)
    names = package.slides()
    built = Package.opened(build(stock.template, stock.design, new, parts, pictures=stock.pictures)) if parts else None
    places = _moved(_put(package, built, deck, by_position, arranged), by_position)
    if [name for _, name, _, _ in places] != names:
        package.ordered([name for _, name, _, _ in places])
    final = new.model_copy(update={"slides": tuple(slide for _, _, _, slide in places)})
    shown = {n: part for n, (_, _, part, _) in enumerate(places, start=1) if part is not None}
    of = {n: position for n, (position, _, part, _) in enumerate(places, start=1) if part is not None}
    return Grafted(package.saved(), final, shown, of)


def _apart(parts: Sequence[Arrangement], taken: set[str]) -> list[Arrangement]:
    """The parts of a changed slide: the first keeps its id, each further one gets one that no slide has."""
    found = list(parts[:1])
    for part in parts[1:]:
        stem = part.slide.id.partition(".")[0]
        id = next(id for n in count(2) if (id := f"{stem}.{n}") not in taken)
        taken.add(id)
        found.append(part.model_copy(update={"slide": part.slide.model_copy(update={"id": id})}))
    return found


def _new_deck(deck: Deck, changes: Mapping[int, Change], arranged: Mapping[int, Sequence[Arrangement]]) -> Deck:
    """The deck whose references are all still named, so that the numbers of citations on other slides stay."""
    slides: list[Slide] = []
    for position, slide in enumerate(deck.slides, start=1):
        if position in arranged:
            slides += [part.slide for part in arranged[position]]
        elif position not in changes or changes[position].after:
            slides.append(slide)
    return deck.model_copy(update={"slides": tuple(slides)})


def _arranged(
    deck: Deck, changes: Sequence[Change], design: DesignContext, tight: Mapping[int, Mapping[str, float]]
) -> dict[int, list[Arrangement]]:
    """Position of a slide that is built anew → how it, or the slides in its place, are arranged."""
    taken = {slide.id for slide in deck.slides}
    return {
        one.position: _apart(
            [part for slide in one.after for part in fitted(slide, deck, design, tighten=tight.get(one.position, {}))],
            taken,
        )
        for one in changes
        if one.after and one.after != (one.before,)
    }


def _put(
    package: Package,
    built: Package | None,
    deck: Deck,
    changes: Mapping[int, Change],
    arranged: Mapping[int, Sequence[Arrangement]],
) -> list[Place]:
    """Takes slides out of the file and puts those that were built in; what then stands in it, in the old order."""
    places: list[Place] = []
    fresh = iter(built.slides() if built is not None else ())
    for position, name in enumerate(package.slides(), start=1):
        change = changes.get(position)
        if change is not None and not change.after:
            package.dropped(name)
        elif position in arranged and built is not None:
            first, *others = arranged[position]
            package.replaced(name, built, next(fresh))
            places.append((position, name, first, first.slide))
            places += [(position, package.added(built, next(fresh)), part, part.slide) for part in others]
        else:
            places.append((position, name, None, deck.slides[position - 1]))
    return places


def _moved(places: list[Place], changes: Mapping[int, Change]) -> list[Place]:
    for change in changes.values():
        if change.moved_to:
            mine = [place for place in places if place[0] == change.position]
            rest = [place for place in places if place[0] != change.position]
            at = min(change.moved_to - 1, len(rest))
            places = [*rest[:at], *mine, *rest[at:]]
    return places

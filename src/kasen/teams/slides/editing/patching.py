"""A deck that no run made, with other words: only the parts of slides that change are written, all others stay."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from kasen.teams.slides.editing.leaving import dropped
from kasen.teams.slides.editing.listing import notes_part, notes_spot, sheets_of, spots
from kasen.teams.slides.editing.noting import with_notes
from kasen.teams.slides.editing.package import Package, parsed, written
from kasen.teams.slides.editing.paragraphs import write
from kasen.teams.slides.editing.sizes import Sizes, shrunk
from kasen.teams.slides.schemas.texts import NOTES, FileChange, Sheet, TextChange


class Patched(NamedTuple):
    """The new file, and what could not be carried out."""

    pptx: bytes
    sheets: list[Sheet]
    locked: tuple[tuple[int, str], ...] = ()
    """Slide and text with a formula, whose words were left alone."""
    unlinked: tuple[int, ...] = ()
    """Slides, by their numbers before, that linked to one that is gone."""


def patched(old: bytes, change: FileChange) -> Patched:
    """The file with these changes. Raises InputError for what is no package of slides."""
    package = Package.opened(old)
    sheets = sheets_of(package)
    by_slide: dict[int, list[TextChange]] = defaultdict(list)
    for one in change.texts:
        by_slide[one.slide].append(one)
    locked: list[tuple[int, str]] = []
    sizes = Sizes(package)
    for sheet in sheets:
        if sheet.number in by_slide and sheet.number not in change.delete:
            locked += _reworded(package, sheet, by_slide[sheet.number], sizes)
    unlinked = [
        sheet.number
        for sheet in sheets
        if sheet.number not in change.delete and _loses(package, sheet, sheets, change.delete)
    ]
    order = ordered([sheet.number for sheet in sheets], change)
    parts = {sheet.number: sheet.part for sheet in sheets}
    for number in change.delete:
        dropped(package, parts[number])
    if order != [sheet.number for sheet in sheets]:
        package.ordered([parts[number] for number in order])
    return Patched(package.saved(), sheets_of(package), tuple(locked), tuple(unlinked))


def ordered(numbers: Sequence[int], change: FileChange) -> list[int]:
    """The slides that stay, in their new order, by the numbers that they had."""
    left = [number for number in numbers if number not in change.delete]
    for slide, to in change.move:
        if slide in left:
            left.remove(slide)
            left.insert(max(0, min(to - 1, len(left))), slide)
    return left


def _loses(package: Package, sheet: Sheet, sheets: Sequence[Sheet], gone: Sequence[int]) -> bool:
    parts = {one.part for one in sheets if one.number in gone}
    return any(one.target in parts and not one.is_external for one in package.relations(sheet.part))


def _reworded(package: Package, sheet: Sheet, changes: Sequence[TextChange], sizes: Sizes) -> list[tuple[int, str]]:
    """Write the words of one slide into its part, and what is spoken into that of its notes."""
    locked = []
    root = parsed(package.parts[sheet.part])
    bodies = {spot.text.id: spot for spot in spots(root)}
    touched = False
    for one in changes:
        if one.shape == NOTES:
            _spoken(package, sheet, one)
        elif one.shape in bodies:
            spot = bodies[one.shape]
            if not write(spot.body, one.lines):
                locked.append((sheet.number, one.shape))
                continue
            touched = True
            if one.shrink < 1.0:
                shrunk(spot.body, sizes.of(package, sheet.part, spot), one.shrink)
    if touched:
        package.parts[sheet.part] = written(root)
    return locked


def _spoken(package: Package, sheet: Sheet, change: TextChange) -> None:
    part = notes_part(package, sheet.part)
    spot = None
    if part:
        root = parsed(package.parts[part])
        spot = notes_spot(root)
    if not part or spot is None:
        part = with_notes(package, sheet.part)
        root = parsed(package.parts[part])
        spot = notes_spot(root)
    if spot is not None and write(spot.body, change.lines):
        package.parts[part] = written(root)

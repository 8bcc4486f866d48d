"""The texts of a deck that no run made, slide by slide, each under an id."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kasen.errors import InputError
from kasen.teams.slides.editing.package import MAIN, Package, parsed
from kasen.teams.slides.editing.paragraphs import lines_of
from kasen.teams.slides.schemas.texts import NOTES, Sheet, Text, TextKind
from kasen.teams.slides.template.xml import Element, at, local, name, number

_SHAPES = ("sp", "grpSp", "graphicFrame", "cxnSp", "pic", "contentPart")
"""What counts as a shape of a slide, in the order of the file."""
_TITLES = ("title", "ctrTitle")
_FIELDS = ("dt", "sldNum")
"""Placeholders that PowerPoint fills."""
_DEEPEST = 12
_REPAIR = "Open and save it in PowerPoint, and give it again."


class Spot(NamedTuple):
    """One text body of a slide."""

    text: Text
    body: Element


class Place(NamedTuple):
    """Where a shape stands: see `tools.office.model.Extent`."""

    order: int
    member: int | None = None


def sheets_of(package: Package) -> list[Sheet]:
    """All slides with their texts, in the order of the deck. Raises InputError for one that lacks a slide."""
    if any(part not in package.parts for part in package.slides()):
        raise InputError("the deck is damaged: it names a slide that is not in the file", hint=_REPAIR)
    numbers = slide_numbers(package)
    return [_sheet(package, n, part, numbers.get(part, n)) for n, part in enumerate(package.slides(), start=1)]


def slide_numbers(package: Package) -> dict[str, int]:
    """Part of a slide → the number that the presentation has given it for good."""
    root = parsed(package.parts[MAIN])
    targets = {one.id: one.target for one in package.relations(MAIN)}
    listed = root.iterfind(f"{name('p:sldIdLst')}/{name('p:sldId')}")
    return {targets[id]: number(one, "id") for one in listed if (id := one.get(name("r:id"), "")) in targets}


def notes_part(package: Package, slide: str) -> str:
    """The part of its notes; empty where it has none."""
    found = (one.target for one in package.relations(slide) if one.type.endswith("/notesSlide"))
    return next((part for part in found if part in package.parts), "")


def spots(root: Element) -> list[Spot]:
    """The text bodies of a slide, in order, under their ids."""
    return [
        Spot(text.model_copy(update={"id": f"T{n}"}), body)
        for n, (text, body) in enumerate(_walk(at(root, "p:cSld", "p:spTree")), start=1)
    ]


def notes_spot(root: Element) -> Spot | None:
    """The text body of a page of notes."""
    for shape in _shapes(at(root, "p:cSld", "p:spTree")):
        about = at(shape, "p:nvSpPr", "p:nvPr", "p:ph")
        body = at(shape, "p:txBody")
        if about is not None and about.get("type") == "body" and body is not None:
            return Spot(Text(id=NOTES, kind="notes", lines=lines_of(body)), body)
    return None


def _sheet(package: Package, number: int, part: str, id: int) -> Sheet:
    root = parsed(package.parts[part])
    texts = [spot.text for spot in spots(root)]
    notes = notes_part(package, part)
    spoken = notes_spot(parsed(package.parts[notes])) if notes else None
    texts.append(spoken.text if spoken else Text(id=NOTES, kind="notes"))
    return Sheet(number=number, id=f"s-{id}", part=part, texts=tuple(texts), holds=tuple(_holds(root)))


def _shapes(tree: Element | None) -> list[Element]:
    return [] if tree is None else [shape for shape in tree if local(shape) in _SHAPES]


def _walk(tree: Element | None) -> Iterator[Spot]:
    for order, shape in enumerate(_shapes(tree)):
        if local(shape) == "grpSp":
            for member, inner in enumerate(_members(shape, 0)):
                yield from _texts(inner, Place(order, member))
        else:
            yield from _texts(shape, Place(order))


def _members(group: Element, depth: int) -> Iterator[Element]:
    for shape in _shapes(group):
        if local(shape) == "grpSp":
            if depth < _DEEPEST:
                yield from _members(shape, depth + 1)
        else:
            yield shape


def _texts(shape: Element, place: Place) -> Iterator[Spot]:
    if local(shape) == "graphicFrame":
        yield from _cells(shape, place)
        return
    body = at(shape, "p:txBody")
    kind = _kind(shape)
    if body is None or kind is None:
        return
    lines = lines_of(body)
    if kind in ("text", "footer") and not any(line.text.strip() for line in lines):
        return
    about = at(shape, "p:nvSpPr", "p:cNvPr")
    called = "" if about is None else about.get("name") or ""
    yield Spot(Text(id="", kind=kind, name=called[:80], lines=lines, order=place.order, member=place.member), body)


def _kind(shape: Element) -> TextKind | None:
    """None for what PowerPoint fills itself."""
    about = at(shape, "p:nvSpPr", "p:nvPr", "p:ph")
    if about is None:
        return "text"
    kind = about.get("type") or "obj"
    if kind in _FIELDS:
        return None
    if kind in _TITLES:
        return "title"
    return "subtitle" if kind == "subTitle" else "footer" if kind in ("ftr", "hdr") else "body"


def _cells(frame: Element, place: Place) -> Iterator[Spot]:
    table = at(frame, "a:graphic", "a:graphicData", "a:tbl")
    rows = [] if table is None else table.findall(name("a:tr"))
    for row, line in enumerate(rows, start=1):
        for column, cell in enumerate(line.findall(name("a:tc")), start=1):
            body = at(cell, "a:txBody")
            if body is None or cell.get("hMerge") in ("1", "true") or cell.get("vMerge") in ("1", "true"):
                continue
            where = {"name": f"row {row}, column {column}", "order": place.order, "member": place.member}
            yield Spot(Text(id="", kind="cell", lines=lines_of(body), **where), body)


def _holds(root: Element) -> Iterator[str]:
    kinds = {
        "chart": "chart", "diagram": "diagram", "oleObject": "object", "slicer": "object", "table": "",
    }  # fmt: skip
    found = {kinds.get((one.get("uri") or "").rpartition("/")[2], "object") for one in root.iter(name("a:graphicData"))}
    if next(root.iter(name("p:pic")), None) is not None:
        found.add("picture")
    yield from sorted(kind for kind in found if kind)

"""A .pptx as its parts: some are replaced, all others are carried over byte for byte."""

from __future__ import annotations

import posixpath
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from io import BytesIO

from lxml import etree

from kasen.errors import InputError
from kasen.teams.slides.editing.sections import resorted

CONTENT_TYPES = "[Content_Types].xml"
MAIN = "ppt/presentation.xml"
_EPOCH = (1980, 1, 1, 0, 0, 0)
_TYPES = "{http://schemas.openxmlformats.org/package/2006/content-types}"
_RELATIONS = "{http://schemas.openxmlformats.org/package/2006/relationships}"
_OFFICE = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_SLIDES = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_SLIDE, _NOTES = "/slide", "/notesSlide"
_NUMBER = re.compile(r"\d+(?=\.[^.]+$)")
SHARED = ("/slideLayout", "/notesMaster", "/slideMaster", "/theme")
"""Ends of types of relationships to what all slides share; parts behind any other belong to their slide."""


@dataclass(frozen=True)
class Relation:
    """One relationship of a part."""

    id: str
    type: str
    target: str
    """Name of a part, or an address."""
    is_external: bool = False


@dataclass
class Package:
    """Names and bytes of the parts, in the order of the file. Parts are named without a leading slash."""

    parts: dict[str, bytes]
    types: dict[str, str] = field(default_factory=dict)
    """Part → content type, where the file names it."""
    defaults: dict[str, str] = field(default_factory=dict)
    """Ending of a name → content type."""

    @classmethod
    def opened(cls, data: bytes) -> Package:
        """The parts of a file. Raises InputError for what is no package of slides."""
        try:
            with zipfile.ZipFile(BytesIO(data)) as file:
                parts = {entry.filename: file.read(entry) for entry in file.infolist() if not entry.is_dir()}
            root = parsed(parts[CONTENT_TYPES])
        except (zipfile.BadZipFile, KeyError, etree.XMLSyntaxError, RuntimeError, NotImplementedError) as error:
            raise InputError("the deck is no .pptx that can be read") from error
        if MAIN not in parts:
            raise InputError("the deck is no .pptx that can be read")
        types = {
            one.get("PartName", "").lstrip("/"): one.get("ContentType", "") for one in root.iter(f"{_TYPES}Override")
        }
        defaults = {
            one.get("Extension", "").lower(): one.get("ContentType", "") for one in root.iter(f"{_TYPES}Default")
        }
        return cls(parts, types, defaults)

    def type_of(self, name: str) -> str:
        """Content type of a part."""
        return self.types.get(name) or self.defaults.get(name.rpartition(".")[2].lower(), "")

    def relations(self, name: str) -> list[Relation]:
        """The relationships of a part, in the order of the file."""
        data = self.parts.get(relations_name(name))
        return list(_relations(name, data)) if data is not None else []

    def slides(self) -> list[str]:
        """Names of the slides' parts, in the order of the deck."""
        targets = {one.id: one.target for one in self.relations(MAIN)}
        listed = parsed(self.parts[MAIN]).find(f"{_SLIDES}sldIdLst")
        ids = [one.get(f"{_OFFICE}id", "") for one in listed] if listed is not None else []
        return [targets[id] for id in ids if id in targets]

    def owned(self, slide: str) -> list[str]:
        """The parts that are a slide's alone: itself, notes, charts, workbooks, pictures that no other part uses."""
        mine = self._reached(slide)
        used = {one.target for name in self._holders() if name not in mine for one in self.relations(name)}
        return [name for name in mine if name == slide or name not in used]

    def _reached(self, slide: str) -> dict[str, None]:
        found: dict[str, None] = {}
        waiting = [slide]
        while waiting:
            name = waiting.pop()
            if name in found or name not in self.parts:
                continue
            found[name] = None
            waiting += [
                one.target
                for one in self.relations(name)
                if not one.is_external and not one.type.endswith((*SHARED, _SLIDE))
            ]
        return found

    def _holders(self) -> Iterator[str]:
        """Parts that have relationships of their own."""
        for name in self.parts:
            folder, file = posixpath.split(name)
            if posixpath.basename(folder) == "_rels" and file.endswith(".rels"):
                yield posixpath.join(posixpath.dirname(folder), file.removesuffix(".rels"))

    def dropped(self, slide: str) -> None:
        """Take out a slide's own parts; the presentation still names it."""
        for name in self.owned(slide):
            for gone in (name, relations_name(name)):
                self.parts.pop(gone, None)
                self.types.pop(gone, None)

    def replaced(self, slide: str, other: Package, source: str) -> None:
        """Put the slide `source` of another package, with all that belongs to it, in the place of a slide of this one.

        The slide keeps its name, and so its place; what it shares (layout, notes master) must have the same name in
        both packages. Every part that is neither its own nor new stays as it is.
        """
        self.dropped(slide)
        self._taken(other, source, slide)

    def added(self, other: Package, source: str) -> str:
        """Take over a slide of another package under a name of its own; the presentation does not name it yet."""
        name = self.free(source)
        self._taken(other, source, name)
        return name

    def _taken(self, other: Package, source: str, name: str) -> None:
        mine = list(other._reached(source))
        names: dict[str, str] = {source: name}
        for one in mine:
            names.setdefault(one, self.free(one, names.values()))
        for old in names:
            self.take(other, old, names)

    def take(self, other: Package, part: str, names: Mapping[str, str]) -> None:
        """Take over one part of another package with its relationships, under these names."""
        new = names[part]
        self.parts[new] = other.parts[part]
        self._typed(new, other.type_of(part))
        relations = other.relations(part)
        if relations:
            self.parts[relations_name(new)] = _written(new, relations, names)

    def related(self, part: str, relations: list[Relation]) -> None:
        """Give a part these relationships and no other."""
        self.parts[relations_name(part)] = _written(part, relations, {})

    def _typed(self, name: str, kind: str) -> None:
        ending = name.rpartition(".")[2].lower()
        if kind and self.defaults.get(ending) != kind:
            if ending in self.defaults or name.endswith(".xml"):
                self.types[name] = kind
            else:
                self.defaults[ending] = kind

    def free(self, name: str, taken: Iterable[str] = ()) -> str:
        """The name, with another number where it is taken."""
        used = {*self.parts, *taken}
        if name not in used:
            return name
        stem, dot, ending = name.rpartition(".")
        base = _NUMBER.sub("", name).rpartition(".")[0] or stem
        number = 1
        while f"{base}{number}{dot}{ending}" in used:
            number += 1
        return f"{base}{number}{dot}{ending}"

    def ordered(self, slides: list[str]) -> None:
        """Show these slides in this order: those that are new are named, those that are missing are not any more."""
        relations = self.relations(MAIN)
        by_target = {one.target: one for one in relations if one.type.endswith(_SLIDE)}
        kept = [one for one in relations if not one.type.endswith(_SLIDE) or one.target in slides]
        kind = next((one.type for one in by_target.values()), _SLIDE)
        ids = {one.id for one in relations}
        for name in slides:
            if name not in by_target:
                fresh = next(id for n in range(1, len(ids) + 2) if (id := f"rId{n}") not in ids)
                ids.add(fresh)
                by_target[name] = Relation(fresh, kind, name)
                kept.append(by_target[name])
        self.parts[MAIN] = _listed(self.parts[MAIN], [by_target[name].id for name in slides])
        self.parts[relations_name(MAIN)] = _written(MAIN, kept, {})

    def saved(self) -> bytes:
        """The file; the same parts give the same bytes."""
        self.parts[CONTENT_TYPES] = self._content_types()
        stream = BytesIO()
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as file:
            for name, data in self.parts.items():
                info = zipfile.ZipInfo(name, _EPOCH)
                info.compress_type = zipfile.ZIP_DEFLATED
                file.writestr(info, data)
        return stream.getvalue()

    def _content_types(self) -> bytes:
        """As it was, unless parts came or went."""
        root = parsed(self.parts[CONTENT_TYPES])
        known = {one.get("PartName", "").lstrip("/") for one in root.iter(f"{_TYPES}Override")}
        endings = {one.get("Extension", "").lower() for one in root.iter(f"{_TYPES}Default")}
        if known == set(self.types) and endings == set(self.defaults):
            return self.parts[CONTENT_TYPES]
        for one in list(root.iter(f"{_TYPES}Override")):
            if one.get("PartName", "").lstrip("/") not in self.types:
                root.remove(one)
        for ending in sorted(set(self.defaults) - endings):
            root.insert(
                0, root.makeelement(f"{_TYPES}Default", {"Extension": ending, "ContentType": self.defaults[ending]})
            )
        for name in sorted(set(self.types) - known):
            root.append(
                root.makeelement(f"{_TYPES}Override", {"PartName": f"/{name}", "ContentType": self.types[name]})
            )
        return written(root)


def relations_name(part: str) -> str:
    """Where the relationships of a part stand."""
    folder, file = posixpath.split(part)
    return posixpath.join(folder, "_rels", f"{file}.rels")


def parsed(data: bytes) -> etree._Element:
    """XML without entities, DTD or network. Raises etree.XMLSyntaxError."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    return etree.fromstring(data, parser)


def _relations(part: str, data: bytes) -> Iterator[Relation]:
    folder = posixpath.dirname(part)
    for one in parsed(data).iter(f"{_RELATIONS}Relationship"):
        target, is_external = one.get("Target", ""), one.get("TargetMode") == "External"
        if not is_external:
            target = (
                target.lstrip("/") if target.startswith("/") else posixpath.normpath(posixpath.join(folder, target))
            )
        yield Relation(one.get("Id", ""), one.get("Type", ""), target, is_external)


def _written(part: str, relations: list[Relation], names: Mapping[str, str]) -> bytes:
    """Relationships of a part, with parts that got other names under these."""
    root = etree.Element(f"{_RELATIONS}Relationships", nsmap={None: _RELATIONS.strip("{}")})
    folder = posixpath.dirname(part)
    for one in relations:
        target = one.target if one.is_external else posixpath.relpath(names.get(one.target, one.target), folder)
        values = {"Id": one.id, "Type": one.type, "Target": target}
        etree.SubElement(
            root, f"{_RELATIONS}Relationship", {**values, **({"TargetMode": "External"} if one.is_external else {})}
        )
    return written(root)


def _listed(presentation: bytes, ids: list[str]) -> bytes:
    """The presentation that shows the slides of these relationships; each keeps its number, new ones get the next."""
    root = parsed(presentation)
    listed = root.find(f"{_SLIDES}sldIdLst")
    if listed is None:
        listed = root.makeelement(f"{_SLIDES}sldIdLst", {})
        masters = root.find(f"{_SLIDES}sldMasterIdLst")
        root.insert(0 if masters is None else root.index(masters) + 1, listed)
    known = {one.get(f"{_OFFICE}id", ""): one.get("id", "") for one in listed}
    following = max([255, *(int(number) for number in known.values() if number.isdecimal())]) + 1
    for one in list(listed):
        listed.remove(one)
    numbers = []
    for id in ids:
        numbers.append(known.get(id) or str(following))
        following += id not in known
        etree.SubElement(listed, f"{_SLIDES}sldId", {"id": numbers[-1], f"{_OFFICE}id": id})
    resorted(root, numbers, ids)
    return written(root)


def written(root: etree._Element) -> bytes:
    """A part as bytes."""
    return bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True))

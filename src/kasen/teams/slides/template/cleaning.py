"""A copy of a presentation that holds masters, layouts, themes and their pictures, and nothing else.

What is kept is told by kind of relationship, from the presentation on; what no kept relationship leads to is not there
any more: slides, notes, comments, macros, add-ins, embedded objects, files elsewhere, data of the person who made it.
"""

from __future__ import annotations

import io
import posixpath
import zipfile
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from kasen.teams.slides.template.mending import mend_layout, mend_master
from kasen.teams.slides.template.package import MB, Package, Unusable
from kasen.teams.slides.template.scrubbing import parsed_strictly, scrubbed
from kasen.teams.slides.template.xml import Element

_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OPC = "application/vnd.openxmlformats-package."
_MAIN = "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"
_SHOWS = (
    _MAIN,
    "application/vnd.openxmlformats-officedocument.presentationml.template.main+xml",
    "application/vnd.openxmlformats-officedocument.presentationml.slideshow.main+xml",
    "application/vnd.ms-powerpoint.presentation.macroenabled.main+xml",
    "application/vnd.ms-powerpoint.template.macroenabled.main+xml",
    "application/vnd.ms-powerpoint.slideshow.macroenabled.main+xml",
)
_PRESENTATION = "application/vnd.openxmlformats-officedocument.presentationml."
_XML = {
    "slideMaster": f"{_PRESENTATION}slideMaster+xml",
    "slideLayout": f"{_PRESENTATION}slideLayout+xml",
    "notesMaster": f"{_PRESENTATION}notesMaster+xml",
    "handoutMaster": f"{_PRESENTATION}handoutMaster+xml",
    "tableStyles": f"{_PRESENTATION}tableStyles+xml",
    "theme": "application/vnd.openxmlformats-officedocument.theme+xml",
    "themeOverride": "application/vnd.openxmlformats-officedocument.themeOverride+xml",
}
"""Kinds of relationships that are followed, and the type of what they lead to, whatever the file says it is."""
_MEND = {_XML["slideMaster"]: mend_master, _XML["slideLayout"]: mend_layout}
_BINARY = {
    ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".jfif": "image/jpeg", ".gif": "image/gif",
    ".bmp": "image/bmp", ".tif": "image/tiff", ".tiff": "image/tiff", ".emf": "image/x-emf", ".wmf": "image/x-wmf",
    ".svg": "image/svg+xml", ".wdp": "image/vnd.ms-photo", ".ico": "image/x-icon", ".fntdata": "application/x-fontdata",
}  # fmt: skip
_PACKED = (".png", ".jpg", ".jpeg", ".jfif", ".gif", ".wdp")
"""Suffixes of what does not become smaller."""
_CARRIED = ("image", "hdphoto", "font")
"""Kinds that lead to one of those."""
_WORDS = {
    "slide": "slides", "vbaProject": "macros", "extensibility": "add_ins", "webextensiontaskpanes": "add_ins",
    "webextension": "add_ins", "oleObject": "objects", "package": "objects", "control": "objects", "chart": "charts",
    "chartEx": "charts", "diagramData": "charts", "audio": "media", "video": "media", "media": "media",
}  # fmt: skip
"""What is told when it is left out; of properties, comments, tags and the like nothing is said."""
_LARGEST_XML_SUM = 96 * MB
_WEB = ("http", "https", "mailto")
_BAD_SVG = (
    b"<!DOCTYPE", b"<!ENTITY", b"<script", b"<foreignObject", b"javascript:", b"file:", b'href="http', b"href='http",
)  # fmt: skip
"""A picture that may run or fetch something; the file holds it as pixels too."""
_WORTH_A_WORD = {"macros", "add_ins", "objects", "charts", "media", "links", "programs", "outside", "slides"}


class Cleaned(NamedTuple):
    """The copy, and how many of each kind were taken out."""

    data: bytes
    taken: dict[str, int]


class _Relation(NamedTuple):
    id: str
    kind: str
    """Full type."""
    target: str
    """Name of a part, or an address."""
    external: bool

    @property
    def short(self) -> str:
        return self.kind.rpartition("/")[2]


@dataclass
class _Copy:
    package: Package
    parts: dict[str, bytes] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)
    relations: dict[str, list[_Relation]] = field(default_factory=dict)
    taken: Counter[str] = field(default_factory=Counter)
    xml: int = 0
    """Bytes of XML that were kept."""

    def follow(self, start: str) -> None:
        """Take over a part of XML and all that it leads to."""
        waiting = [(start, _MAIN)]
        while waiting:
            part, kind = waiting.pop()
            if part in self.parts:
                continue
            self.types[part] = kind
            if kind in _BINARY.values():
                self.parts[part] = self.package.read(part)
                continue
            kept = [each for each in _relations(self.package, part) if self._keeps(each)]
            self.relations[part] = kept
            ids = {each.id for each in kept}
            self.parts[part], started = scrubbed(self.package.read(part), ids, _MEND.get(kind))
            self.taken["programs"] += started
            self.xml += len(self.parts[part])
            if self.xml > _LARGEST_XML_SUM:
                raise Unusable("holds far more than the design of a presentation", "Delete layouts that are not used.")
            waiting += [(each.target, _type(each)) for each in kept if not each.external]

    def _keeps(self, relation: _Relation) -> bool:
        short = relation.short
        if relation.external:
            is_web = short == "hyperlink" and urlsplit(relation.target).scheme.lower() in _WEB
            self.taken["links"] += not is_web
            return is_web
        if not _type(relation):
            self.taken[_WORDS.get(short, "")] += 1
            return False
        return self.package.has(relation.target) and not self._is_bad_svg(relation.target)

    def _is_bad_svg(self, part: str) -> bool:
        if not part.lower().endswith(".svg"):
            return False
        svg = self.package.read(part)
        return any(sign in svg for sign in _BAD_SVG)


def _type(relation: _Relation) -> str:
    """The type of the part that it leads to; empty where it is not followed."""
    suffix = posixpath.splitext(relation.target)[1].lower()
    if relation.short in _XML:
        return _XML[relation.short] if suffix == ".xml" else ""
    return _BINARY.get(suffix, "") if relation.short in _CARRIED else ""


def cleaned(data: bytes) -> Cleaned:
    """The copy of a .pptx, .potx, .ppsx, or of one with macros. Raises Unusable where it cannot be made."""
    package = Package(data)
    types = _types(package)
    main = _main(package, types)
    copy = _Copy(package)
    copy.taken["outside"] += package.outside
    for relation in _relations(package, ""):
        copy.taken[_WORDS.get(relation.short, "")] += relation.target != main
    copy.follow(main)
    taken = {kind: count for kind, count in copy.taken.items() if count and kind in _WORTH_A_WORD}
    if "macroenabled" in types[f"/{main}".lower()].lower():
        taken.setdefault("macros", 1)
    return Cleaned(_packed(copy, main), taken)


def main_part(package: Package) -> str:
    """Name of the part that the presentation is. Raises Unusable where there is none."""
    return _main(package, _types(package))


def _types(package: Package) -> dict[str, str]:
    if not package.has("[Content_Types].xml"):
        what = "is an OpenDocument presentation" if package.has("mimetype") else "is no PowerPoint file"
        raise Unusable(what, "Save it as .pptx and give it again.")
    found: dict[str, str] = {}
    for each in parsed_strictly(package.read("[Content_Types].xml")):
        key = each.get("PartName") or f".{each.get('Extension') or ''}"
        found[key.lower()] = each.get("ContentType") or ""
    return found


def _main(package: Package, types: dict[str, str]) -> str:
    """The part that the presentation is."""
    for relation in _relations(package, ""):
        if relation.short == "officeDocument" and not relation.external and package.has(relation.target):
            kind = types.get(f"/{relation.target}".lower(), "")
            if kind.lower() in _SHOWS:
                return relation.target
            raise Unusable("is another kind of Office file, no presentation", "Give a .pptx or .potx file.")
    raise Unusable("is no PowerPoint file: no presentation is in it", "Give a .pptx or .potx file.")


def _relations(package: Package, part: str) -> list[_Relation]:
    folder, name = posixpath.split(part)
    path = posixpath.join(folder, "_rels", f"{name}.rels")
    if not package.has(path):
        return []
    found = []
    for each in parsed_strictly(package.read(path)):
        external = (each.get("TargetMode") or "").lower() == "external"
        target = each.get("Target") or ""
        found.append(
            _Relation(
                each.get("Id") or "", each.get("Type") or "", target if external else _inside(folder, target), external
            )
        )
    return found


def _inside(folder: str, target: str) -> str:
    """The name of a part that a relationship of a part in this folder leads to; it never leads out of the package."""
    path = unquote(target.partition("#")[0])
    joined = path if path.startswith("/") else posixpath.join("/", folder, path)
    return posixpath.normpath(joined).lstrip("/")


def _packed(copy: _Copy, main: str) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", _types_xml(copy.types))
        root = _Relation("rId1", f"{_OFFICE}officeDocument", main, external=False)
        archive.writestr("_rels/.rels", _relations_xml("", [root]))
        for part, data in copy.parts.items():
            archive.writestr(part, data, zipfile.ZIP_STORED if part.lower().endswith(_PACKED) else zipfile.ZIP_DEFLATED)
            if copy.relations.get(part):
                folder, name = posixpath.split(part)
                archive.writestr(
                    posixpath.join(folder, "_rels", f"{name}.rels"), _relations_xml(folder, copy.relations[part])
                )
    return made.getvalue()


def _types_xml(types: dict[str, str]) -> bytes:
    root = _root(f"{_PACKAGE}/content-types", "Types")
    _child(root, "Default", Extension="rels", ContentType=f"{_OPC}relationships+xml")
    _child(root, "Default", Extension="xml", ContentType="application/xml")
    suffixes = {posixpath.splitext(part)[1].lower() for part in types} & _BINARY.keys()
    for suffix in sorted(suffixes):
        _child(root, "Default", Extension=suffix[1:], ContentType=_BINARY[suffix])
    for part, kind in types.items():
        if kind not in _BINARY.values():
            _child(root, "Override", PartName=f"/{part}", ContentType=kind)
    return _written(root)


def _relations_xml(folder: str, relations: Iterable[_Relation]) -> bytes:
    root = _root(f"{_PACKAGE}/relationships", "Relationships")
    for each in relations:
        mode = {"TargetMode": "External"} if each.external else {}
        target = each.target if each.external else posixpath.relpath(f"/{each.target}", f"/{folder}")
        _child(root, "Relationship", Id=each.id, Type=each.kind, Target=target, **mode)
    return _written(root)


def _root(space: str, tag: str) -> Element:
    from lxml import etree

    return etree.Element(f"{{{space}}}{tag}", nsmap={None: space})


def _child(root: Element, tag: str, **attributes: str) -> None:
    root.append(root.makeelement(f"{{{root.nsmap[None]}}}{tag}", attributes))


def _written(root: Element) -> bytes:
    from lxml import etree

    written: bytes = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
    return written

"""The package: every part known, reached and of a type; nothing outside, nothing that runs, nothing twice."""

from __future__ import annotations

import posixpath
import zipfile
from collections import Counter
from collections.abc import Mapping
from io import BytesIO
from typing import Any

from kasen.teams.slides.checking.ordering import misplaced
from kasen.teams.slides.checking.saying import Finder

_RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_ACTIVE = ("vbaproject", "activex", "macrosheets", "oleobject")
_LISTS = ("sldIdLst", "sldMasterIdLst", "sldLayoutIdLst")
_WITH_ORDER = ("ppt/slides/", "ppt/charts/", "ppt/notesSlides/", "ppt/presentation.xml")


def package_problems(pptx: bytes, finder: Finder) -> None:
    """Everything that can be said without knowing the deck: what Office would offer to repair, what is not safe."""
    with zipfile.ZipFile(BytesIO(pptx)) as package:
        for name, count in Counter(package.namelist()).items():
            if count > 1:
                finder.add("relations", "zip", severity="critical", name=name)
        parts = {name: package.read(name) for name in package.namelist() if not name.endswith("/")}
    _types(parts, finder)
    reached = _reached(parts, finder)
    for name in sorted(parts.keys() - reached - {"[Content_Types].xml"}):
        if not name.endswith(".rels"):
            finder.add("relations", "orphan", where=name, name=name)
    for name in sorted(parts):
        if any(sign in name.lower() for sign in _ACTIVE):
            finder.add("relations", "active", where=name, severity="critical", name=name)
    if not any(name.startswith("ppt/notesMasters/") for name in parts):
        finder.add("notes", "no_notes_master")
    for name, data in parts.items():
        if name.endswith(".xml") and name.startswith("ppt/"):
            _inside(name, data, parts, finder)


def _parsed(data: bytes) -> Any:
    from lxml import etree

    return etree.fromstring(data, etree.XMLParser(resolve_entities=False, no_network=True))


def _types(parts: Mapping[str, bytes], finder: Finder) -> None:
    root = _parsed(parts["[Content_Types].xml"])
    endings = {str(one.get("Extension")).lower() for one in root.findall("{*}Default")}
    names = {str(one.get("PartName")).lstrip("/") for one in root.findall("{*}Override")}
    for name in sorted(parts.keys() - names - {"[Content_Types].xml"}):
        if name.rpartition(".")[2].lower() not in endings:
            finder.add("relations", "type", where=name, severity="critical", name=name)


def _rels(name: str) -> str:
    folder, _, file = name.rpartition("/")
    return f"{folder}/_rels/{file}.rels".lstrip("/")


def _relations(name: str, parts: Mapping[str, bytes]) -> dict[str, tuple[str, bool, str]]:
    """Id → target as a name in the package or an address, whether outside, type."""
    data = parts.get(_rels(name))
    found = {}
    for one in _parsed(data) if data is not None else ():
        outside = one.get("TargetMode") == "External"
        target = str(one.get("Target"))
        if not outside:
            start = "/" if target.startswith("/") else "/" + name.rpartition("/")[0]
            target = posixpath.normpath(posixpath.join(start, target)).lstrip("/")
        found[str(one.get("Id"))] = (target, outside, str(one.get("Type")))
    return found


def _reached(parts: Mapping[str, bytes], finder: Finder) -> set[str]:
    """Names of all parts that can be reached from the root; says what leads nowhere or out."""
    reached: set[str] = set()
    waiting = [""]
    while waiting:
        name = waiting.pop()
        for id, (target, outside, kind) in _relations(name, parts).items():
            if outside:
                if not (kind.endswith("/hyperlink") and target.startswith(("http://", "https://"))):
                    finder.add("relations", "external", where=name, severity="critical", name=name, target=target[:80])
            elif target not in parts:
                finder.add("relations", "dangling", where=name, severity="critical", name=name or "/", id=id)
            elif target not in reached:
                reached.add(target)
                waiting.append(target)
    return reached


def _inside(name: str, data: bytes, parts: Mapping[str, bytes], finder: Finder) -> None:
    """Relationships that are used but not there, ids that are listed twice, children out of order."""
    root = _parsed(data)
    known = _relations(name, parts)
    for value in root.xpath("//@*[namespace-uri()=$office]", office=_RELATIONSHIPS):
        if value and value not in known:
            finder.add("relations", "dangling", where=name, severity="critical", name=name, id=value)
    for tag in _LISTS:
        for held in root.iter(f"{{*}}{tag}"):
            for id, count in Counter(one.get("id") for one in held).items():
                if count > 1:
                    finder.add("ids", "twice_listed", severity="critical", id=id, name=name)
    if name.startswith(_WITH_ORDER):
        for parent, child, before in misplaced(root):
            finder.add(
                "other", "order", where=name, severity="critical", name=f"{name} {parent}", child=child, before=before
            )

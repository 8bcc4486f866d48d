"""The package around the slides: nothing is left of the template's own, and the same deck gives the same bytes."""

from __future__ import annotations

import zipfile
from collections.abc import Collection
from datetime import datetime
from io import BytesIO
from typing import Any

from kasen.teams.slides.building.xml import Element, legal, node
from kasen.teams.slides.schemas.deck import Deck

_EPOCH = (1980, 1, 1, 0, 0, 0)
_OFFICE = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_APP = "application/vnd.openxmlformats-officedocument.extended-properties+xml"
_STALE = ("/thumbnail", "/custom-show", "/commentAuthors", "/authors")
"""Ends of relationship types whose parts speak of the template's slides."""


def emptied(presentation: Any) -> None:
    """Take all slides out, and whatever points at them: sections, custom shows, links of layouts, the outline view."""
    from pptx.oxml.ns import qn

    part, root = presentation.part, presentation.part._element
    gone = []
    slides = root.find(qn("p:sldIdLst"))
    for entry in list(slides) if slides is not None else []:
        relation = entry.get(qn("r:id"))
        gone.append(part.related_part(relation))
        slides.remove(entry)
        part._rels.pop(relation)
    for tag in ("p:custShowLst", "p:extLst", "p:custDataLst"):
        for element in root.findall(qn(tag)):
            root.remove(element)
    _forget(part.package, gone)


def _forget(package: Any, gone: Collection[Any]) -> None:
    """Drop relationships to parts that are gone, and the elements that used them."""
    lost = set(map(id, gone))
    for holder in [package, *package.iter_parts()]:
        if id(holder) in lost:
            continue
        for relation, rel in list(holder._rels.items()):
            if not rel.is_external and (id(rel.target_part) in lost or rel.reltype.endswith(_STALE)):
                holder._rels.pop(relation)
                _unlink(holder, relation)


def _unlink(holder: Any, relation: str) -> None:
    """Take out what refers to a relationship that is no more; a part that is kept as bytes is parsed for it."""
    from lxml import etree

    root = getattr(holder, "_element", None)
    parsed = root is None and getattr(holder, "_blob", None) and str(holder.partname).endswith(".xml")
    if parsed:
        root = etree.fromstring(holder._blob, etree.XMLParser(resolve_entities=False, no_network=True))
    if root is None:
        return
    for element in [one for one in root.iter() if _refers(one, relation)]:
        element.getparent().remove(element)
    if parsed:
        holder._blob = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)


def _refers(element: Element, relation: str) -> bool:
    return any(name.startswith(_OFFICE) and value == relation for name, value in element.attrib.items())


def with_notes_master(presentation: Any) -> None:
    """Have a notes master, and name it in the presentation: python-pptx makes the part only."""
    from pptx.opc.constants import RELATIONSHIP_TYPE
    from pptx.oxml.ns import qn

    part, root = presentation.part, presentation.part._element
    master = part.notes_master_part
    if root.find(qn("p:notesMasterIdLst")) is None:
        relation = part.relate_to(master, RELATIONSHIP_TYPE.NOTES_MASTER)
        listed = node("p:notesMasterIdLst", None, node("p:notesMasterId", {"r:id": relation}))
        root.find(qn("p:sldMasterIdLst")).addnext(listed)


def describe(presentation: Any, deck: Deck) -> None:
    """Core properties of the deck, and none of the template's."""
    from pptx.opc.constants import RELATIONSHIP_TYPE

    package = presentation.part.package
    for relation, rel in list(package._rels.items()):
        if rel.reltype in {RELATIONSHIP_TYPE.CORE_PROPERTIES, RELATIONSHIP_TYPE.EXTENDED_PROPERTIES}:
            package._rels.pop(relation)
    package.relate_to(_core(package, deck), RELATIONSHIP_TYPE.CORE_PROPERTIES)
    package.relate_to(_app(package, deck), RELATIONSHIP_TYPE.EXTENDED_PROPERTIES)


def _core(package: Any, deck: Deck) -> Any:
    from pptx.parts.coreprops import CorePropertiesPart

    part = CorePropertiesPart._new(package)
    part.title = legal(deck.title)[:255]
    part.author = part.last_modified_by = "Kasen"
    part.language = "ja-JP" if deck.lang == "ja" else "en-US"
    part.revision = 1
    made = _day(deck.made)
    if made is not None:
        part.created = part.modified = made
    return part


def _day(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text).replace(tzinfo=None)
    except ValueError:
        return None


def _app(package: Any, deck: Deck) -> Any:
    from lxml import etree
    from pptx.opc.package import Part
    from pptx.opc.packuri import PackURI

    held: Element = node(
        "ep:Properties",
        None,
        node("ep:Application", text="Kasen"),
        node("ep:Slides", text=str(len(deck.slides))),
    )
    written = etree.tostring(held, xml_declaration=True, encoding="UTF-8", standalone=True)
    return Part(PackURI("/docProps/app.xml"), _APP, package, written)


def saved(presentation: Any) -> bytes:
    """The package as bytes, without the time of day."""
    stream, fixed = BytesIO(), BytesIO()
    presentation.save(stream)
    with zipfile.ZipFile(stream) as source, zipfile.ZipFile(fixed, "w", zipfile.ZIP_DEFLATED) as target:
        for entry in source.infolist():
            info = zipfile.ZipInfo(entry.filename, _EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            target.writestr(info, source.read(entry))
    return fixed.getvalue()

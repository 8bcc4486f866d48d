"""One part of a presentation without what it may not hold: references that were cut, actions that start programs."""

from __future__ import annotations

from collections.abc import Callable, Collection

from kasen.teams.slides.template.package import Unusable
from kasen.teams.slides.template.xml import Element, local, name

_RELATIONS = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_STRICT = "http://purl.oclc.org/ooxml/"
_DANGEROUS = (
    "ppaction://program",
    "ppaction://macro",
    "ppaction://ole",
    "ppaction://hlinkfile",
    "ppaction://hlinkpres",
)
_OF_SLIDES = frozenset({
    "sldIdLst", "custShowLst", "custDataLst", "modifyVerifier", "smartTags", "photoAlbum", "sectionLst", "tags",
    "custData",
})  # fmt: skip
"""Elements that speak of slides, of the person who made them, or of data beside them."""
_LINKS = frozenset({"hlinkClick", "hlinkHover", "hlinkMouseOver"})
_OBJECTS = ("graphicFrame", "contentPart")
_BROKEN = "holds XML that is damaged"
_ENTITIES = "holds XML with entities or a DTD, which no presentation has"


def scrubbed(data: bytes, kept: Collection[str], mend: Callable[[Element], None] | None = None) -> tuple[bytes, int]:
    """The part again, with only those relationships, and how many links that would start something were taken out.

    `mend`: what else is done to it. Raises Unusable where it is no XML, or XML that has a DTD.
    """
    from lxml import etree

    root = parsed_strictly(data)
    for element in list(root.iter(etree.Comment, etree.ProcessingInstruction)):
        _drop(element)
    for element in [each for each in root.iter() if local(each) in _OF_SLIDES]:
        _drop(_extension(element))
    started = _drop_actions(root)
    shapes = _drop_references(root, kept)
    if shapes:
        for timing in list(root.iter(name("p:timing"))):
            _drop(timing)
    if mend:
        mend(root)
    written: bytes = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
    return written, started


def parsed_strictly(data: bytes) -> Element:
    """The root of a part. Raises Unusable where it is no XML, or XML that has a DTD."""
    from lxml import etree

    _look_for_doctype(data)
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise Unusable(_BROKEN) from error
    if root.getroottree().docinfo.doctype:
        raise Unusable(_ENTITIES)
    if _STRICT in (root.nsmap.get("p") or "") or any(_STRICT in (space or "") for space in root.nsmap.values()):
        raise Unusable("is saved as Strict Open XML", "Save it as an ordinary .pptx and give it again.")
    return root


def _look_for_doctype(data: bytes) -> None:
    """Before a parser sees it: entities in attributes are replaced whatever one says to the parser."""
    text = data
    if data[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\x00" in data[:4]:
        text = data.replace(b"\x00", b"")
    elif data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] != b"<":
        raise Unusable(_BROKEN)
    declared = text[:200].lower()
    if b"utf-7" in declared or b"utf7" in declared or b"utf-32" in declared or b"ucs-4" in declared:
        raise Unusable(_BROKEN)
    if b"<!DOCTYPE" in text or b"<!ENTITY" in text:
        raise Unusable(_ENTITIES)


def _drop_actions(root: Element) -> int:
    started = 0
    for element in [each for each in root.iter() if local(each) in _LINKS]:
        action = (element.get("action") or "").lower()
        if action.startswith(_DANGEROUS):
            started += 1
            _drop(element)
        elif element.get("invalidUrl"):
            del element.attrib["invalidUrl"]
    return started


def _drop_references(root: Element, kept: Collection[str]) -> int:
    """What refers to relationships that are gone; how many shapes went with them."""
    shapes = 0
    for element in list(root.iter()):
        refers = [key for key in element.attrib if key.startswith(_RELATIONS) and element.get(key)]
        gone = [key for key in refers if element.get(key) not in kept]
        if not gone or _is_out(element, root):
            continue
        if local(element) == "blip":
            shapes += _without_picture(element, gone)
            continue
        holder = next((each for each in element.iterancestors() if local(each) in _OBJECTS), None)
        if holder is not None and local(element) not in _LINKS:
            shapes += 1
            _drop(holder)
        else:
            _drop(_extension(element))
    return shapes


def _without_picture(blip: Element, gone: list[str]) -> int:
    """A picture that is also embedded stays; else its shape goes, or the fill that it was."""
    embed = f"{_RELATIONS}embed"
    for key in gone:
        del blip.attrib[key]
    if blip.get(embed):
        return 0
    fill = blip.getparent()
    holder = None if fill is None else fill.getparent()
    if fill is None or holder is None:
        return 0
    if local(holder) == "pic":
        _drop(holder)
        return 1
    other = "buNone" if local(fill) == "buBlip" else "noFill"
    fill.getparent().replace(fill, fill.makeelement(name(f"a:{other}")))
    return 0


def _extension(element: Element) -> Element:
    """The `ext` that holds it, where that holds nothing else."""
    parent = element.getparent()
    return parent if parent is not None and local(parent) == "ext" and len(parent) == 1 else element


def _is_out(element: Element, root: Element) -> bool:
    top = element
    while top.getparent() is not None:
        top = top.getparent()
    return top is not root


def _drop(element: Element) -> None:
    parent = element.getparent()
    if parent is None:
        return
    if element.tail and element.tail.strip():
        before = element.getprevious()
        if before is None:
            parent.text = (parent.text or "") + element.tail
        else:
            before.tail = (before.tail or "") + element.tail
    parent.remove(element)

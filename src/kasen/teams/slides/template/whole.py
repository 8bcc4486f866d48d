"""A presentation from outside that is to stay whole: looked at part by part, and changed in nothing."""

from __future__ import annotations

from kasen.teams.slides.template.cleaning import main_part
from kasen.teams.slides.template.package import MB, Package, Unusable
from kasen.teams.slides.template.scrubbing import parsed_strictly

_LARGEST_XML_SUM = 192 * MB
_USUAL = "ppt/presentation.xml"


def look_through(data: bytes) -> None:
    """Raises Unusable for what is no presentation with slides, damaged, encrypted, or made to do harm.

    Nothing is taken out: macros, embedded objects and links to elsewhere are parts like any others, and nobody runs
    or follows them.
    """
    package = Package(data)
    if main_part(package) != _USUAL:
        raise Unusable("is built in a way that cannot be edited", "Open and save it in PowerPoint, and give it again.")
    weight = 0
    has_slides = False
    for name in package.names():
        if not name.lower().endswith((".xml", ".rels", ".vml")):
            continue
        part = package.read(name)
        weight += len(part)
        if weight > _LARGEST_XML_SUM:
            raise Unusable("holds more text than a presentation has", "Give a part of it.")
        if name.lower().endswith((".xml", ".rels")):
            parsed_strictly(part)
        has_slides = has_slides or name.lower().startswith("ppt/slides/slide")
    if not has_slides:
        raise Unusable("has no slides", "Give a deck that has some.")

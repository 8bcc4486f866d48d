"""What else the presentation lists slides in: sections of PowerPoint, shows of some slides."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from difflib import SequenceMatcher

from kasen.teams.slides.template.xml import Element, name

_SECTIONS = "{http://schemas.microsoft.com/office/powerpoint/2010/main}"


def resorted(presentation: Element, slides: Sequence[str], relations: Collection[str]) -> None:
    """Let sections hold these slides (by their numbers), in this order, and shows only those of these relationships.

    A slide that was moved goes into the section of the slide before it.
    """
    for listed in list(presentation.iter(f"{_SECTIONS}sectionLst")):
        _sectioned(listed, slides)
    for one in list(presentation.iter(name("p:sld"))):
        if one.get(name("r:id")) not in relations:
            one.getparent().remove(one)
    for holder in ("p:custShow", "p:custShowLst"):
        for one in list(presentation.iter(name(holder))):
            if next(one.iter(name("p:sld")), None) is None:
                one.getparent().remove(one)


def _sectioned(listed: Element, slides: Sequence[str]) -> None:
    holders = [_holder(section) for section in listed.iter(f"{_SECTIONS}section")]
    if not holders:
        return
    homes = {one.get("id", ""): place for place, holder in enumerate(holders) for one in holder}
    before = [id for id in homes if id in set(slides)]
    matcher = SequenceMatcher(None, before, list(slides), autojunk=False)
    stayed = {id for a, _, size in matcher.get_matching_blocks() for id in before[a : a + size]}
    for holder in holders:
        for one in list(holder):
            holder.remove(one)
    place = 0
    for id in slides:
        place = homes[id] if id in stayed else place
        entry = listed.makeelement(f"{_SECTIONS}sldId", {"id": id})
        holders[place].append(entry)


def _holder(section: Element) -> Element:
    found = section.find(f"{_SECTIONS}sldIdLst")
    if found is None:
        found = section.makeelement(f"{_SECTIONS}sldIdLst", {})
        section.insert(0, found)
    return found

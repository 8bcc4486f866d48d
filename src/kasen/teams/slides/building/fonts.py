"""The fonts of a master: by the theme's names where it has them, so that a change of theme changes the deck."""

from __future__ import annotations

from typing import Any

from kasen.teams.slides.building.look import Fonts
from kasen.teams.slides.schemas.design import DesignContext

FALLBACK = "Yu Gothic"
"""East Asian font of decks whose theme names none: Office has it everywhere."""


def fonts_of(master: Any, design: DesignContext) -> tuple[Fonts, Fonts]:
    """Of headings and of text."""
    major, minor = _named_ea(master)
    heading = Fonts("+mj-lt", "+mj-ea" if major else design.theme.ea_major or design.theme.ea_minor or FALLBACK)
    return heading, Fonts("+mn-lt", "+mn-ea" if minor else design.theme.ea_minor or design.theme.ea_major or FALLBACK)


def own_ea(layout: Any, idx: int, level: int) -> str:
    """The East Asian font that a placeholder names itself, on the layout or its master; empty for that of the theme."""
    own = next((one._element for one in layout.placeholders if one.placeholder_format.idx == idx), None)
    if own is None:
        return ""
    kind = "title" if own.find(".//{*}ph").get("type") in {"title", "ctrTitle"} else "body"
    masters = (one._element for one in layout.slide_master.placeholders)
    above = [one for one in masters if one.find(".//{*}ph").get("type") == kind]
    for element in (own, *above):
        named = element.find(f".//{{*}}lstStyle/{{*}}lvl{level + 1}pPr/{{*}}defRPr/{{*}}ea")
        if named is not None and named.get("typeface"):
            typeface = str(named.get("typeface"))
            return "" if typeface.startswith("+") else typeface
    return ""


def _named_ea(master: Any) -> tuple[bool, bool]:
    """Whether the theme names an East Asian font for headings, and for text."""
    from lxml import etree
    from pptx.opc.constants import RELATIONSHIP_TYPE

    try:
        blob = master.part.part_related_by(RELATIONSHIP_TYPE.THEME).blob
    except KeyError:
        return False, False
    root = etree.fromstring(blob, etree.XMLParser(resolve_entities=False, no_network=True))
    major, minor = (root.find(f".//{{*}}{kind}Font/{{*}}ea") for kind in ("major", "minor"))
    return bool(major is not None and major.get("typeface")), bool(minor is not None and minor.get("typeface"))

"""The fonts that a template asks for, and which of them this machine has."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from kasen.teams.slides.schemas.design import FontUse
from kasen.teams.slides.template.xml import Element, at, each
from kasen.tools.fonts.found import font

_MOST = 24
_LONGEST = 80
_Script = Literal["latin", "ea"]


def theme_font(theme: Element | None, kind: Literal["major", "minor"], script: _Script) -> str:
    """Its name; for East Asian text, where the theme leaves it empty, the one that it gives for Japanese."""
    fonts = at(theme, "a:themeElements", "a:fontScheme", f"a:{kind}Font")
    named = _face(at(fonts, f"a:{script}"))
    if named or script == "latin":
        return named
    own = (child for child in each(fonts, "a:font") if child.get("script") == "Jpan")
    return next((_face(child) for child in own), "")


def named_fonts(sheets: Iterable[Element]) -> list[tuple[str, _Script]]:
    """Fonts that masters and layouts name themselves, in order; no fonts of bullets, no references to the theme."""
    found: dict[tuple[str, _Script], None] = {}
    for sheet in sheets:
        for script in ("latin", "ea"):
            for face in each(sheet, f"a:{script}"):
                named = _face(face)
                if named and not named.startswith("+"):
                    found[named, script] = None
    return list(found)


def uses(fonts: Iterable[tuple[str, _Script]]) -> tuple[FontUse, ...]:
    """Each font once, with what this machine shows for it."""
    wanted = list(dict.fromkeys(fonts))[:_MOST]
    made = []
    for named, script in wanted:
        there = font(named, lang="ja" if script == "ea" else "")
        made.append(
            FontUse(
                name=named, script=script, found=not there.substitute, substitute=there.real if there.substitute else ""
            )
        )
    return tuple(made)


def missing(fonts: Iterable[FontUse]) -> list[FontUse]:
    """Those whose absence may change where lines break: not there, and no twin of the same widths either."""
    gone = [use for use in fonts if not use.found]
    return [use for use in gone if not font(use.name, lang="ja" if use.script == "ea" else "").same_widths]


def _face(element: Element | None) -> str:
    named = "" if element is None else (element.get("typeface") or "")
    return " ".join("".join(sign for sign in named if sign.isprintable()).split())[:_LONGEST]

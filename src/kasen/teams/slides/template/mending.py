"""What other programs leave out of masters and layouts, put where slides inherit it from.

LibreOffice gives no `idx` to placeholders of layouts, and writes sizes, colours and bullets into the words that prompt
on the master instead of into its styles: a new slide would have none of them.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence

from kasen.teams.slides.template.shapes import placeholder, placeholders
from kasen.teams.slides.template.xml import Element, at, local, name, number

_FIRST_FREE = 101
_OF_RUNS = ("sz", "b", "i", "u", "strike", "cap")
_OF_PARAGRAPHS = ("marL", "indent", "algn")
_IN_RUNS = frozenset({"solidFill", "latin", "ea", "cs"})


def mend_layout(layout: Element) -> None:
    """Every placeholder gets an `idx` of its own, where a title keeps 0; a subtitle the style of its prompt."""
    there = placeholders(at(layout, "p:cSld", "p:spTree"))
    _give_ids(there)
    _lift([shape for shape in there if _kind(shape) == "subTitle"])


def _give_ids(there: Sequence[Element]) -> None:
    seen: set[int] = set()
    free = _FIRST_FREE
    for shape in there:
        about = placeholder(shape)
        if about is None:
            continue
        idx = number(about, "idx")
        if idx in seen or (idx == 0 and _kind(shape) not in ("title", "ctrTitle")):
            idx = free
            free += 1
            about.set("idx", str(idx))
        seen.add(idx)


def mend_master(master: Element) -> None:
    """Formats in the prompts of its placeholders become their list styles, where those have none."""
    _lift(placeholders(at(master, "p:cSld", "p:spTree")))


def _kind(shape: Element) -> str:
    about = placeholder(shape)
    return "" if about is None else (about.get("type") or "obj")


def _lift(shapes: Sequence[Element]) -> None:
    for shape in shapes:
        text = at(shape, "p:txBody")
        styles = at(text, "a:lstStyle")
        if text is None or (styles is not None and len(styles)):
            continue
        levels = _levels(text)
        if not levels:
            continue
        if styles is None:
            styles = text.makeelement(name("a:lstStyle"))
            text.insert(1 if at(text, "a:bodyPr") is not None else 0, styles)
        for level in sorted(levels):
            styles.append(levels[level])


def _levels(text: Element) -> dict[int, Element]:
    """`a:lvl1pPr` … by level, of the first paragraph of each that says a size."""
    found: dict[int, Element] = {}
    for paragraph in text.findall(name("a:p")):
        about = at(paragraph, "a:pPr")
        level = number(about, "lvl")
        run = at(paragraph, "a:r", "a:rPr")
        run = at(paragraph, "a:endParaRPr") if run is None else run
        if run is None or not run.get("sz") or level in found or not 0 <= level <= 8:
            continue
        found[level] = _level(text, level, about, run)
    return found


def _level(text: Element, level: int, about: Element | None, run: Element) -> Element:
    made = text.makeelement(name(f"a:lvl{level + 1}pPr"))
    if about is not None:
        made.attrib.update({key: about.get(key) for key in _OF_PARAGRAPHS if about.get(key)})
        if at(about, "a:buNone") is not None and not made.get("marL"):
            made.set("marL", "0")
        made.extend([copy.deepcopy(child) for child in about if local(child) not in ("defRPr", "extLst", "tabLst")])
    plain = text.makeelement(name("a:defRPr"), {key: run.get(key) for key in _OF_RUNS if run.get(key)})
    plain.extend([copy.deepcopy(child) for child in run if local(child) in _IN_RUNS])
    made.append(plain)
    return made

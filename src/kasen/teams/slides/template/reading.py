"""A template as data: masters, layouts, placeholders, colours and fonts of a .pptx."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from kasen.errors import InputError
from kasen.teams.slides.schemas.design import DesignContext, Layout, Slot, Theme
from kasen.teams.slides.schemas.part import Box, Lang
from kasen.teams.slides.template.background import Sheet
from kasen.teams.slides.template.colors import MAPPED, Palette, contrast, scheme_of
from kasen.teams.slides.template.fonts import missing, named_fonts, theme_font, uses
from kasen.teams.slides.template.layouts import read_layout
from kasen.teams.slides.template.roles import FOOTERS, WANTED
from kasen.teams.slides.template.slots import clean
from kasen.teams.slides.template.words import listed, say
from kasen.teams.slides.template.xml import Element, at, each, number, parsed

if TYPE_CHECKING:
    from pptx.presentation import Presentation

MOST_LAYOUTS = 200
_SMALLEST, _LARGEST = 914_400, 51_206_400
"""EMU that a side of a slide has (ECMA-376 part 1, 19.7.7)."""
_WEAK = 2.0
"""Contrast under which a layout is told to be hard to read; WCAG 2.2 asks for 3 of large text."""
_KNOWN = ((16, 9), (4, 3), (16, 10), (3, 2), (1, 1), (9, 16), (3, 4))
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_DEFAULTS = "p:defaultTextStyle"
_MAPS = ("p:clrMapOvr", "a:overrideClrMapping")


class _Master(NamedTuple):
    sheet: Sheet
    layouts: Sequence[Any]


def read(data: bytes, *, name: str, bundled: bool = False, lang: Lang) -> DesignContext:
    """What the template offers; sentences in `lang`. Give it what `opened` returned: it does not look for danger.

    Raises InputError for what is no presentation that can be read, or has no slide size that can be.
    """
    show, masters = _opened(data, name)
    slide = _size(show, name)
    count = sum(len(one.layouts) for one in masters)
    layouts = tuple(_layouts(masters, at(show.element, _DEFAULTS), slide, lang))
    theme = _theme(masters[0].sheet) if masters else Theme()
    fonts = uses([*_theme_fonts(masters), *named_fonts(_sheets(masters))])
    usable = {layout.role for layout in layouts if layout.usable}
    made = DesignContext(
        name=clean(name),
        bundled=bundled,
        sha256=hashlib.sha256(data).hexdigest(),
        width=slide.w,
        height=slide.h,
        aspect=aspect(slide.w, slide.h),
        masters=len(masters),
        layouts=layouts,
        theme=theme,
        fonts=fonts,
        slides=len(list(each(show.element, "p:sldId"))),
        lacking=tuple(role for role in WANTED if role not in usable),
    )
    return made.model_copy(update={"warnings": tuple(_warnings(made, count, lang))})


def aspect(width: int, height: int) -> str:
    """`16:9`, `4:3` …, else the two whole numbers up to about twenty that are nearest."""
    for one, other in _KNOWN:
        if abs(width * other - height * one) <= 0.01 * height * one:
            return f"{one}:{other}"
    turned = height > width
    near = Fraction(*((height, width) if turned else (width, height))).limit_denominator(20)
    pair = (near.denominator, near.numerator) if turned else (near.numerator, near.denominator)
    return f"{pair[0]}:{pair[1]}"


def _opened(data: bytes, name: str) -> tuple[Presentation, list[_Master]]:
    import zipfile
    import zlib

    from lxml.etree import XMLSyntaxError
    from pptx import Presentation as open_presentation
    from pptx.exc import PythonPptxError

    broken = (PythonPptxError, zipfile.BadZipFile, zlib.error, XMLSyntaxError)
    try:
        show = open_presentation(io.BytesIO(data))
        masters = [_master(one) for one in show.slide_masters]
    except (*broken, KeyError, ValueError, AttributeError, TypeError, OSError, NotImplementedError) as error:
        raise InputError(f"`{clean(name)}` is no presentation that can be read") from error
    return show, masters


def _size(show: Presentation, name: str) -> Box:
    about = at(show.element, "p:sldSz")
    width, height = number(about, "cx"), number(about, "cy")
    if not all(_SMALLEST <= side <= _LARGEST for side in (width, height)):
        raise InputError(f"`{clean(name)}` has slides of an impossible size")
    return Box(x=0, y=0, w=width, h=height)


def _master(master: Any) -> _Master:
    part = master.part
    theme_part = _related(part, "theme")
    theme = parsed(theme_part.blob) if theme_part is not None else None
    mapping = at(master.element, "p:clrMap")
    palette = Palette(scheme_of(theme), {} if mapping is None else dict(mapping.attrib))
    sheet = Sheet(master.element, palette, theme, _blobs(part), _blobs(theme_part))
    return _Master(sheet, list(master.slide_layouts))


def _layout(layout: Any, master: Sheet) -> Sheet:
    palette = master.palette
    theme_part = _related(layout.part, "themeOverride")
    if theme_part is not None:
        own = scheme_of(parsed(theme_part.blob))
        palette = Palette({**palette.scheme, **own}, palette.mapping)
    mapping = at(layout.element, *_MAPS)
    if mapping is not None:
        palette = palette.remapped(dict(mapping.attrib))
    return Sheet(layout.element, palette, master.theme, _blobs(layout.part), master.theme_blob)


def _layouts(masters: Sequence[_Master], defaults: Element | None, slide: Box, lang: Lang) -> Iterable[Layout]:
    pairs = [(place, master.sheet, layout) for place, master in enumerate(masters) for layout in master.layouts]
    for index, (place, master, layout) in enumerate(pairs[:MOST_LAYOUTS]):
        yield read_layout(
            _layout(layout, master), master, defaults=defaults, slide=slide, index=index, of_master=place, lang=lang
        )


def _sheets(masters: Sequence[_Master]) -> Iterable[Element]:
    for master in masters:
        yield master.sheet.element
        yield from (layout.element for layout in master.layouts[:MOST_LAYOUTS])


def _related(part: Any, kind: str) -> Any | None:
    """The part that it is related to by that kind; None where there is none inside the file."""
    for relation in part.rels.values():
        if relation.reltype == f"{_OFFICE}/{kind}" and not relation.is_external:
            return relation.target_part
    return None


def _blobs(part: Any | None) -> Any:
    def blob(id: str) -> bytes:
        relation = part.rels.get(id) if part is not None and id else None
        return b"" if relation is None or relation.is_external else bytes(relation.target_part.blob)

    return blob


def _theme(master: Sheet) -> Theme:
    return Theme(
        colors={name: rgb for name, rgb in master.palette.all().items() if name in MAPPED},
        latin_major=theme_font(master.theme, "major", "latin"),
        latin_minor=theme_font(master.theme, "minor", "latin"),
        ea_major=theme_font(master.theme, "major", "ea"),
        ea_minor=theme_font(master.theme, "minor", "ea"),
    )


def _theme_fonts(masters: Sequence[_Master]) -> Iterable[tuple[str, Any]]:
    for master in masters:
        for script in ("latin", "ea"):
            for kind in ("major", "minor"):
                found = theme_font(master.sheet.theme, kind, script)
                if found:
                    yield found, script


def _is_weak(slot: Slot, background: str) -> bool:
    return slot.kind not in FOOTERS and bool(slot.color) and contrast(slot.color, slot.fill or background) < _WEAK


def _warnings(design: DesignContext, count: int, lang: Lang) -> Iterable[str]:
    usable = design.usable()
    if usable and not any(slot.kind in FOOTERS for layout in usable for slot in layout.slots):
        yield say("no_footers", lang)
    if lang == "ja" and not design.theme.ea_minor and not any(use.script == "ea" for use in design.fonts):
        yield say("no_ea", lang)
    weak = [layout.name for layout in usable if any(_is_weak(slot, layout.background) for slot in layout.slots)]
    if weak:
        yield say("hard_to_read", lang, layouts=listed(weak, lang))
    gone = [] if design.bundled else missing(design.fonts)
    if gone:
        shown = [
            say("shown_as", lang, font=use.name, substitute=use.substitute) if use.substitute else use.name
            for use in gone
        ]
        yield say("missing_fonts", lang, fonts=listed(shown, lang))
    if count > MOST_LAYOUTS:
        yield say("cut_layouts", lang, most=MOST_LAYOUTS, count=count)

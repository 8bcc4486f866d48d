"""A design in the words that an image model is told, and the layouts and shapes that pictures are thought for."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from kasen.teams.slides.schemas.deck import SlideKind
from kasen.teams.slides.schemas.design import DesignContext, Layout, LayoutRole
from kasen.teams.slides.schemas.part import Lang
from kasen.teams.slides.schemas.picturing import Look

ASPECTS = ("1:1", "2:3", "3:2", "3:4", "4:3", "4:5", "5:4", "9:16", "16:9", "21:9")
"""Shapes that image models make (ai.google.dev/gemini-api/docs/image-generation)."""
MOST_ACCENTS = 4
ROLES: dict[SlideKind, tuple[LayoutRole, ...]] = {
    "title": ("title",),
    "section": ("section", "title"),
    "closing": ("title", "section"),
    "statement": ("section", "title_only"),
    "two_columns": ("two_content", "comparison", "content"),
    "picture": ("picture", "content", "title_only"),
}
"""Kind of slide → what layout it stands on, the best first."""
_OTHERS: tuple[LayoutRole, ...] = ("content", "title_only", "other")


def look(design: DesignContext, accents: Sequence[str], lang: Lang) -> Look:
    """Colours, typefaces and shape; `accents` are the person's own colours, which go first."""
    colors = design.theme.colors
    theme = design.theme
    own = [*accents, *(colors[name] for name in (f"accent{n}" for n in range(1, 7)) if name in colors)]
    names = (theme.ea_major, theme.ea_minor) if lang == "ja" else (theme.latin_major, theme.latin_minor)
    fonts = [name for name in (*names, theme.latin_major, theme.latin_minor) if name]
    return Look(
        background=f"#{colors.get('bg1', 'FFFFFF')}",
        text=f"#{colors.get('tx1', '000000')}",
        accents=tuple(f"#{one}" for one in dict.fromkeys(own))[:MOST_ACCENTS],
        fonts=tuple(dict.fromkeys(fonts))[:2],
        aspect=nearest(design.width, design.height),
    )


def layout_of(design: DesignContext, kind: SlideKind) -> Layout | None:
    """The usable layout that slides of a kind stand on; of several the first in the file. None where there is none."""
    usable = design.usable()
    for role in (*ROLES.get(kind, ()), *_OTHERS):
        found = next((layout for layout in usable if layout.role == role), None)
        if found is not None:
            return found
    return usable[0] if usable else None


def nearest(width: int, height: int) -> str:
    """The shape that image models make which is closest to that of a box."""
    ratio = width / height if height > 0 else 1.0

    def apart(aspect: str) -> float:
        shape = float(Fraction(aspect.replace(":", "/")))
        return max(shape / ratio, ratio / shape)

    return min(ASPECTS, key=apart)

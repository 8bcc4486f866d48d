"""Prompts for pictures without a model: the slide's own words, the colours of the design."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.slides.schemas.brief import About
from kasen.teams.slides.schemas.deck import SlideKind
from kasen.teams.slides.schemas.outputs import ImageWish, StructuredImagePrompt, VisualizerOutput
from kasen.teams.slides.schemas.picturing import Look, Subject

TYPES: dict[SlideKind, str] = {
    "title": "Title Slide",
    "agenda": "Agenda",
    "section": "Section",
    "chart": "Data",
    "table": "Data",
    "diagram": "Diagram",
    "statement": "Statement",
    "closing": "Closing",
}
"""Kind of slide → type of the seed's prompt; any other is `Content`."""
STYLE = "Flat editorial illustration, clear simple shapes, generous empty space, soft even light"
WHOLE = "Clean presentation slide, strong typographic hierarchy, wide margins, one quiet illustration"


def simple_pictures(
    *,
    about: About,
    instruction: str,
    subjects: Sequence[Subject],
    look: Look,
    whole: bool,
    draft: bool,
    problems: Sequence[str],
    lang: str,
) -> VisualizerOutput:
    """Rule of the visualizer: one plain prompt per slide, all in one style."""
    del about, instruction, draft, problems
    palette = f"palette {', '.join((*look.accents[:3], look.background))}"
    style = f"{WHOLE if whole else STYLE}, {palette}"
    return VisualizerOutput(style=style, pictures=[_wish(one, style, lang) for one in subjects])


def _wish(one: Subject, style: str, lang: str) -> ImageWish:
    prompt = StructuredImagePrompt(
        slide_type=TYPES.get(one.kind, "Content"),
        main_title=one.title,
        sub_title=one.subtitle or one.message or None,
        contents=one.text or None,
        visual_style=style,
    )
    return ImageWish(number=one.number, prompt=prompt, alt=alt_of(one, lang))


def alt_of(one: Subject, lang: str) -> str:
    """What a picture shows, said with the slide's own words."""
    about = one.message or one.title
    return f"{about.rstrip('。')}を表す図版" if lang == "ja" else f"Illustration: {about}"

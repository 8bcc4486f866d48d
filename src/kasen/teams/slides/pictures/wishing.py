"""From what the visualizer said to what is drawn: its view of the picture, the words of the slide as they stand now."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kasen.prompts.outside import unfence
from kasen.teams.slides.rules.visualizer import TYPES, alt_of
from kasen.teams.slides.schemas.brief import About
from kasen.teams.slides.schemas.outputs import StructuredImagePrompt
from kasen.teams.slides.schemas.part import Lang
from kasen.teams.slides.schemas.picturing import Look, PictureWish, Sketch, Subject
from kasen.teams.slides.story.likeness import likeness

ALIKE = 0.2
"""Share of a slide's words in the outline from which what was written is still that slide.

Of the kept answers of a careful writer every slide has 0.39 or more, of a careless one most have 0.17 or less.
"""
LONG = 12
"""Characters from which words of a slide are found in a view without quotation marks; shorter may be the scene."""
MOST_FULL_ALT = 1000
_DATA = ("chart", "table")
_JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


@dataclass(frozen=True, kw_only=True)
class Commission:
    """What the visualizer is asked for."""

    about: About
    instruction: str
    look: Look
    whole: bool
    lang: Lang
    draft: bool = False
    """The slides are still being written."""


def holds(sketch: Sketch | None, one: Subject) -> bool:
    """Whether what was said of a slide is still said of it: there, of the same kind, about the same."""
    if sketch is None or sketch.kind != one.kind:
        return False
    was, now = f"{sketch.title} {sketch.message}", " ".join((one.title, one.subtitle, one.message, one.text))
    return likeness(was, now) >= ALIKE


def wished(one: Subject, sketch: Sketch, style: str, commission: Commission) -> PictureWish:
    """What is drawn: the model's view, the slide's own words."""
    whole = commission.whole
    seen = _view(sketch, one)
    prompt = StructuredImagePrompt(
        slide_type=TYPES.get(one.kind, "Content"),
        main_title=one.title,
        sub_title=(one.subtitle or one.message or None) if whole else None,
        contents=(_contents(one) or None) if whole else None,
        visual_style=seen,
    )
    return PictureWish(
        number=one.number,
        slide_id=one.slide_id,
        prompt=prompt,
        style="" if style == seen else style,
        alt=_alt(one, sketch.alt, commission),
        aspect=one.aspect or sketch.aspect,
        layout=one.layout,
        whole=whole,
        data=one.kind in _DATA,
        by=sketch.by,
    )


def _view(sketch: Sketch, one: Subject) -> str:
    """The view, naming no words that have been replaced on the slide."""
    view = sketch.view
    for was, now in ((sketch.title, one.title), (sketch.message, one.message)):
        words = " ".join(was.split()).rstrip(".。")
        if words and was != now:
            marks = "?" if len(words) >= LONG else ""
            found = rf"[\"“‘「『']{marks}{re.escape(words)}[.。]?[\"”’」』']{marks}"
            said = f'"{one_line(now, len(now))}"' if now else "its words"
            view = re.sub(found, said.replace("\\", r"\\"), view, flags=re.IGNORECASE)
    return view


def _contents(one: Subject) -> str:
    message = one.message if one.subtitle and one.message else ""
    return "\n".join(part for part in (message, one.text) if part)


def _alt(one: Subject, said: str, commission: Commission) -> str:
    """The model's sentence in the language of the deck, else the slide's; of a whole slide with all its words."""
    line = said
    is_ja = bool(_JAPANESE.search(line))
    if not line or is_ja != (commission.lang == "ja"):
        line = alt_of(one, commission.lang)
    if not commission.whole:
        return line
    words = [one.title, one.subtitle, one.message, *one.text.splitlines()]
    mark = "。" if commission.lang == "ja" else ". "
    told = mark.join(word.strip().rstrip("。.") for word in [line, *words] if word.strip())
    return told[:MOST_FULL_ALT]


def english(text: str, most: int) -> str:
    """The text on one line, cut; empty where it is not English."""
    line = one_line(text, most)
    return "" if len(_JAPANESE.findall(line)) * 10 > len(line) else line


def one_line(text: str, most: int) -> str:
    """The text on one line, cut, with no mark that a prompt could stumble over."""
    return " ".join(unfence(text).split())[:most]

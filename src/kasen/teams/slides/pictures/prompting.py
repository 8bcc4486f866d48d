"""From slides to prompts: all asked for at once, what is flawed asked for again, the words put in by code."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kasen.models.role import Role
from kasen.prompts.outside import unfence
from kasen.team import Deps
from kasen.teams.slides.rules.visualizer import TYPES, alt_of, simple_pictures
from kasen.teams.slides.schemas.brief import About
from kasen.teams.slides.schemas.outputs import ImageWish, StructuredImagePrompt, VisualizerOutput
from kasen.teams.slides.schemas.part import Lang
from kasen.teams.slides.schemas.picturing import Look, PictureWish, Subject

VISUALIZER = Role(
    name="visualizer",
    package="kasen.teams.slides",
    reply=VisualizerOutput,
    rule=simple_pictures,
    tier="vision",
    answer_tokens=1500,
    target_s=20.0,
    maximum_s=60.0,
)
BATCH = 8
"""Slides of one ask."""
MOST_REPAIRS = 2
SHORTEST, LONGEST = 20, 1500
"""Characters of a visual style."""
MOST_STYLE, MOST_ALT, MOST_FULL_ALT = 400, 300, 1000
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


@dataclass(frozen=True)
class _Said:
    wish: ImageWish
    by: str


async def prompted(deps: Deps, subjects: Sequence[Subject], commission: Commission) -> list[PictureWish]:
    """A wish for each subject, in their order; at worst the rule's."""
    batches = [subjects[start : start + BATCH] for start in range(0, len(subjects), BATCH)]
    answers = await asyncio.gather(*(_batch(deps, batch, commission) for batch in batches))
    style = next((style for style, _ in answers if style), "")
    said = {number: one for _, found in answers for number, one in found.items()}
    return [_wish(one, said[one.number], style, commission) for one in subjects]


async def _batch(deps: Deps, batch: Sequence[Subject], commission: Commission) -> tuple[str, dict[int, _Said]]:
    """The style of a batch and what was said of each of its slides."""
    known: dict[int, _Said] = {}
    open_: list[Subject] = list(batch)
    problems: list[str] = []
    style = ""
    for _ in range(1 + MOST_REPAIRS):
        variables = _variables(open_, commission, problems)
        answer = await deps.ask(VISUALIZER, **variables)
        style = style or _in_english(answer.value.style, MOST_STYLE)
        flawed: dict[int, str] = {}
        for one in open_:
            wish = next((wish for wish in answer.value.pictures if wish.number == one.number), None)
            flaw = _flaw(wish)
            if wish is None or flaw:
                flawed[one.number] = f"Slide {one.number}: {flaw}"
            else:
                known[one.number] = _Said(wish, answer.by)
        open_, problems = [one for one in open_ if one.number in flawed], list(flawed.values())
        if not open_:
            break
    if open_:
        rule = simple_pictures(**_variables(open_, commission, []))
        known |= {wish.number: _Said(wish, "rule") for wish in rule.pictures}
    return style, known


def _variables(subjects: Sequence[Subject], commission: Commission, problems: Sequence[str]) -> dict[str, Any]:
    return {
        "about": commission.about,
        "instruction": commission.instruction,
        "subjects": list(subjects),
        "look": commission.look,
        "whole": commission.whole,
        "problems": list(problems),
        "lang": commission.lang,
    }


def _flaw(wish: ImageWish | None) -> str:
    """What keeps a prompt from being used; empty for nothing."""
    if wish is None:
        return "it has no entry in `pictures`."
    style = wish.prompt.visual_style
    if len(" ".join(style.split())) < SHORTEST:
        return "its `visual_style` does not say what is seen."
    if not _in_english(style, LONGEST):
        return "its `visual_style` is not in English."
    return ""


def _in_english(text: str, most: int) -> str:
    """The text on one line, cut; empty where it is not English."""
    line = " ".join(unfence(text).split())[:most]
    return "" if len(_JAPANESE.findall(line)) * 10 > len(line) else line


def _wish(one: Subject, said: _Said, style: str, commission: Commission) -> PictureWish:
    """What is drawn: the model's view, the slide's own words."""
    whole = commission.whole
    seen = _in_english(said.wish.prompt.visual_style, LONGEST)
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
        alt=_alt(one, said.wish.alt, commission),
        aspect=one.aspect or said.wish.aspect,
        layout=one.layout,
        whole=whole,
        data=one.kind in _DATA,
        by=said.by,
    )


def _contents(one: Subject) -> str:
    message = one.message if one.subtitle and one.message else ""
    return "\n".join(part for part in (message, one.text) if part)


def _alt(one: Subject, said: str, commission: Commission) -> str:
    """The model's sentence in the language of the deck, else the slide's; of a whole slide with all its words."""
    line = " ".join(unfence(said).split())[:MOST_ALT]
    is_ja = bool(_JAPANESE.search(line))
    if not line or is_ja != (commission.lang == "ja"):
        line = alt_of(one, commission.lang)
    if not commission.whole:
        return line
    words = [one.title, one.subtitle, one.message, *one.text.splitlines()]
    mark = "。" if commission.lang == "ja" else ". "
    told = mark.join(word.strip().rstrip("。.") for word in [line, *words] if word.strip())
    return told[:MOST_FULL_ALT]

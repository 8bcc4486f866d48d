"""From slides to prompts: all asked for at once, what is flawed asked for again, the words put in by code."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from kasen.models.role import RULE, Role
from kasen.team import Deps
from kasen.teams.slides.pictures.wishing import Commission, english, holds, one_line, wished
from kasen.teams.slides.rules.visualizer import simple_pictures
from kasen.teams.slides.schemas.outputs import ImageWish, VisualizerOutput
from kasen.teams.slides.schemas.picturing import PictureWish, Sketch, Subject

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
MOST_STYLE, MOST_ALT = 400, 300


async def prompted(
    deps: Deps, subjects: Sequence[Subject], commission: Commission, sketches: Sequence[Sketch] = ()
) -> list[PictureWish]:
    """A wish for each subject, in their order; at worst the rule's.

    What was sketched before is not asked for again, unless the slide has become another one since.
    """
    known = {one.slide_id: one for one in sketches}
    asked = await sketched(deps, [one for one in subjects if not holds(known.get(one.slide_id), one)], commission)
    known |= {one.slide_id: one for one in asked}
    style = next((one.style for one in (*sketches, *asked) if one.style), "")
    return [wished(one, known[one.slide_id], style, commission) for one in subjects]


async def sketched(deps: Deps, subjects: Sequence[Subject], commission: Commission) -> list[Sketch]:
    """How the picture of each subject is to look, in their order, in one style; at worst as the rule says."""
    batches = [subjects[start : start + BATCH] for start in range(0, len(subjects), BATCH)]
    answers = await asyncio.gather(*(_batch(deps, batch, commission) for batch in batches))
    style = next((style for style, _ in answers if style), "")
    said = {number: one for _, found in answers for number, one in found.items()}
    return [said[one.number].model_copy(update={"style": style}) for one in subjects]


async def _batch(deps: Deps, batch: Sequence[Subject], commission: Commission) -> tuple[str, dict[int, Sketch]]:
    """The style of a batch and what was said of each of its slides."""
    known: dict[int, Sketch] = {}
    open_: list[Subject] = list(batch)
    problems: list[str] = []
    style = ""
    for _ in range(1 + MOST_REPAIRS):
        variables = _variables(open_, commission, problems)
        answer = await deps.ask(VISUALIZER, **variables)
        style = style or english(answer.value.style, MOST_STYLE)
        flawed: dict[int, str] = {}
        for one in open_:
            wish = next((wish for wish in answer.value.pictures if wish.number == one.number), None)
            flaw = _flaw(wish)
            if wish is None or flaw:
                flawed[one.number] = f"Slide {one.number}: {flaw}"
            else:
                known[one.number] = _sketch(one, wish, answer.by)
        open_, problems = [one for one in open_ if one.number in flawed], list(flawed.values())
        if not open_:
            break
    if open_:
        rule = simple_pictures(**_variables(open_, commission, []))
        known |= {one.number: _sketch(one, wish, RULE) for one, wish in zip(open_, rule.pictures, strict=True)}
    return style, known


def _variables(subjects: Sequence[Subject], commission: Commission, problems: Sequence[str]) -> dict[str, Any]:
    return {
        "about": commission.about,
        "instruction": commission.instruction,
        "subjects": list(subjects),
        "look": commission.look,
        "whole": commission.whole,
        "draft": commission.draft,
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
    if not english(style, LONGEST):
        return "its `visual_style` is not in English."
    return ""


def _sketch(one: Subject, wish: ImageWish, by: str) -> Sketch:
    return Sketch(
        slide_id=one.slide_id,
        kind=one.kind,
        title=one.title,
        message=one.message,
        view=english(wish.prompt.visual_style, LONGEST),
        alt=one_line(wish.alt, MOST_ALT),
        aspect=wish.aspect,
        by=by,
    )

"""The storywriter: the outline in one step, slides in another."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from kasen.team import Deps
from kasen.teams.slides.schemas.envelope import Envelope
from kasen.teams.slides.schemas.findings import Evidence
from kasen.teams.slides.state import Done, Story, Task
from kasen.teams.slides.story import roles
from kasen.teams.slides.story.briefs import briefs, figured
from kasen.teams.slides.story.outlining import outlined
from kasen.teams.slides.story.pool import for_slides
from kasen.teams.slides.story.writing import Desk, written

STORYWRITER_OUTLINE = roles.STORYWRITER_OUTLINE
STORYWRITER = roles.STORYWRITER
STORYWRITER_CRITIQUE = roles.STORYWRITER_CRITIQUE


class Told(Done, Story, total=False):
    """What a step of the storywriter brings."""


async def storywriter(state: Task, runtime: Runtime[Deps]) -> Told:
    """Do the step: outline or slides. It always ends with words, at worst those of its rules."""
    if state["step"].mode == "outline":
        return await _outline(state, runtime.context)
    return await _slides(state, runtime.context)


async def _outline(task: Task, deps: Deps) -> Told:
    outline, by = await outlined(deps, task)
    data = outline.model_dump_json(indent=2, exclude={"thinking"}).encode()
    version = await deps.artifacts.write("outline.json", data, "application/json")
    count = len(outline.slides)
    summary = f"{count} 枚の構成" if task["lang"] == "ja" else f"an outline of {count} slides"
    deps.note(summary)
    envelope = Envelope(id="outline.json", type="outline", producer="storywriter", version=version)
    return {
        "outline": outline,
        "outline_by": by,
        "finished": [task["step"].ended("completed", summary, "outline.json")],
        "envelopes": [envelope],
    }


async def _slides(task: Task, deps: Deps) -> Told:
    figures = task["figures"]
    outline, assigned = figured(task)
    known: list[Evidence] = [*task["passages"], *task["found"]]
    pool, fitting = await for_slides(deps, task["request"], outline, known, task["lang"])
    desk = Desk(
        deps=deps,
        task=task,
        outline=outline,
        briefs=briefs(outline, assigned, fitting, task["design"], task["lang"]),
        pool=pool,
        figures=figures,
    )
    slides, how, left = await written(desk)
    summary = _summary(len(slides), len(how.repaired), task["lang"])
    deps.note(summary)
    refs = [*(one.ref for one in pool), *(figure.ref for figure in figures)]
    update: dict[str, Any] = {
        "outline": outline,
        "slides": slides,
        "refs": refs,
        "finished": [task["step"].ended("completed", summary)],
        "notes": how.notes(left, task["lang"]),
    }
    return update  # type: ignore[return-value]


def _summary(slides: int, repaired: int, lang: str) -> str:
    if lang == "ja":
        return f"{slides} 枚" + (f"（{repaired} 枚を書き直し）" if repaired else "")
    return f"{slides} slides" + (f", {repaired} written again" if repaired else "")

"""A plan that can be carried out: the steps that every deck needs, in an order without circles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kasen.teams.slides.schemas.envelope import Plan, Step
from kasen.teams.slides.schemas.outputs import PlannerOutput, PlanStep, StepRole
from kasen.teams.slides.schemas.part import Lang
from kasen.teams.slides.schemas.request import FEWEST, MOST

USUAL = 10
"""Slides where neither person nor planner says a sensible number."""
MOST_RESEARCH = 3
"""Steps of research; each asks several questions at once."""
MOST_ATTEMPTS = 2
LONGEST_TITLE, LONGEST_GOAL = 200, 500
"""Characters: what a person who is asked about the plan may give back."""
_NAMES: dict[str, tuple[str, str]] = {
    "researcher": ("Research", "調査"),
    "data_analyst": ("Figures from the data", "データの分析"),
    "outline": ("Outline", "構成"),
    "slides": ("Slides", "本文"),
    "looks": ("How the pictures look", "画像の構図"),
    "visualizer": ("Pictures", "画像"),
}


@dataclass(frozen=True, kw_only=True)
class Means:
    """What there is to work with."""

    tables: bool
    documents: bool
    web: bool
    images: str
    lang: Lang


def planned(said: PlannerOutput, means: Means, *, wanted: int, by: str) -> Plan:
    """The plan that is worked on: what was proposed, with what is impossible left out and what is missing put in.

    An outline, then slides that rest on it and on all that was found; research and data beside the outline; pictures
    beside the slides. Where each slide is drawn whole, how it looks is thought out beside the slides, and it is drawn
    when its words stand. Ids are numbered anew in this order.
    """
    before = [*_research(said.steps, means), *_data(said.steps, means)]
    outline = _step("storywriter", "outline", said.steps, means.lang)
    slides = _step("storywriter", "slides", said.steps, means.lang)
    pictures = _pictures(said.steps, means)
    steps = _numbered([*before, outline, slides, *pictures])
    ids = [step.id for step in steps]
    rests = ids[: len(before) + 1]
    at = len(before) + 1
    steps[at] = steps[at].model_copy(update={"depends_on": tuple(rests)})
    if len(pictures) > 1:
        steps[-2] = steps[-2].model_copy(update={"depends_on": tuple(rests)})
        steps[-1] = steps[-1].model_copy(update={"depends_on": (ids[at], ids[at + 1])})
    elif pictures:
        steps[-1] = steps[-1].model_copy(update={"depends_on": (ids[at - 1],)})
    return Plan(
        title=" ".join(said.title.split())[:LONGEST_TITLE].rstrip(),
        goal=" ".join(said.goal.split())[:LONGEST_GOAL].rstrip(),
        slides=wanted or (min(max(said.slides, FEWEST + 1), MOST) if said.slides > 0 else USUAL),
        steps=tuple(steps),
        by=by,
    )


def _research(steps: Sequence[PlanStep], means: Means) -> list[Step]:
    if not means.web:
        return []
    found = [one for one in steps if one.role == "researcher" and one.instruction.strip()]
    return [_kept(one, means.lang) for one in found[:MOST_RESEARCH]]


def _data(steps: Sequence[PlanStep], means: Means) -> list[Step]:
    """One analysis of all tables, whether or not the planner thought of it."""
    return [_step("data_analyst", "", steps, means.lang)] if means.tables else []


def _pictures(steps: Sequence[PlanStep], means: Means) -> list[Step]:
    proposed = any(one.role == "visualizer" for one in steps)
    if means.images == "none" or (means.images == "auto" and not proposed):
        return []
    modes = ("looks", "") if means.images == "full" else ("",)
    return [_step("visualizer", mode, steps, means.lang) for mode in modes]


def _step(role: StepRole, mode: str, steps: Sequence[PlanStep], lang: Lang) -> Step:
    """One step of that role, with all that was said to it."""
    told = [" ".join(one.instruction.split()) for one in steps if one.role == role]
    name = _NAMES[mode or role][lang == "ja"]
    required = role == "storywriter"
    return Step.model_validate(
        {
            "id": "",
            "role": role,
            "mode": mode,
            "title": name,
            "instruction": " ".join(told) or name,
            "inputs": tuple(dict.fromkeys(name for one in steps if one.role == role for name in one.inputs)),
            "required": required,
        }
    )


def _kept(one: PlanStep, lang: Lang) -> Step:
    title = " ".join(one.title.split()) or _NAMES[one.role][lang == "ja"]
    instruction = " ".join(one.instruction.split())
    return Step(id="", role=one.role, title=title, instruction=instruction, inputs=tuple(one.inputs), required=False)


def _numbered(steps: Sequence[Step]) -> list[Step]:
    return [step.model_copy(update={"id": f"S{number}"}) for number, step in enumerate(steps, start=1)]


def merged(plan: Plan, finished: Sequence[Step]) -> Plan:
    """The plan with what workers report; of several reports on a step the one of the latest attempt counts."""
    latest: dict[str, Step] = {}
    for step in finished:
        known = latest.get(step.id)
        if known is None or step.attempts >= known.attempts:
            latest[step.id] = step
    steps = tuple(
        latest[step.id] if step.id in latest and latest[step.id].attempts > step.attempts else step
        for step in plan.steps
    )
    return plan.model_copy(update={"steps": steps})


def replanned(plan: Plan) -> Plan:
    """The plan after failures: a required step is tried again, any other is left, and what waits for it goes on."""
    steps = tuple(
        step.model_copy(update={"status": "pending"})
        if step.status == "failed" and step.required and step.attempts < MOST_ATTEMPTS
        else step
        for step in plan.steps
    )
    if steps == plan.steps:
        return plan
    return plan.model_copy(update={"steps": steps, "revision": plan.revision + 1})


def ready(plan: Plan) -> list[Step]:
    """Steps that can run now: all of them at once."""
    over = {step.id for step in plan.steps if step.status in ("completed", "failed", "skipped")}
    return [step for step in plan.steps if step.status == "pending" and over.issuperset(step.depends_on)]

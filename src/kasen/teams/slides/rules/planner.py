"""The plan without a model: what there is decides which workers are needed."""

from __future__ import annotations

from kasen.teams.slides.schemas.brief import About
from kasen.teams.slides.schemas.outputs import PlannerOutput, PlanStep

FROM_DOCUMENTS, BARE = 9, 7
"""Slides by default: where there is something to show, and of nothing."""


def simple_plan(*, about: About, materials: list[str], web: bool, images: str, lang: str) -> PlannerOutput:
    """Steps are completed by `planning.planned`, which knows what every deck needs."""
    del images
    steps: list[PlanStep] = []
    if web and not materials:
        name = "調査" if lang == "ja" else "Research"
        steps.append(PlanStep(id="S1", role="researcher", title=name, instruction=about.wish))
    count = about.slides or (FROM_DOCUMENTS if materials or web else BARE)
    return PlannerOutput(title=about.title, goal="", slides=count, steps=steps)

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from kasen.models.provider import ModelRequest
from kasen.teams.slides.schemas.arrangement import Capacity
from kasen.teams.slides.schemas.brief import SlideBrief
from kasen.teams.slides.schemas.deck import Slide
from kasen.teams.slides.schemas.envelope import Plan, Step
from kasen.teams.slides.schemas.outputs import OutlineOutput, OutlineSlide
from kasen.teams.slides.schemas.request import Request
from kasen.teams.slides.state import Task
from kasen.teams.slides.story.pool import numbered
from kasen.teams.slides.story.writing import AT_ONCE, Desk, Written, written
from kasen.teams.slides.template.bundled import bundled
from kasen.teams.slides.template.reading import read
from kasen.testing.deps import fake_deps
from kasen.testing.scripted import ScriptedModel
from teams.slides.bench import Cast, Reply, briefs_of, hits, passes, writes

DESIGN = read(bundled("light"), name="light", bundled=True, lang="en")
ROOM = Capacity(title=40, points=6, line=70, lines=10)


async def played(slides: int, **roles: Reply | Sequence[Reply]) -> tuple[list[Slide], Written, Cast]:
    outline = OutlineOutput(
        title="Tea",
        slides=[
            OutlineSlide(kind="title" if n == 0 else "bullets", title=f"Slide {n}", message="") for n in range(slides)
        ],
    )
    step = Step(id="S1", role="storywriter", title="Slides", instruction="x")
    task: Task = {
        "request": Request(wish="Tea"),
        "lang": "en",
        "design": DESIGN,
        "tables": [],
        "passages": [],
        "plan": Plan(title="Tea", slides=slides, steps=(step,), by="m"),
        "step": step,
        "title": "",
        "audience": "",
        "answers": [],
        "comments": [],
        "outline": outline,
        "figures": [],
        "found": [],
        "slides": [],
        "refs": [],
        "sketches": [],
        "drawn": [],
    }
    cast = Cast({"storywriter": writes, "storywriter_critique": passes, **roles})
    deps = fake_deps(model=ScriptedModel(cast, id="scripted:writer"))
    await deps.evidence.add(hits())
    briefs = [
        SlideBrief(number=n, kind=one.kind, title=one.title, message="", capacity=ROOM, passages=("P1", "P2"))
        for n, one in enumerate(outline.slides, start=1)
    ]
    desk = Desk(deps=deps, task=task, outline=outline, briefs=briefs, pool=numbered(hits(), [], "en"), figures=[])
    made, how, _ = await written(desk)
    return made, how, cast


@pytest.mark.parametrize(("slides", "batches"), [(3, 1), (11, 5), (31, AT_ONCE), (60, AT_ONCE)])
async def test_slides_are_written_in_as_many_batches_as_an_account_takes_at_once(slides: int, batches: int) -> None:
    made, how, cast = await played(slides)
    assert cast.asked.count("storywriter") == batches
    assert len(made) == slides
    assert (len(how.said), how.repaired, how.judged) == (slides - 1, set(), True)


async def test_a_slide_that_was_left_out_is_asked_for_again_alone() -> None:
    def forgets(request: ModelRequest) -> Any:
        return {"slides": [one for one in writes(request)["slides"] if one["number"] != 3]}

    made, how, cast = await played(5, storywriter=[forgets, forgets, writes])
    asked = [
        [number for number, _, _ in briefs_of(request)] for request in cast.requests if request.role == "storywriter"
    ]
    assert asked[-1] == [3]
    assert how.repaired == {3}
    assert made[2].points


async def test_slides_that_nobody_asked_for_are_not_taken() -> None:
    def adds(request: ModelRequest) -> Any:
        own = writes(request)["slides"]
        return {"slides": [*own, {**own[0], "number": 99}, {**own[0], "number": 1, "title": "Mine"}]}

    made, how, _ = await played(3, storywriter=adds)
    assert sorted(how.said) == [2, 3]
    assert made[0].title == "Tea"


async def test_a_repair_that_makes_it_worse_is_put_back() -> None:
    finds = {"findings": [{"number": 2, "severity": "major", "problem": "It is dull."}], "verdict": "fail"}

    def lies(request: ModelRequest) -> Any:
        return {"slides": [{**one, "points": [{"text": "9,999 t were sold."}]} for one in writes(request)["slides"]]}

    made, how, _ = await played(3, storywriter=[writes, lies], storywriter_critique=lambda _: finds)
    assert how.repaired == {2}
    assert "9,999" not in made[1].model_dump_json()
    assert made[1].points[0].refs

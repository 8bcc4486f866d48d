"""The visualizer: prompts for all pictures at once, then the pictures; what cannot be drawn says why.

Where slides are drawn whole, a step before says how they look while their words are written (seed 002).
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from langgraph.runtime import Runtime

from kasen.team import Deps
from kasen.teams.slides.pictures import prompting, wording
from kasen.teams.slides.pictures.drawing import Easel, drawn
from kasen.teams.slides.pictures.look import look
from kasen.teams.slides.pictures.prompting import prompted, sketched
from kasen.teams.slides.pictures.references import ground_of
from kasen.teams.slides.pictures.subjects import subjects
from kasen.teams.slides.pictures.wishing import Commission
from kasen.teams.slides.schemas.envelope import Envelope, Step, StepStatus
from kasen.teams.slides.schemas.findings import Drawn
from kasen.teams.slides.schemas.picturing import Subject
from kasen.teams.slides.state import TEMPLATE, Done, Task
from kasen.teams.slides.telling import about_of

VISUALIZER = prompting.VISUALIZER


async def visualizer(state: Task, runtime: Runtime[Deps]) -> Done:
    """Do the step. A picture that fails is no error: its slide is told of as one without."""
    deps = runtime.context
    wanted = subjects(state)
    if state["step"].mode == "looks":
        return await _looks(deps, state, wanted)
    if deps.draw is None or not wanted:
        why = wording.no_model(state["lang"])
        return _done(deps, state, [Drawn(slide_id=one.slide_id, why=why) for one in wanted])
    return _done(deps, state, await _drawn(deps, state, wanted))


async def _looks(deps: Deps, state: Task, wanted: Sequence[Subject]) -> Done:
    """How each slide is to look; nobody is asked where nothing will be drawn."""
    lang = state["lang"]
    if deps.draw is None or not wanted or not _to_draw(state):
        why = wording.no_model(lang) if deps.draw is None else wording.summary(0, 0, [], lang)
        return {"finished": [_over(deps, state, "skipped", why)]}
    # Layouts are pictured now, so that drawing need not wait for them.
    found, _ = await asyncio.gather(
        sketched(deps, wanted, _commission(state)), ground_of(deps, [one.layout for one in wanted])
    )
    return {"finished": [_over(deps, state, "completed", wording.looks(len(found), lang))], "sketches": found}


def _to_draw(state: Task) -> bool:
    """Whether the person has left in the step that draws."""
    return any(one.role == "visualizer" and not one.mode and one.status == "pending" for one in state["plan"].steps)


async def _drawn(deps: Deps, state: Task, wanted: Sequence[Subject]) -> list[Drawn]:
    commission = _commission(state)
    wishes, ground = await asyncio.gather(
        prompted(deps, wanted, commission, state.get("sketches", [])), ground_of(deps, [one.layout for one in wanted])
    )
    return await drawn(Easel(deps=deps, ground=ground, look=commission.look, lang=state["lang"]), wishes)


def _commission(state: Task) -> Commission:
    return Commission(
        about=about_of(state),
        instruction=state["step"].instruction,
        look=look(state["design"], state["request"].colors, state["lang"]),
        whole=state["request"].images == "full",
        lang=state["lang"],
        draft=not state["slides"],
    )


def _done(deps: Deps, state: Task, found: Sequence[Drawn]) -> Done:
    made = [one for one in found if one.use is not None]
    told = wording.summary(len(made), len(found), [one.why for one in found if one.use is None], state["lang"])
    names = tuple(one.use.artifact for one in made if one.use is not None)
    step = _over(deps, state, "failed" if found and not made else "completed", told, *names)
    return {"finished": [step], "drawn": list(found), "envelopes": [_envelope(one) for one in made]}


def _over(deps: Deps, state: Task, status: StepStatus, told: str, *artifacts: str) -> Step:
    deps.note(told)
    return state["step"].ended(status, told, *artifacts)


def _envelope(one: Drawn) -> Envelope:
    assert one.use is not None, "it was made"
    rests = (*one.references, *([one.sitting] if one.sitting else []))
    return Envelope(
        id=one.use.artifact,
        type="pictures",
        producer="visualizer",
        version=one.use.version,
        depends_on=tuple(dict.fromkeys((TEMPLATE, *rests))),
    )

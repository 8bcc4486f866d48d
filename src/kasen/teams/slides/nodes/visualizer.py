"""The visualizer: prompts for all pictures at once, then the pictures; what cannot be drawn says why."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from langgraph.runtime import Runtime

from kasen.team import Deps
from kasen.teams.slides.pictures import prompting, wording
from kasen.teams.slides.pictures.drawing import Easel, drawn
from kasen.teams.slides.pictures.look import look
from kasen.teams.slides.pictures.prompting import Commission, prompted
from kasen.teams.slides.pictures.references import ground_of
from kasen.teams.slides.pictures.subjects import subjects
from kasen.teams.slides.schemas.envelope import Envelope
from kasen.teams.slides.schemas.findings import Drawn
from kasen.teams.slides.schemas.picturing import Subject
from kasen.teams.slides.state import TEMPLATE, Done, Task
from kasen.teams.slides.telling import about_of

VISUALIZER = prompting.VISUALIZER


async def visualizer(state: Task, runtime: Runtime[Deps]) -> Done:
    """Do the step. A picture that fails is no error: its slide is told of as one without."""
    deps = runtime.context
    wanted = subjects(state)
    if deps.draw is None or not wanted:
        why = wording.no_model(state["lang"])
        return _done(deps, state, [Drawn(slide_id=one.slide_id, why=why) for one in wanted])
    return _done(deps, state, await _drawn(deps, state, wanted))


async def _drawn(deps: Deps, state: Task, wanted: Sequence[Subject]) -> list[Drawn]:
    lang = state["lang"]
    seen = look(state["design"], state["request"].colors, lang)
    commission = Commission(
        about=about_of(state),
        instruction=state["step"].instruction,
        look=seen,
        whole=state["request"].images == "full",
        lang=lang,
    )
    wishes, ground = await asyncio.gather(
        prompted(deps, wanted, commission), ground_of(deps, [one.layout for one in wanted])
    )
    return await drawn(Easel(deps=deps, ground=ground, look=seen, lang=lang), wishes)


def _done(deps: Deps, state: Task, found: Sequence[Drawn]) -> Done:
    made = [one for one in found if one.use is not None]
    told = wording.summary(len(made), len(found), [one.why for one in found if one.use is None], state["lang"])
    deps.note(told)
    step = state["step"].model_copy(
        update={
            "status": "failed" if found and not made else "completed",
            "result_summary": told,
            "artifact_ids": tuple(one.use.artifact for one in made if one.use is not None),
            "attempts": state["step"].attempts + 1,
        }
    )
    return {"finished": [step], "drawn": list(found), "envelopes": [_envelope(one) for one in made]}


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

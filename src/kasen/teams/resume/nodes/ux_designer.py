"""The critic who looks at how fast a reader finds what counts; without a picture it reads the text alone."""

from __future__ import annotations

from langgraph.runtime import Runtime

from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.resume.critics import judge_nothing
from kasen.teams.resume.pictures import Carried, seen
from kasen.teams.resume.schemas.feedback import Critique
from kasen.teams.resume.state import ByUx
from kasen.teams.resume.telling import tell

UX_DESIGNER = Role(
    name="ux_designer",
    package="kasen.teams.resume",
    reply=Critique,
    rule=judge_nothing,
    tier="vision",
    answer_tokens=1500,
    target_s=60.0,
)


async def ux_designer(state: Carried, runtime: Runtime[Deps]) -> ByUx:
    """One look at the text of this iteration and, where there are any, at the pictures of the page."""
    feedback = await seen(runtime.context, state, UX_DESIGNER)
    await tell(runtime.context, feedback)
    return {"ux_designer_feedback": feedback}

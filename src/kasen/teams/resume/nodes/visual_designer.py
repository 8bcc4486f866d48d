"""The critic who looks at the page as it is seen; without a picture it is not asked."""

from __future__ import annotations

from langgraph.runtime import Runtime

from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.resume.critics import judge_nothing
from kasen.teams.resume.pictures import Carried, seen
from kasen.teams.resume.schemas.feedback import Critique
from kasen.teams.resume.state import ByVisual
from kasen.teams.resume.telling import tell

VISUAL_DESIGNER = Role(
    name="visual_designer",
    package="kasen.teams.resume",
    reply=Critique,
    rule=judge_nothing,
    tier="vision",
    answer_tokens=1500,
    target_s=60.0,
)


async def visual_designer(state: Carried, runtime: Runtime[Deps]) -> ByVisual:
    """One look at the text of this iteration and, where there are any, at the pictures of the page."""
    feedback = await seen(runtime.context, state, VISUAL_DESIGNER)
    await tell(runtime.context, feedback)
    return {"visual_designer_feedback": feedback}

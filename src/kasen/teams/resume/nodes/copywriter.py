"""The critic who looks at whether the words work."""

from __future__ import annotations

from langgraph.runtime import Runtime

from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.resume.critics import Reviewed, judge_nothing, look
from kasen.teams.resume.schemas.feedback import Critique
from kasen.teams.resume.state import ByCopywriter
from kasen.teams.resume.telling import tell

COPYWRITER = Role(
    name="copywriter",
    package="kasen.teams.resume",
    reply=Critique,
    rule=judge_nothing,
    tier="basic",
    answer_tokens=1800,
    target_s=60.0,
)


async def copywriter(state: Reviewed, runtime: Runtime[Deps]) -> ByCopywriter:
    """One look at the text of this iteration."""
    feedback = await look(runtime.context, state, COPYWRITER)
    await tell(runtime.context, feedback)
    return {"copywriter_feedback": feedback}

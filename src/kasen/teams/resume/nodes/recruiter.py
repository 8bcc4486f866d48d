"""The critic who looks at who would be invited."""

from __future__ import annotations

from langgraph.runtime import Runtime

from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.resume.critics import Reviewed, judge_nothing, look
from kasen.teams.resume.schemas.feedback import Critique
from kasen.teams.resume.state import ByRecruiter
from kasen.teams.resume.telling import tell

RECRUITER = Role(
    name="recruiter",
    package="kasen.teams.resume",
    reply=Critique,
    rule=judge_nothing,
    tier="basic",
    answer_tokens=1800,
    target_s=60.0,
)


async def recruiter(state: Reviewed, runtime: Runtime[Deps]) -> ByRecruiter:
    """One look at the text of this iteration."""
    feedback = await look(runtime.context, state, RECRUITER)
    await tell(runtime.context, feedback)
    return {"recruiter_feedback": feedback}

"""The critic who looks at depth and clarity of what is claimed."""

from __future__ import annotations

from langgraph.runtime import Runtime

from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.resume.critics import Reviewed, judge_nothing, look
from kasen.teams.resume.schemas.feedback import Critique
from kasen.teams.resume.state import ByTechWriter
from kasen.teams.resume.telling import tell

TECH_WRITER = Role(
    name="tech_writer",
    package="kasen.teams.resume",
    reply=Critique,
    rule=judge_nothing,
    tier="reasoning",
    answer_tokens=1800,
    target_s=60.0,
)


async def tech_writer(state: Reviewed, runtime: Runtime[Deps]) -> ByTechWriter:
    """One look at the text of this iteration."""
    feedback = await look(runtime.context, state, TECH_WRITER)
    await tell(runtime.context, feedback)
    return {"tech_writer_feedback": feedback}

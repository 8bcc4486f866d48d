"""`agents.yaml`: who works, by which program, on which files."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Self

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from kasen.teams.code.config.workflow import Name, Part, Variable, Workflow
from kasen.teams.code.mailbox.layout import AGENT
from kasen.teams.code.reservations import check_glob

if TYPE_CHECKING:  # a shim starts without YAML and settings
    from kasen.teams.code.config.lined import Lined

WITH_WEB = ("claude-code", "codex")
_PROGRAM = re.compile(r"claude-code|codex|command|team:[a-z][a-z0-9_]*")


def _program(name: str) -> str:
    if not _PROGRAM.fullmatch(name):
        raise ValueError(f"`{name}` is none of claude-code, codex, command, team:NAME")
    return name


Program = Annotated[str, AfterValidator(_program)]


class Agent(Part):
    """One agent."""

    id: Annotated[str, StringConstraints(pattern=AGENT)]
    type: Program
    """claude-code, codex, command (any program), team:NAME (a team of Kasen)."""
    role: Name
    phase: Name
    """The phase that it works in, or `persistent`."""
    handles: tuple[str, ...] = ()
    """Globs of the files that are its own: findings in them come to it."""
    policy: str = ""
    """A Markdown file beside this one: what the role does and does not do, and what it answers."""
    model: str = ""
    """The program's own name of a model; empty for its default."""
    command: tuple[str, ...] = ()
    """Of type `command`: the program and its arguments."""
    env: tuple[Variable, ...] = ()
    """Names of variables that it gets beside those that its program needs."""
    usd: float | None = Field(None, gt=0)
    """Most that one of its turns may cost."""
    web: bool = False
    """It may search the web and read pages: claude-code and codex, of those that only look."""
    lease_seconds: int | None = Field(None, ge=10, le=86_400)

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if (self.type == "command") != bool(self.command):
            raise ValueError("`command` is for the type `command`, which cannot do without it")
        if self.web and self.type not in WITH_WEB:
            raise ValueError(f"`web` is for {' and '.join(WITH_WEB)}")
        for glob in self.handles:
            check_glob(glob)
        return self


class Agents(Part):
    """The whole file."""

    agents: tuple[Agent, ...] = Field(min_length=1, max_length=64)

    def of(self, role: str) -> tuple[Agent, ...]:
        """The agents of a role."""
        return tuple(agent for agent in self.agents if agent.role == role)


def writes(agent: Agent, workflow: Workflow) -> bool:
    """Whether what it changes is taken: it works in a phase whose work is merged, and does not review it."""
    phase = next((one for one in workflow.phases if one.id == agent.phase), None)
    return phase is not None and phase.merge and agent.role != phase.review


def agents_of(lined: Lined, workflow: Workflow) -> Agents:
    """The agents of a file, for that workflow. Raises ConfigurationError with file and line."""
    found = lined.parsed(Agents)
    phases = [phase.id for phase in workflow.phases]
    for place, agent in enumerate(found.agents):
        where = ("agents", place)
        if agent.id in [one.id for one in found.agents[:place]]:
            lined.wrong((*where, "id"), f"there is an agent `{agent.id}` already")
        if agent.phase not in (*phases, "persistent"):
            lined.unknown((*where, "phase"), "phase", agent.phase, (*phases, "persistent"))
        if (agent.phase == "persistent") != (agent.role in workflow.persistent):
            lined.wrong((*where, "phase"), f"role `{agent.role}` is persistent in one file and not in the other")
        if agent.web and writes(agent, workflow):
            lined.wrong((*where, "web"), f"agent `{agent.id}` writes files, and who does has no web")
    roles = {agent.role for agent in found.agents}
    for role in dict.fromkeys(workflow.roles()):
        if role not in roles:
            lined.wrong(("agents",), f"the workflow needs the role `{role}`, and no agent has it")
    return found

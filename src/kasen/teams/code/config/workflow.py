"""`workflow.yaml`: phases, the tasks that each begins with, and when one leads to another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

if TYPE_CHECKING:  # a shim starts without YAML and settings
    from kasen.teams.code.config.lined import Lined

ENDS = ("completed", "failed")
Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]{0,63}$")]
Variable = Annotated[str, StringConstraints(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")]
TaskKind = Literal["work", "plan", "review", "fix", "resolve", "rule"]
"""What a task is: new work, a plan, a review, the mending of findings, the end of a conflict, a ruling on one."""
When = Literal["all_done", "gate_passed", "gate_failed", "not_converging"]
"""All tasks of the phase are done; its gate says so; the same findings come back round after round."""


class Part(BaseModel):
    """What stands in a file is all there is to know."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class PhaseTask(Part):
    """A task that a phase begins with."""

    role: Name
    instruction: str = ""
    """What is to be done; `{requirement}` is the requirement. Empty: the policy of the role says it."""
    returns: Literal["result", "plan"] = "result"
    """`plan`: its answer is the list of tasks of a later phase."""
    after: tuple[Name, ...] = ()
    """Roles of this phase whose tasks come first."""


class Phase(Part):
    """A stretch of the work."""

    id: Name
    tasks: tuple[PhaseTask, ...] = ()
    from_plan: bool = False
    """Its tasks are those that the planner returned."""
    review: Name | None = None
    """Role that looks at each task when it is done; its FAIL goes back to whoever did it."""
    merge: bool = False
    """Work that passed its review is merged into the branch of the run."""


class Transition(Part):
    """From one phase to the next."""

    from_: Name = Field(alias="from")
    to: Name
    when: When = "all_done"
    approve: bool = False
    """A person is asked first."""


class Limits(Part):
    """Where the work stops going round."""

    attempts: int = Field(3, ge=1, le=20)
    """Agents that may end at one task before it is given up."""
    rounds: int = Field(3, ge=1, le=20)
    """Reviews of one task, and times that a gate may send work back, before a person is asked."""
    agents: int = Field(6, ge=1, le=64)
    """Agents that work at once."""
    heartbeat_seconds: float = Field(10, gt=0, le=600)
    """Between two signs of life of an agent's shim."""
    heartbeat_ttl_seconds: float = Field(45, gt=0, le=3600)
    """After the last one it is looked at, whatever its process says."""
    lease_seconds: int = Field(120, ge=1, le=86_400)
    """That a task stays with its agent without a sign of life. `lease_seconds` of an agent and `leases` come before."""
    leases: Mapping[TaskKind, Annotated[int, Field(ge=1, le=86_400)]] = Field(default_factory=dict)
    """The same for kinds of tasks: `{review: 60}`."""
    renew_seconds: float = Field(40, gt=0, le=86_400)
    scan_seconds: float = Field(30, gt=0, le=3600)
    """Between two looks at everything, whatever was heard; a process that ends is heard of at once."""
    first_word_seconds: float = Field(180, gt=0, le=86_400)
    """That a program may be silent after its start."""
    silent_seconds: float = Field(300, gt=0, le=86_400)
    """That it may be silent later, while none of its tools runs."""
    tool_seconds: float = Field(3600, gt=0, le=86_400)
    """That one of its tools may run."""
    turn_seconds: float = Field(7200, gt=0, le=604_800)
    """That a turn may take in all."""
    crashes: int = Field(5, ge=1, le=100)
    """Ends of an agent's process within ten minutes after which it is given up and a person is asked."""

    def lease(self, kind: str, own: int | None) -> int:
        """Seconds of the lease of a task of that kind; `own` is what its agent says, if it does."""
        return own or {str(name): seconds for name, seconds in self.leases.items()}.get(kind, self.lease_seconds)


class Workflow(Part):
    """The whole file."""

    name: Name
    phases: tuple[Phase, ...] = Field(min_length=1)
    transitions: tuple[Transition, ...] = Field(min_length=1)
    persistent: tuple[Name, ...] = ()
    """Roles that live across phases."""
    limits: Limits = Limits()

    def phase(self, id: str) -> Phase:
        """The phase of that name, which `workflow_of` has checked."""
        return next(phase for phase in self.phases if phase.id == id)

    def onward(self, id: str) -> tuple[Transition, ...]:
        """The transitions that leave a phase, in the order of the file."""
        return tuple(one for one in self.transitions if one.from_ == id)

    def roles(self) -> Iterator[str]:
        """Every role that the workflow needs, plans left out."""
        for phase in self.phases:
            yield from (task.role for task in phase.tasks)
            if phase.review:
                yield phase.review
        yield from self.persistent


def workflow_of(lined: Lined) -> Workflow:
    """The workflow of a file. Raises ConfigurationError with file and line."""
    found = lined.parsed(Workflow)
    ids = [phase.id for phase in found.phases]
    for place, phase in enumerate(found.phases):
        if phase.id in (*ids[:place], *ENDS):
            lined.wrong(("phases", place, "id"), f"there is a phase `{phase.id}` already")
        _check_tasks(lined, place, phase)
    for place, one in enumerate(found.transitions):
        if one.from_ not in ids:
            lined.unknown(("transitions", place, "from"), "phase", one.from_, ids)
        if one.to not in (*ids, *ENDS):
            lined.unknown(("transitions", place, "to"), "phase", one.to, (*ids, *ENDS))
    _check_reached(lined, found, ids)
    return found


def _check_tasks(lined: Lined, place: int, phase: Phase) -> None:
    where = ("phases", place)
    if phase.from_plan and phase.tasks:
        lined.wrong((*where, "tasks"), f"the tasks of `{phase.id}` come from the plan, so it has none of its own")
    if not phase.from_plan and not phase.tasks:
        lined.wrong(where, f"phase `{phase.id}` has no tasks")
    roles = [task.role for task in phase.tasks]
    for number, task in enumerate(phase.tasks):
        for first in task.after:
            if first not in roles[:number]:
                lined.unknown((*where, "tasks", number, "after"), "an earlier task of the role", first, roles[:number])


def _check_reached(lined: Lined, found: Workflow, ids: list[str]) -> None:
    """Every phase is reached from the first, and leads on; a plan is made before it is worked on."""
    reached = [ids[0]]
    for id in reached:
        reached += [one.to for one in found.onward(id) if one.to not in reached]
    for place, id in enumerate(ids):
        if id not in reached:
            lined.wrong(("phases", place, "id"), f"no transition leads to phase `{id}`")
        if not found.onward(id):
            lined.wrong(("phases", place, "id"), f"no transition leaves phase `{id}`")
    if "completed" not in reached:
        lined.wrong(("transitions",), "no way leads to `completed`")
    planned = [phase.id for phase in found.phases if any(task.returns == "plan" for task in phase.tasks)]
    for place, phase in enumerate(found.phases):
        if phase.from_plan and not set(planned) & set(ids[:place]):
            lined.wrong(("phases", place, "from_plan"), f"no phase before `{phase.id}` has a task that returns a plan")

"""`gates.yaml`: what has to pass before work counts as good."""

from __future__ import annotations

from pydantic import Field

from kasen.teams.code.config.lined import Lined
from kasen.teams.code.config.workflow import Name, Part, Variable, Workflow


class GateCommand(Part):
    """A program that passes with exit code 0: tests, a linter."""

    name: Name
    run: str = Field(min_length=1)
    """For the shell, in the root of the repository."""
    seconds: float = Field(600.0, gt=0, le=86_400)
    env: tuple[Variable, ...] = ()
    """Names of variables that it may see beside the plain ones."""


class QualityGate(Part):
    """Passes when every required reviewer says PASS and every command ends with 0."""

    id: Name
    phase: Name
    required: tuple[Name, ...] = ()
    """Roles of the reviewers, each of which must pass."""
    commands: tuple[GateCommand, ...] = ()
    max_rounds: int = Field(3, ge=1, le=20)
    """Times that it sends work back before a person is asked."""


class Gates(Part):
    """The whole file."""

    gates: tuple[QualityGate, ...] = ()
    merge: tuple[GateCommand, ...] = ()
    """Run on every batch before it is merged into the branch of the run."""

    def of(self, phase: str) -> QualityGate | None:
        """The gate of a phase."""
        return next((gate for gate in self.gates if gate.phase == phase), None)


def gates_of(lined: Lined, workflow: Workflow) -> Gates:
    """The gates of a file, for that workflow. Raises ConfigurationError with file and line."""
    found = lined.parsed(Gates)
    phases = {phase.id: phase for phase in workflow.phases}
    for place, gate in enumerate(found.gates):
        where = ("gates", place)
        if gate.phase not in phases:
            lined.unknown((*where, "phase"), "phase", gate.phase, phases)
        if gate.phase in [one.phase for one in found.gates[:place]]:
            lined.wrong((*where, "phase"), f"phase `{gate.phase}` has a gate already")
        if not gate.required and not gate.commands:
            lined.wrong(where, f"gate `{gate.id}` asks nobody and runs nothing, so it would always pass")
        roles = [task.role for task in phases[gate.phase].tasks]
        for number, role in enumerate(gate.required):
            if role not in roles:
                lined.unknown((*where, "required", number), f"a task in phase `{gate.phase}` for the role", role, roles)
    needing = [one.from_ for one in workflow.transitions if one.when in ("gate_passed", "gate_failed")]
    for phase in needing:
        if found.of(phase) is None:
            lined.wrong(("gates",), f"a transition of phase `{phase}` waits for a gate, and it has none")
    return found

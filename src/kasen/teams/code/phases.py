"""The state machine of phases: what is known of a phase decides where the work goes. It asks and changes nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from kasen.teams.code.config.workflow import Transition, When, Workflow
from kasen.teams.code.queue.rows import OVER, State

GateWord = Literal["", "PASS", "FAIL", "NO_VERDICT", "NOT_CONVERGING"]
"""What the gate of a phase said; empty while it was not asked, or where there is none."""


@dataclass(frozen=True, kw_only=True)
class Facts:
    """What is known of the phase that the work is in."""

    tasks: Sequence[State]
    """How its tasks stand."""
    gate: GateWord = ""
    rounds: Mapping[str, int] = field(default_factory=dict)
    """Phase → how often it was entered."""


@dataclass(frozen=True, kw_only=True)
class Step:
    """What happens next."""

    to: str
    """Phase, or `completed`, `failed`."""
    approve: bool = False
    """A person is asked first."""
    why: str = ""


@dataclass(frozen=True)
class Ask:
    """A person has to decide; nothing of the work is thrown away."""

    why: Literal["failed_task", "no_verdict", "not_converging"]


def next_step(workflow: Workflow, phase: str, facts: Facts) -> Step | Ask | None:
    """Where the work goes from that phase; None while it goes on there.

    A task that failed or was given up stops its phase, as what builds on it cannot be done: a person decides.
    """
    if any(state not in OVER for state in facts.tasks):
        return None
    if any(state != "done" for state in facts.tasks):
        return Ask("failed_task")
    held = _holding(facts)
    for one in workflow.onward(phase):
        if one.when in held:
            return Step(to=one.to, approve=one.approve, why=one.when)
    return _stuck(workflow.onward(phase), facts)


def _holding(facts: Facts) -> set[When]:
    """The conditions that hold."""
    found: set[When] = {"all_done"}
    if facts.gate == "PASS":
        found.add("gate_passed")
    if facts.gate == "FAIL":
        found.add("gate_failed")
    if facts.gate == "NOT_CONVERGING":
        found.add("not_converging")
    return found


def _stuck(onward: Sequence[Transition], facts: Facts) -> Ask | None:
    if facts.gate == "NO_VERDICT":
        return Ask("no_verdict")
    if facts.gate in ("NOT_CONVERGING", "FAIL"):  # and no transition is made for it
        return Ask("not_converging")
    return None if any(one.when != "all_done" for one in onward) else Ask("failed_task")

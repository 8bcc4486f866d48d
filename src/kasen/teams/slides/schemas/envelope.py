"""Artifacts as the graph knows them: what made them, and what they rest on (seed 002: artifact-centric)."""

from __future__ import annotations

from typing import Literal

from kasen.teams.slides.schemas.outputs import StepRole
from kasen.teams.slides.schemas.part import Part

StepStatus = Literal["pending", "running", "completed", "failed", "skipped"]


class Envelope(Part):
    """One artifact."""

    id: str
    """Its name among the artifacts of the run."""
    type: Literal["plan", "research", "data", "outline", "slides", "pictures", "deck", "pdf", "preview", "report"]
    producer: str
    """Role or node."""
    version: int = 1
    status: Literal["completed", "partial", "failed"] = "completed"
    depends_on: tuple[str, ...] = ()
    """Ids of artifacts."""


class Step(Part):
    """One step of the plan, as the supervisor keeps it."""

    id: str
    role: StepRole
    mode: Literal["", "outline", "slides", "looks"] = ""
    """What a storywriter does in it; `looks`: a visualizer says how pictures look, and draws none."""
    title: str
    instruction: str
    inputs: tuple[str, ...] = ()
    depends_on: tuple[str, ...] = ()
    status: StepStatus = "pending"
    result_summary: str = ""
    artifact_ids: tuple[str, ...] = ()
    attempts: int = 0
    required: bool = True
    """False for a step without which there still is a deck."""

    def ended(self, status: StepStatus, said: str, *artifacts: str) -> Step:
        """The step as its worker reports it, after one more attempt."""
        done = {"status": status, "result_summary": said, "artifact_ids": artifacts, "attempts": self.attempts + 1}
        return self.model_copy(update=done)


class Plan(Part):
    """What is done, and by whom."""

    title: str
    goal: str = ""
    slides: int
    steps: tuple[Step, ...]
    by: str
    revision: int = 1

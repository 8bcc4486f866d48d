"""States that nodes are handed, as the nodes before them leave them."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from kasen.team import Deps
from kasen.teams.slides.schemas.envelope import Plan, Step
from kasen.teams.slides.schemas.findings import ColumnProfile, TableProfile
from kasen.teams.slides.schemas.outputs import OutlineOutput
from kasen.teams.slides.schemas.request import Request
from teams.slides.fitting.decks import design

TABLE = TableProfile(
    file="tea.csv", path="/x/tea.csv", sha256="0", rows=6, columns=(ColumnProfile(name="Exports", type="number"),)
)


def step(id: str, role: str = "storywriter", **more: Any) -> Step:
    """A step of a plan."""
    return Step.model_validate({"id": id, "role": role, "title": f"Title {id}", "instruction": f"Do {id}.", **more})


def plan(*steps: Step, **more: Any) -> Plan:
    """A plan of these steps, else of an outline and slides after it."""
    usual = (step("S1", mode="outline"), step("S2", mode="slides", depends_on=("S1",)))
    fields: dict[str, Any] = {"title": "Tea abroad", "goal": "More shade.", "slides": 7, "by": "m"}
    return Plan(**{**fields, "steps": steps or usual, **more})


def outline(*slides: tuple[str, str], **more: Any) -> OutlineOutput:
    """An outline of these kinds and titles."""
    given = slides or (("title", "Tea abroad"), ("bullets", "Shade"), ("closing", "Plant more shade"))
    made = [{"kind": kind, "title": title, "message": f"{title}."} for kind, title in given]
    return OutlineOutput.model_validate({"title": "Tea abroad", "slides": made, **more})


def state(wish: str = "Tea exports, for the board", *, request: dict[str, Any] | None = None, **more: Any) -> Any:
    """What the reader leaves, with more; fields of the request are handed over as `request`."""
    fields: dict[str, Any] = {"tables": [], "documents": 0, "passages": [], "logo": "", "notes": []}
    given = Request(wish=wish, **(request or {}))
    return {"request": given, "lang": "en", "design": design("light"), **fields, **more}


def runtime(deps: Deps) -> Runtime[Deps]:
    """What a node is handed beside its state."""
    return Runtime(context=deps)

"""All findings of a run with their state, in the queue's note `findings`: for the gates, the board and the report."""

from __future__ import annotations

from typing import Literal

from kasen.teams.code.messages import Finding
from kasen.teams.code.orchestrator.desk import Desk

NOTE = "findings"


class Known(Finding):
    """A finding of the run."""

    state: Literal["open", "closed", "advice"] = "open"
    """`advice` never sent anything back."""
    about: str
    """The piece of work, or the phase of the gate."""
    by: str
    """Role of the reviewer, name of the command, or `files`, `plan`, `merge` for what the orchestrator saw itself."""
    rounds: tuple[int, ...] = ()
    """Rounds in which it was found."""


def known(desk: Desk) -> list[Known]:
    """All of them, in the order in which they were found."""
    return [Known.model_validate(one) for one in desk.queue.noted(NOTE) or []]


def open_of(desk: Desk, about: str, by: str = "") -> tuple[Finding, ...]:
    """Those that are still open of a piece of work or of a gate's phase, or of one of its reviewers alone.

    What a reviewer of a gate is given in the next round: `open_of(desk, phase, role)`.
    """
    found = [one for one in known(desk) if one.state == "open" and one.about == about and by in ("", one.by)]
    return tuple(Finding.model_validate(one.model_dump(include=set(Finding.model_fields))) for one in found)

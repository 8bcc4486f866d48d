"""How a stretch of the orchestrator's work ends: it is over, or a person has to decide."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, kw_only=True)
class Ended:
    """The work is over; all that was done lies on the branch."""

    outcome: Literal["completed", "failed", "stopped", "declined"]
    """`failed`: it did not pass; `stopped` by a cap; `declined`: a person did not let it go on."""
    reason: str = ""
    short: bool = False
    """It is stopped as what is left of the budget is too little for a turn, though no cap is reached."""


@dataclass(frozen=True, kw_only=True)
class Asked:
    """Nothing goes on before a person has answered."""

    name: str
    """New for each question, and the same again while it is not answered."""
    question: str
    choices: tuple[str, ...]
    why: str = ""
    """What happened, in a few sentences."""
    about: str = ""
    """The task, agent, account or transition that it is about."""

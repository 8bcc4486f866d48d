"""What a gate found goes back to whoever can mend it: one task per agent, with its findings alone."""

from __future__ import annotations

from kasen.teams.code.orchestrator.desk import Desk
from kasen.teams.code.queue.rows import NewTask


async def send_back(desk: Desk, phase: str, round: int, to: str) -> list[NewTask]:
    """The tasks `{to}.{n}.fix-{agent}` and their acceptance rows, for the open findings of a gate; they are not put in.

    `n` is one more than the times that phase `to` was entered by the note `rounds`: put them in together with the new
    note. By blame of the run's commits, then by whose file it is, then the fallback. Empty where nothing is open.
    """
    raise NotImplementedError

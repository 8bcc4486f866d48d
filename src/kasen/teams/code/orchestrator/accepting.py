"""Work that passed is accepted: merged as one batch, or sent back; what nobody can end waits for a person."""

from __future__ import annotations

from typing import Literal

from kasen.teams.code.orchestrator.desk import Desk

Choice = Literal["retry", "accept", "give_up"]


async def accept(desk: Desk) -> bool:
    """Accept all work that passed; whether there was any. Runs beside the loop, as it takes as long as the commands.

    Merged work and plans: the acceptance row is done, its result says `{"head": …}` or `{"plan": [ids of tasks]}`.
    Conflicts, failing commands and strayed files: what follows is put in, and the row waits for it. What does not
    converge, or gave no verdict: the row is blocked with the reason. Rows are claimed with a lease without an end by
    `orchestrator`, so those that a killed orchestrator held are taken up again; nobody else may requeue them.
    """
    raise NotImplementedError


async def decided(desk: Desk, task_id: str, choice: Choice) -> None:
    """A person said what becomes of a task that is blocked, failed or given up; nothing when it is none of these.

    `retry`: work is begun anew; an acceptance sends what is open to its agent once more. `accept` (an acceptance only):
    it counts as it is. `give_up` (an acceptance only): it fails, and what needs it is not done.
    """
    raise NotImplementedError

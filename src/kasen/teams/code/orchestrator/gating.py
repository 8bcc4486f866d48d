"""What the gate of a phase says, when its reviewers have spoken and its commands have run."""

from __future__ import annotations

from kasen.teams.code.orchestrator.desk import Desk
from kasen.teams.code.phases import GateWord


async def gate_word(desk: Desk, phase: str, round: int) -> GateWord:
    """What the gate of a phase says in a round; empty where it has none, or a reviewer has not spoken yet.

    A reviewer that was not asked in this round counts with what it said last. Commands run once per commit, in the
    tree where all comes together, so this takes as long as they do. The word stands in the note `gate`, findings in
    the note `findings`.
    """
    raise NotImplementedError

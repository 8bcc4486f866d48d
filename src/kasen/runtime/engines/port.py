"""What a runner hands runs to when other processes drive them."""

from __future__ import annotations

from typing import Protocol

from kasen.errors import UsageError
from kasen.team import Team


class Dispatch(Protocol):
    """An engine that finds a process for each run, and another one when that dies.

    It is told ids alone: what a run is, how it stands, what was answered and asked of it stands in the database, and
    whoever gets a run looks there.
    """

    async def submit(self, run_id: str, owner: str, *, word: bool = True) -> bool:
        """Have the run driven, or looked at again by whoever waits for word of it. Harmless when it is repeated.

        Without `word` only an engine that does not know the run does anything: nothing is new.

        False when the engine cannot be reached now; what is recorded is submitted later, see `forgotten`.
        """
        ...


def check_may_be_handed(team: Team) -> None:
    """Raises UsageError for a team that works with this machine and its terminal alone."""
    if team.terminal_only:
        raise UsageError(
            f"`{team.name}` works with the programs of one machine, and no worker elsewhere can drive it",
            hint="Run it with KASEN_ENGINE=embedded.",
        )

"""What `kasen doctor` says of the place where the state of runs is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kasen.cli.signals import run_async
from kasen.errors import KasenError

if TYPE_CHECKING:
    from kasen.settings import Settings

ALONE = "one process only drives a run, two at once are not told apart"


class Looked(NamedTuple):
    """What was found, and how it is mended."""

    ok: bool
    found: str
    fix: str = ""


def looked(settings: Settings) -> Looked:
    """Opens the place once."""
    from kasen.runtime.checkpoints.opening import states_of

    async def opened() -> str:
        states = states_of(settings)
        if not states.elsewhere:
            return "in the database"
        await states.open()
        await states.close()
        lost = ", gone with the process" if states.elsewhere == "memory" else ""
        return f"in {states.elsewhere}{lost}: {ALONE}"

    try:
        return Looked(True, run_async(opened()))
    except KasenError as error:
        return Looked(False, str(error), error.hint)

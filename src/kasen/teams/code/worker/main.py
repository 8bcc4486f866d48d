"""Where the shim of an agent starts: `kasen code worker --folder F --agent ID`. First it says that it lives."""

from __future__ import annotations

import asyncio
import fcntl
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO

from kasen.teams.code.place import Place
from kasen.teams.code.processes.tree import adopt, process
from kasen.teams.code.worker.beating import Heart
from kasen.teams.code.worker.spec import Beat, Spec

TAKEN = 3
"""Exit code of a shim whose agent has one already."""
_AT_THE_TERMINAL = (signal.SIGINT, signal.SIGQUIT, signal.SIGTSTP)
_ENDING = (signal.SIGTERM, signal.SIGHUP)


def main(folder: Path, agent: str) -> int:
    """Work as that agent of the run whose work lies in the folder; the exit code, 128 + N for a signal.

    Raises InputError for what cannot be the id of an agent, OSError and ValidationError where it was not prepared.
    """
    place = Place(folder.absolute(), "")
    own = place.agent(agent)
    own.mkdir(parents=True, exist_ok=True)
    with (own / "lock").open("ab") as lock:
        if not _is_ours(lock):
            sys.stderr.write(f"kasen: agent `{agent}` runs already\n")
            return TAKEN
        for number in _AT_THE_TERMINAL:
            # Who looks at a pane and presses Ctrl-C wants to leave it. Not SIG_IGN, which programs would inherit.
            signal.signal(number, lambda *_: None)
        me = process(os.getpid())
        heart = Heart(
            place.mailbox.heartbeat(agent), Beat(agent=agent, pid=os.getpid(), started=me.started if me else 0)
        )
        heart.write()
        adopt()
        spec = Spec.model_validate_json((own / "spec.json").read_bytes())
        return asyncio.run(_work(Place(place.root, spec.run_id), spec, heart))


async def _work(place: Place, spec: Spec, heart: Heart) -> int:
    """What takes longer to load is loaded here. A signal ends the program, not its task: nothing is answered."""
    from kasen.teams.code.programs.chosen import program_of
    from kasen.teams.code.worker.shim import Shim
    from kasen.teams.code.worker.view import View

    loop, received = asyncio.get_running_loop(), []
    view = View(1, lang=spec.lang, colour=os.isatty(1), width=_columns)
    scratch = place.agent(spec.agent.id) / "scratch"
    shim = asyncio.create_task(Shim(place, spec, heart, view, lambda: program_of(spec.agent, scratch))())

    def end(number: signal.Signals) -> None:
        received.append(number)
        if len(received) == 1:
            shim.cancel()

    for number in _ENDING:
        loop.add_signal_handler(number, end, number)
    try:
        return await shim
    except asyncio.CancelledError:
        if not received:
            raise
        return 128 + received[0]
    finally:
        view.close()


def _is_ours(lock: IO[bytes]) -> bool:
    """The lock goes when the process does, however it ends."""
    with suppress(BlockingIOError):
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    return False


def _columns() -> int:
    try:
        return os.get_terminal_size(1).columns
    except OSError:
        return 120


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2]))

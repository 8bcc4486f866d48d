"""One process whose end is heard of at once, whoever its parent is: the kernel says it, nobody has to ask."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from contextlib import suppress

from kasen.teams.code.processes.tree import Process


class Alive:
    """A watch over a process, by a descriptor that stands for it alone (pidfd_open(2)).

    It tells also of one that its parent has not waited for yet: tmux leaves agents that were killed like that for
    seconds, and they would be taken for living ones by their number.
    """

    def __init__(self, process: Process, ended: Callable[[], None]) -> None:
        """`ended` is called once, in the running loop; soon, when it has ended already."""
        self.process = process
        self._ended = ended
        self._loop = asyncio.get_running_loop()
        self._opened: int | None = None
        self._soon: asyncio.Handle | None = None
        with suppress(ProcessLookupError):
            self._opened = os.pidfd_open(process.pid)
        if self._opened is None or not process.lives:
            # Also when the number is another's by now: the descriptor would be that one's.
            self.close()
            self._soon = self._loop.call_soon(ended)
        else:
            self._loop.add_reader(self._opened, self._over)

    def close(self) -> None:
        """Watch no more; `ended` is not called any more."""
        if self._soon is not None:
            self._soon.cancel()
        if self._opened is not None:
            self._loop.remove_reader(self._opened)
            os.close(self._opened)
            self._opened = None

    def _over(self) -> None:
        self.close()
        self._ended()

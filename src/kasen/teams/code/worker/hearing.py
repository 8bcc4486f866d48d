"""Where goes what a program tells: to its journal, its pane, its heartbeat, its timers; a flood is not written down."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from kasen.teams.code.programs.turn import Program, Told
from kasen.teams.code.worker.beating import Heart
from kasen.teams.code.worker.journal import Journal
from kasen.teams.code.worker.sessions import Sessions
from kasen.teams.code.worker.stalls import Stalls
from kasen.teams.code.worker.view import View

PER_SECOND = 100
"""Things told that are written down, over a longer time; what comes on top is counted."""
AT_ONCE = 1_000
"""… and at one stroke."""


class Hearing:
    """Of one turn."""

    def __init__(
        self,
        program: Program,
        stalls: Stalls,
        *,
        task: str,
        sessions: Sessions,
        heart: Heart,
        journal: Journal,
        view: View,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """`clock`: seconds since the epoch."""
        self._program = program
        self._stalls = stalls
        self._task = task
        self._sessions = sessions
        self._heart = heart
        self._journal = journal
        self._view = view
        self._clock = clock
        self._allowed = float(AT_ONCE)
        self._at = clock()
        self._left_out = 0
        self.done_at = 0.0
        """When the program told its result: it should end by itself. 0: it did not."""
        self.is_lost = False
        """The program told that nothing will come of it."""
        self.session = ""
        """As the program told it."""
        self.usd = 0.0
        """What the turn has cost by now, where the program tells it."""
        self.spoke = False
        """It told more than its session."""

    def line(self, line: bytes) -> None:
        """A line of its output."""
        self._stalls.heard()
        for one in self._program.read(line):
            shown = one if one.kind == "words" else replace(one, text=self._journal.redact(one.text))
            self._stalls.told(shown)
            self._one(shown)
        self._heart.change_soon(last_event=self._clock(), tool=self._stalls.tool)

    def end(self) -> None:
        """Nothing more comes: say what was left out."""
        if self._left_out:
            self._journal.note("left_out", count=self._left_out)
            self._view.left_out(self._left_out)
            self._left_out = 0

    def _one(self, one: Told) -> None:
        if one.kind == "session":
            self.session = one.id
            self._sessions.opened(self._task, one.id)
            self._heart.change(session=one.id)
        elif one.kind == "done":
            self.done_at = self._clock()
            return
        elif one.kind == "cost":
            self.usd = one.usd
            return
        elif one.kind == "lost":
            self.is_lost = True
        else:
            self.spoke = True
        if self._is_flood():
            self._left_out += 1
            return
        self.end()
        self._journal.note(one.kind, id=one.id, text=one.text)
        self._view.told(one)

    def _is_flood(self) -> bool:
        now = self._clock()
        self._allowed = min(AT_ONCE, self._allowed + max(0.0, now - self._at) * PER_SECOND)
        self._at = now
        if self._allowed < 1:
            return True
        self._allowed -= 1
        return False

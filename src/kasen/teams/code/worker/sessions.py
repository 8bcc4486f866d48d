"""What a shim has to know after its end: the session of each task, what was begun, what sessions have cost."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from pydantic import BaseModel, ValidationError

from kasen.settings.regular import read_regular
from kasen.teams.code.programs.turn import Counters

KEPT = 200
"""Tasks, and sessions, of which something is remembered: the latest."""


class _Of(BaseModel):
    """A task."""

    token: int = 0
    """Of the last claim that was begun."""
    begun: int = 0
    """Times that a shim took it up under that token."""
    session: str = ""
    over: bool = False
    """Its last turn came to an end, whichever."""


class _Counted(BaseModel):
    input_tokens: int = 0
    output_tokens: int = 0
    usd: float | None = None


class _All(BaseModel):
    tasks: dict[str, _Of] = {}
    counters: dict[str, _Counted] = {}


class Sessions:
    """`agents/ID/sessions.json`; one that cannot be read is begun anew: then sessions are."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._all = _All.model_validate_json(read_regular(path) or b"{}")
        except (OSError, ValidationError):
            self._all = _All()

    def begin(self, task: str, token: int) -> int:
        """A claim is taken up; how often it was before, each time by a shim that did not come to its end."""
        of = self._all.tasks.pop(task, _Of())
        before = of.begun if of.token == token and not of.over else 0
        self._all.tasks[task] = of.model_copy(update={"token": token, "begun": before + 1, "over": False})
        self._save()
        return before

    def token(self, task: str) -> int:
        """The last claim of it that was begun."""
        return self._all.tasks.get(task, _Of()).token

    def unfinished(self, task: str) -> bool:
        """Whether its last turn was cut off."""
        of = self._all.tasks.get(task)
        return of is not None and of.begun > 0 and not of.over

    def session(self, task: str) -> str:
        """The session in which it was worked on last; empty when there is none."""
        of = self._all.tasks.get(task)
        return of.session if of else ""

    def opened(self, task: str, session: str) -> None:
        """Its program told the session that it works in."""
        of = self._all.tasks.get(task, _Of())
        if of.session != session:
            self._all.tasks[task] = of.model_copy(update={"session": session})
            self._save()

    def over(self, task: str) -> None:
        """Its turn came to an end."""
        of = self._all.tasks.get(task, _Of())
        self._all.tasks[task] = of.model_copy(update={"over": True})
        self._save()

    def spent(self, session: str, counters: Counters) -> Counters:
        """What came on top of what the session had cost. A program that told nothing of costs changes nothing."""
        if not session or counters == Counters():
            return counters
        before = self._all.counters.pop(session, _Counted())
        self._all.counters[session] = _Counted(
            input_tokens=counters.input_tokens, output_tokens=counters.output_tokens, usd=counters.usd
        )
        self._save()
        return counters.since(Counters(**before.model_dump()))

    def _save(self) -> None:
        """Whole or not at all, and on the disk: a session that is forgotten is paid for again."""
        self._all = _All(
            tasks=dict(list(self._all.tasks.items())[-KEPT:]), counters=dict(list(self._all.counters.items())[-KEPT:])
        )
        part = self._path.with_name(f".{self._path.name}")
        with suppress(OSError), part.open("wb") as file:
            file.write(self._all.model_dump_json().encode())
            file.flush()
            os.fsync(file.fileno())
            part.replace(self._path)

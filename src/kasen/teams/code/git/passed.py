"""The commit that passed, as the run wrote it down itself: a branch is a name that whoever can write `.git` moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

NOTE = "passed"


class Notes(Protocol):
    """Where a run notes facts: `queue.queue.Queue`."""

    def noted(self, name: str) -> Any: ...
    def put(self, tasks: Iterable[Any], notes: Mapping[str, Any] | None = None) -> None: ...


class Passed:
    """Of one run. What is about to be accepted is noted before the branch moves, so that a kill in between is known."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes

    @property
    def head(self) -> str:
        """Empty before the run has begun."""
        return str((self._notes.noted(NOTE) or {}).get("head", ""))

    @property
    def next(self) -> str:
        """What the branch was about to move to."""
        return str((self._notes.noted(NOTE) or {}).get("next", ""))

    def coming(self, commit: str) -> None:
        """The branch moves there next."""
        self._notes.put([], {NOTE: {"head": self.head, "next": commit}})

    def came(self, commit: str) -> None:
        """The branch is there."""
        self._notes.put([], {NOTE: {"head": commit}})

"""The inbox of one agent: what comes next, and what takes the place of what is being worked on."""

from __future__ import annotations

import os
from pathlib import Path

from kasen.teams.code.mailbox.reading import Poison, Received, waiting
from kasen.teams.code.messages import AnyMessage, ReviewRequest, TaskAssignment

_OF_THE_CLAIM = {"msg_id", "created_at", "token", "session", "lease_seconds"}


class Inbox:
    """Read by one shim."""

    def __init__(self, box: Path) -> None:
        self._box = box
        self._seen = -1

    def is_still(self) -> bool:
        """Whether nothing has come or gone since this was asked last; a glance that costs next to nothing.

        A folder's time is coarse: what comes in the moment of the glance may be missed, so look by `next` now and then.
        """
        seen = os.stat(self._box).st_mtime_ns  # noqa: PTH116 - ten times a second
        is_still, self._seen = seen == self._seen, seen
        return is_still

    def next(self) -> Received | Poison | None:
        """The oldest message, first of all one that was begun before; None when there is none."""
        return next(waiting(self._box), None)

    def newest(self, found: Received) -> Received:
        """The last claim of the same task that lies here: `found` or another."""
        newest = found
        for one in waiting(self._box):
            if isinstance(one, Received) and _token(one.message, found.message) > _token(newest.message, found.message):
                newest = one
        return newest

    def has_new(self) -> bool:
        """Whether something has come that was not looked at; costs next to nothing."""
        with os.scandir(self._box) as found:
            return any(entry.name.endswith(".json") and not entry.name.startswith(".") for entry in found)


def same_work(one: AnyMessage, other: AnyMessage) -> bool:
    """Whether two claims ask for the same in the same words."""
    return one.model_dump(exclude=_OF_THE_CLAIM) == other.model_dump(exclude=_OF_THE_CLAIM)


def _token(message: AnyMessage, like: AnyMessage) -> int:
    if not isinstance(message, TaskAssignment | ReviewRequest) or not isinstance(like, TaskAssignment | ReviewRequest):
        return -1
    return message.token if message.task_id == like.task_id else -1

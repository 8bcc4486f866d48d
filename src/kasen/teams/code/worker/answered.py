"""Results that were given, one file per claim of a task: a claim is answered once, whenever its shim is ended."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from pydantic import ValidationError

from kasen.settings.regular import LARGEST, read_regular
from kasen.teams.code.mailbox.layout import STAGES
from kasen.teams.code.mailbox.writing import deliver, sync_folder
from kasen.teams.code.messages import TaskResult

KEPT = 200
"""Claims whose results are remembered: the latest."""
_SHORT = 20_000
_CUT = "\n\n(cut here: it was too long)"


class Answered:
    """`agents/ID/results/`: first the result is on the disk, then it is sent, then the message is settled."""

    def __init__(self, folder: Path, outbox: Path) -> None:
        self._folder = folder
        self._outbox = outbox
        folder.mkdir(parents=True, exist_ok=True)

    def given(self, task: str, token: int) -> TaskResult | None:
        """The result of that claim; None when it has none."""
        try:
            return TaskResult.model_validate_json(read_regular(self._path(task, token)) or b"")
        except (OSError, ValidationError):
            return None

    def keep(self, result: TaskResult) -> TaskResult:
        """The result of its claim, from now on: this one, or the one that there is already."""
        if earlier := self.given(result.task_id, result.token):
            return earlier
        result = _fitting(result)
        path = self._path(result.task_id, result.token)
        part = path.with_name(f".{path.name}")
        with part.open("wb") as file:
            file.write(result.model_dump_json().encode())
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
        sync_folder(self._folder)
        self._forget()
        return result

    def send(self, result: TaskResult) -> None:
        """Put it into the outbox, unless it lies there or was read there. Raises StoreFailed."""
        name = f"{result.msg_id}.json"
        # In the order in which a message is moved: it cannot be missed on its way.
        if not any((self._outbox / stage / name).exists() for stage in STAGES):
            deliver(result, self._outbox)

    def _path(self, task: str, token: int) -> Path:
        return self._folder / f"{hashlib.sha256(task.encode()).hexdigest()[:24]}.{token}.json"

    def _forget(self) -> None:
        with os.scandir(self._folder) as found:
            known = sorted((entry.stat().st_mtime_ns, entry.name) for entry in found)
        for _, name in known[:-KEPT]:
            (self._folder / name).unlink(missing_ok=True)


def _fitting(result: TaskResult) -> TaskResult:
    """One that a reader of messages takes: nobody reads files without end."""
    if _size(result) <= LARGEST:
        return result
    output = result.output
    long = [name for name in ("report", "summary") if len(getattr(output, name)) > _SHORT]
    cut = output.model_copy(update={name: getattr(output, name)[:_SHORT] + _CUT for name in long})
    result = result.model_copy(update={"output": cut})
    if _size(result) <= LARGEST:
        return result
    empty = TaskResult(task_id=result.task_id, token=result.token, agent=result.agent, status="failed")
    kept = {"problem": "failed", "reason": f"its answer is larger than {LARGEST:,} bytes"}
    return empty.model_copy(update={**kept, "session": result.session, "spent": result.spent})


def _size(result: TaskResult) -> int:
    return len(result.model_dump_json().encode())

"""What an agent's program told, one JSON line each: `agents/ID/events.jsonl`, and `events.1.jsonl` before it.

Lines have `at` (UTC), `kind` and what belongs to it: `turn` (task, token, role, title, session), `session`, `words`,
`tool`, `tool_done`, `lost` (id, text), `left_out` (count), `ended` (problem, why, seconds, session) of each process,
`result` (task, token, status, problem, reason), `note` (text).
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import orjson

from kasen.settings.redact import Redactor
from kasen.teams.code.messages import now

LARGEST = 20_000_000
"""Bytes of the file, after which it takes the place of the older one."""
TEXT = 2_000
"""Characters of a text."""


class Journal:
    """Only ever added to, by one process. A disk that is full does not end the work."""

    def __init__(self, folder: Path, redact: Redactor) -> None:
        self._path = folder / "events.jsonl"
        self.redact = redact

    def note(self, kind: str, **facts: Any) -> None:
        """Add a line, without secrets and without what is empty."""
        kept = {key: self._clean(value) for key, value in facts.items() if value not in ("", None)}
        line = orjson.dumps({"at": now(), "kind": kind, **kept}, option=orjson.OPT_APPEND_NEWLINE, default=str)
        with suppress(OSError), self._path.open("ab", buffering=0) as file:
            if file.tell() + len(line) > LARGEST:
                self._path.replace(self._path.with_name("events.1.jsonl"))
            file.write(line)

    def _clean(self, value: Any) -> Any:
        """Secrets first: a cut may go through one, which nobody would find any more."""
        if isinstance(value, str):
            value = self.redact(value)[:TEXT].encode("utf-8", "replace").decode()
        return value

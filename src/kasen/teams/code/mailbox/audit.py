"""The audit log: one JSON line per fact, one file per day, only ever added to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson

from kasen.teams.code.messages import now


class Audit:
    """Writes to `logs/YYYY-MM-DD.jsonl` (UTC)."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def note(self, what: str, **facts: Any) -> None:
        """Add a line. One `write` of a file opened for appending: lines of several processes do not mix."""
        at = now()
        line = orjson.dumps({"at": at, "what": what, **facts}, option=orjson.OPT_APPEND_NEWLINE, default=str)
        with (self._folder / f"{at[:10]}.jsonl").open("ab", buffering=0) as file:
            file.write(line)

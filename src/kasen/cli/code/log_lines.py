"""What agents and orchestrator have told, as lines for people; and reading on where files grow."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from kasen.prompts.outside import printable

LONGEST = 400
"""Characters of a line."""
_MARKS = {"tool": "→", "tool_done": "←", "words": " ", "turn": "▶", "ended": "■"}
_LEFT_OUT = ("at", "kind", "what", "id")


class Growing:
    """Lines of a file that is added to; when another takes its place it is read from its beginning."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = -1
        self._at = 0

    def lines(self) -> Iterator[dict[str, Any]]:
        """Those that came since the last time; one that is not whole yet comes with the next look."""
        try:
            with self._path.open("rb") as file:
                import os

                inode = os.fstat(file.fileno()).st_ino
                self._at = self._at if inode == self._file else 0
                self._file = inode
                file.seek(self._at)
                data = file.read()
        except OSError:
            return
        whole, _, _ = data.rpartition(b"\n")
        self._at += len(whole) + 1 if whole else 0
        for line in whole.splitlines():
            try:
                told = json.loads(line)
            except ValueError:
                continue
            if isinstance(told, dict):
                yield told


def line(told: Mapping[str, Any], agent: str = "") -> str:
    """`10:42:07 impl-backend-1 → Bash npm test`: time of this place, agent, and what there is to say."""
    kind = str(told.get("kind") or told.get("what") or "")
    facts = {key: value for key, value in told.items() if key not in _LEFT_OUT and value not in ("", None, [], {})}
    words = facts.pop("text", "") if kind in ("words", "tool", "tool_done", "note") else ""
    said = [f"{key}={_short(value)}" for key, value in facts.items()]
    parts = [clock(str(told.get("at", ""))), agent, _MARKS.get(kind, kind), " ".join(str(words).split()), *said]
    text = printable(" ".join(part for part in parts if part))
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def clock(at: str) -> str:
    """The time of day, here, of an ISO 8601 moment; as it stands where it is none."""
    from datetime import datetime

    try:
        return datetime.fromisoformat(at).astimezone().strftime("%H:%M:%S")
    except ValueError:
        return at[:19]


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return " ".join(text.split())

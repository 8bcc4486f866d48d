"""Rows as the store hands them out, for tests that need no store."""

from __future__ import annotations

from typing import Any

from kasen.runtime.rows import Options, RunRow


def run_row(id: str, **changes: Any) -> RunRow:
    """A run of `echo` that its first attempt has ended."""
    row: dict[str, Any] = {
        "id": id,
        "team": "echo",
        "mode": "echo",
        "title": "t",
        "lang": "en",
        "request": {},
        "options": Options(),
        "status": "done",
        "fence": 1,
        "last_seq": 1,
        "cancel_asked": False,
        "created_at": "",
        "updated_at": "",
    }
    return RunRow(**{**row, **changes})

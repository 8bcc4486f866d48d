"""What a repository says to agents in `AGENTS.md`, for a program that is told not to trust it: words, no commands."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from kasen.settings.regular import read_regular

NAMES = ("AGENTS.override.md", "AGENTS.md")
"""The first that is there holds (as Codex reads them)."""
LONGEST = 32_768
"""Bytes of it, as Codex reads them."""


def rules_of(folder: Path) -> str:
    """Its words; empty where there are none, or the file leads out of the folder."""
    for name in NAMES:
        with suppress(OSError):
            path = (folder / name).resolve()
            if path.is_relative_to(folder.resolve()) and (data := read_regular(path)):
                words = data[:LONGEST].decode("utf-8", "replace").strip()
                return f"# {name} of this repository\n\n{words}"
    return ""

"""Ids as a careless writer gives them, read as they were meant."""

from __future__ import annotations

import re
from typing import Any


def ids(value: Any, *, letter: str) -> Any:
    """Ids as a careless writer gives them: one string of many, in brackets, in capitals, as bare numbers."""
    given = value if isinstance(value, list) else [value]
    if not all(isinstance(one, str | int) for one in given):
        return value
    found: list[str] = []
    for one in map(str, given):
        named = re.findall(rf"(?i)(?<![0-9a-z])(?:{letter})?(\d{{1,4}})(?![0-9a-z])", one)
        found += [f"{letter}{number}" for number in named] or [one]
    return found


def one_id(value: Any, *, letter: str) -> Any:
    """The first of them, where something was given."""
    found = ids(value, letter=letter)
    return found[0] if isinstance(found, list) and found and not isinstance(value, list) else value

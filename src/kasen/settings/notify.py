"""Who is told of runs: a program with its arguments, an address that may hold keys."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl, urlsplit

_SHORTEST = 8


def words(value: Any) -> tuple[str, ...]:
    """A program and its arguments: a list, in the environment as JSON. Raises ValueError."""
    if isinstance(value, str) and value.strip():
        try:
            value = json.loads(value)
        except ValueError:
            value = None
    parts = value or () if isinstance(value, str | list | tuple) else None
    if not isinstance(parts, list | tuple) or not all(isinstance(part, str) and "\0" not in part for part in parts):
        raise ValueError('must be a list of texts like `["program", "argument"]`')
    if parts and not parts[0].strip():
        raise ValueError("must name a program first")
    return tuple(parts)


def hook_secrets(url: str) -> Iterator[str]:
    """What of such an address must never be shown: the values of its query."""
    yield from (value for _, value in parse_qsl(urlsplit(url).query) if len(value) >= _SHORTEST)

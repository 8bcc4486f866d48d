"""Finding the answer in what a program said: JSON that fits the schema, or nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from jsonschema import Draft202012Validator

_FENCE = re.compile(r"```(?:json)?\s*\n(.*?)```", re.DOTALL)
LONGEST = 1 << 20
"""Characters of an answer that are looked at."""


def answer_in(words: str, schema: Mapping[str, Any]) -> dict[str, Any] | None:
    """The object that the words are, or that stands in a block of code in them; None when none fits the schema."""
    check = Draft202012Validator(schema)
    for text in _candidates(words[-LONGEST:]):
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            continue
        if isinstance(found, dict) and check.is_valid(found):
            return found
    return None


def fitting(found: Any, schema: Mapping[str, Any]) -> dict[str, Any] | None:
    """The object, if it fits the schema."""
    return found if isinstance(found, dict) and Draft202012Validator(schema).is_valid(found) else None


def _candidates(words: str) -> Iterator[str]:
    """The whole, then blocks of code, the last first: what comes last is what was meant."""
    yield words
    yield from reversed(_FENCE.findall(words))
    start, end = words.find("{"), words.rfind("}")
    if 0 <= start < end:
        yield words[start : end + 1]

"""Finding the answer in what a program said: JSON that fits the schema, or nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

_FENCE = re.compile(r"```(?:json)?[^\S\n]*\n(.*?)```", re.DOTALL)
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


def wrong_in(words: str, schema: Mapping[str, Any]) -> str:
    """Why there is no answer in the words, in a sentence for who wrote them."""
    for text in _candidates(words[-LONGEST:]):
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            continue
        if isinstance(found, dict):
            error = best_match(Draft202012Validator(schema).iter_errors(found))
            place = f" at `{'.'.join(map(str, error.absolute_path))}`" if error and error.absolute_path else ""
            return f"its answer is wrong{place}: {error.message[:200]}" if error else "its answer fits"
    return "it answered in words, without the JSON object that was asked for" if words.strip() else "it said nothing"


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

"""What Kasen refuses and why, in Japanese: the sentences of `japanese.json`, which the pages know too.

Errors are English wherever they are raised, stored and answered, so that programs find the same words everywhere; who
shows them to a person who reads Japanese puts these in their place. `said` are sentences of the code with its places in
braces, `checked` those of whoever checks types, `words` stand for single values in them.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

TABLE = Path(__file__).with_name("japanese.json")
LONGEST = 2000
"""Characters of a text that is looked up: no sentence of ours is longer, and others take long."""
DEPTH = 2
"""Sentences within a sentence, one in the other, that are looked up."""
_PLACE = re.compile(r"\{(\w+)\}")
_FIELD = re.compile(r"`([\w.]+)`: (.+)", re.DOTALL)
_COMMAND = re.compile(r"`[^`]+`")
_ONE_WORD = frozenset({"id", "model", "status", "count", "host", "cap"})
"""Places that take no space."""


def in_japanese(text: str) -> str | None:
    """A sentence or hint of an error; None where the table does not know it."""
    return _told(text, DEPTH) if len(text) <= LONGEST else None


def _told(text: str, depth: int) -> str | None:
    if _COMMAND.fullmatch(text):
        return text
    for pattern, japanese in _sentences():
        if match := pattern.fullmatch(text):
            return _filled(japanese, match, depth)
    field = _FIELD.fullmatch(text) if depth else None
    rest = _told(field[2], depth - 1) if field else None
    return f"「{field[1]}」：{rest}" if field and rest else None


def _filled(japanese: str, match: re.Match[str], depth: int) -> str:
    def value(place: re.Match[str]) -> str:
        each = match[place[1]].split("; ") if place[1] == "errors" else [match[place[1]]]
        return "；".join(_value(one, depth) for one in each)

    return _PLACE.sub(value, japanese)


def _value(text: str, depth: int) -> str:
    found = _table()["words"].get(text) or (_told(text, depth - 1) if depth else None)
    return found.removesuffix("。") if found else text


@cache
def _table() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads(TABLE.read_text(encoding="utf-8"))
    return found


@cache
def _sentences() -> list[tuple[re.Pattern[str], str]]:
    """Those that say most before their first place come first: a general one does not take what another knows."""
    table = _table()
    found = [one for part in ("said", "checked") for one in table[part].items()]
    found.sort(key=lambda one: -len(_PLACE.split(one[0])[0]))
    return [(_pattern(english), japanese) for english, japanese in found]


def _pattern(english: str) -> re.Pattern[str]:
    """What stands between backticks holds none; other places take one word or whatever there is."""
    parts = _PLACE.split(english)
    found = re.escape(parts[0])
    for name, before, after in zip(parts[1::2], parts[0:-1:2], parts[2::2], strict=True):
        inner = "[^`]*" if before.endswith("`") and after.startswith("`") else _taken(name)
        found += f"(?P<{name}>{inner}){re.escape(after)}"
    return re.compile(found, re.DOTALL)


def _taken(name: str) -> str:
    if name not in _ONE_WORD:
        return ".*?"
    known = [re.escape(word) for word in _table()["words"]] if name == "status" else []
    return "|".join([*known, r"\S+"])

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
_PLACE = re.compile(r"\{(\w+)\}")
_FIELD = re.compile(r"`([\w.]+)`: (.+)", re.DOTALL)
_COMMAND = re.compile(r"`[^`]+`")


def in_japanese(text: str) -> str | None:
    """A sentence or hint of an error; None where the table does not know it."""
    if _COMMAND.fullmatch(text):
        return text
    for pattern, japanese in _sentences():
        if match := pattern.fullmatch(text):
            return _filled(japanese, match)
    field = _FIELD.fullmatch(text)
    rest = in_japanese(field[2]) if field else None
    return f"「{field[1]}」：{rest}" if field and rest else None


def _filled(japanese: str, match: re.Match[str]) -> str:
    return _PLACE.sub(lambda place: _value(match[place[1]]), japanese)


def _value(text: str) -> str:
    found: str | None = _table()["words"].get(text) or in_japanese(text)
    return found or text


@cache
def _table() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads(TABLE.read_text(encoding="utf-8"))
    return found


@cache
def _sentences() -> list[tuple[re.Pattern[str], str]]:
    table = _table()
    return [(_pattern(english), japanese) for part in ("said", "checked") for english, japanese in table[part].items()]


def _pattern(english: str) -> re.Pattern[str]:
    """What stands between backticks holds none; other places take whatever there is."""
    parts = _PLACE.split(english)
    found = re.escape(parts[0])
    for name, before, after in zip(parts[1::2], parts[0:-1:2], parts[2::2], strict=True):
        inner = "[^`]*" if before.endswith("`") and after.startswith("`") else ".*?"
        found += f"(?P<{name}>{inner}){re.escape(after)}"
    return re.compile(found, re.DOTALL)

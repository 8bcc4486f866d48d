"""The words that measures look for: the data is `phrases.toml`."""

from __future__ import annotations

import functools
import importlib.resources
import re
import tomllib
from typing import Any

from kasen.teams.resume.schemas.part import Lang


@functools.cache
def opening() -> re.Pattern[str]:
    """An English item that begins with a duty instead of a deed."""
    return re.compile(rf"(?:{'|'.join(_tables()['en']['weak_openings'])})\b", re.IGNORECASE)


@functools.cache
def duty_ending() -> re.Pattern[str]:
    """A Japanese item that ends in a duty instead of a deed."""
    return re.compile(rf"(?:{'|'.join(_tables()['ja']['duty_endings'])})[。．.)）]*$")


@functools.cache
def empty(lang: Lang) -> re.Pattern[str]:
    """Phrases that anybody may write."""
    words = "|".join(_tables()[lang]["empty"])
    return re.compile(rf"\b(?:{words})\b" if lang == "en" else words, re.IGNORECASE)


@functools.cache
def variants() -> tuple[tuple[re.Pattern[str], ...], ...]:
    """Groups of ways to write one Japanese word."""
    return tuple(tuple(map(re.compile, group)) for group in _tables()["ja"]["variants"])


@functools.cache
def _tables() -> dict[str, Any]:
    file = importlib.resources.files("kasen.teams.resume.measures") / "phrases.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))

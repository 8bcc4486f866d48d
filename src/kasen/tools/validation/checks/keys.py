"""Keys of the front matter of Quarto documents, and which values some of them take."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import NamedTuple


class Keys(NamedTuple):
    """What `keys.toml` says, which explains each field."""

    booleans: frozenset[str]
    numbers: frozenset[str]
    texts: frozenset[str]
    files: frozenset[str]
    formats: frozenset[str]
    known: frozenset[str]
    open: dict[str, list[str]]


@cache
def keys() -> Keys:
    """The table, read once."""
    read = tomllib.loads(files(__package__).joinpath("keys.toml").read_text(encoding="utf-8"))
    return Keys(open=read.pop("open"), **{name: frozenset(values) for name, values in read.items()})

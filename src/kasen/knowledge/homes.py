"""Whose knowledge bases lie where: each owner of a shared server has a home of their own."""

from __future__ import annotations

from pathlib import Path

OWNERS = "owners"


def home_of(home: Path, owner: str) -> Path:
    """The home of an owner's knowledge bases: `home` itself for this machine's own user, who has no name.

    `owner` is the name of a token: a word of lower-case letters, digits, `-` and `_`.
    """
    return home / OWNERS / owner if owner else home

"""What the first run would import, imported while nobody waits: otherwise every open stream stands still."""

from __future__ import annotations

import importlib
import pkgutil
from contextlib import suppress

from kasen.finding import package_of
from kasen.knowledge.index import load_lancedb
from kasen.team import load, names

AFTER_S = 2.0
"""Seconds after the server listens: the first page comes first."""


def warm() -> None:
    """Import what all teams work with; a package that is not installed is missed by its user. It blocks for seconds.

    LangGraph and the index of documents take about a second each, of which the event loop would see much.
    """
    with suppress(ImportError):
        importlib.import_module("kasen.runtime.drive")
    with suppress(ImportError):
        load_lancedb()
    for name in names():
        if not load(name).internal:
            _whole(package_of(name))


def _whole(package: str) -> None:
    for found in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
        with suppress(ImportError):
            importlib.import_module(found.name)

"""What the first run would import, imported while nobody waits: otherwise every open stream stands still."""

from __future__ import annotations

import importlib
import pkgutil
from contextlib import suppress

from kasen.finding import BROKEN, GROUP, own
from kasen.knowledge.index import load_lancedb
from kasen.team import Team, loadable

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
    for team in loadable():
        if team.internal:
            continue
        if team.name in own():
            _whole(f"{GROUP}.{team.name}")
        else:
            _named(team)


def _whole(package: str) -> None:
    for found in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
        with suppress(ImportError):
            importlib.import_module(found.name)


def _named(team: Team) -> None:
    """Of another package only what the team names; what is broken there is told to whoever uses it."""
    for reference in (*team.modes.values(), team.request, team.result, *team.roles):
        with suppress(*BROKEN):
            importlib.import_module(reference.partition(":")[0])

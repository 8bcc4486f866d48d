"""Which teams there are: the folders of `kasen.teams`, and what installed packages announce.

A package announces a team by an entry point of the group `kasen.teams`: `name = "module:NAME"`, where NAME is a
`kasen.team.Team` of that name. Reading entry points as Python does takes longer than the rest of a start, so the files
are looked through first, and read as Python does only where one of them says something.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from functools import cache
from pathlib import Path
from typing import Any

from kasen.errors import ConfigurationError

GROUP = "kasen.teams"


@cache
def own() -> frozenset[str]:
    """Names of the teams that come with Kasen, by folder."""
    package = importlib.import_module(GROUP)
    return frozenset(module.name for module in pkgutil.iter_modules(package.__path__) if module.ispkg)


@cache
def announced() -> dict[str, str]:
    """Name → `"module:NAME"` of the teams of other packages; one that is named as a team of Kasen's is left out."""
    if not any(map(_says_something, sys.path)):
        return {}
    from importlib.metadata import entry_points

    return {entry.name: entry.value for entry in entry_points(group=GROUP) if entry.name not in own()}


def package_of(name: str) -> str:
    """The package in which that team is declared."""
    return f"{GROUP}.{name}" if name in own() else announced()[name].partition(":")[0].rpartition(".")[0]


def opened(name: str) -> Any:
    """The declared team of that name. Raises ConfigurationError for one of another package that is broken."""
    if name in own():
        return importlib.import_module(f"{GROUP}.{name}.team").TEAM
    module, _, declared = announced()[name].partition(":")
    hint = f"Mend or uninstall the package that announces `{name} = {announced()[name]}`."
    try:
        team = getattr(importlib.import_module(module), declared)
    except (ImportError, AttributeError, SyntaxError) as error:
        raise ConfigurationError(f"the team `{name}` cannot be loaded: {error}", hint=hint) from error
    if getattr(team, "name", None) != name:
        raise ConfigurationError(f"the team `{name}` calls itself `{getattr(team, 'name', team)}`", hint=hint)
    return team


def _says_something(place: str) -> bool:
    """Whether a package in a folder of `sys.path` names the group; what cannot be read says nothing."""
    try:
        found = [path for path in Path(place).iterdir() if path.suffix in {".dist-info", ".egg-info"}]
    except OSError:
        return False
    return any(_names_it(path / "entry_points.txt") for path in found)


def _names_it(file: Path) -> bool:
    try:
        return f"[{GROUP}]".encode() in file.read_bytes()
    except OSError:
        return False

"""Which teams there are: the folders of `kasen.teams`, and what installed packages announce.

A package announces a team by an entry point of the group `kasen.teams`: `name = "module:NAME"`, where NAME is a
`kasen.team.Team` of that name; an identifier that neither a team nor a command of Kasen's has. Reading entry points as
Python does takes longer than the rest of a start, so the files are looked through first, and read as Python does only
where one of them says something.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kasen.errors import ConfigurationError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "kasen.teams"
COMMANDS = {
    "kb",
    "runs",
    "code",
    "teams",
    "serve",
    "worker",
    "mcp",
    "models",
    "doctor",
    "init",
    "trust",
    "notify",
    "demo",
}
TAKEN = frozenset(COMMANDS | {"answer", "continue"})
"""Names that mean something else: commands, and tools of the MCP server."""
BROKEN = (ImportError, SyntaxError, AttributeError, NameError, TypeError, ValueError, LookupError)
"""What importing a package raises that is broken, or written for another Kasen."""


@cache
def own() -> frozenset[str]:
    """Names of the teams that come with Kasen, by folder."""
    package = importlib.import_module(GROUP)
    return frozenset(module.name for module in pkgutil.iter_modules(package.__path__) if module.ispkg)


@cache
def announced() -> dict[str, EntryPoint]:
    """Name → entry point of the teams of other packages, without those that are left out."""
    return {name: entry for name, entry in _entries().items() if not _why_not(name)}


def left_out() -> list[str]:
    """A sentence on each entry that is not taken, by its name."""
    return [f"the team `{name}` is left out: {why}" for name in sorted(_entries()) if (why := _why_not(name))]


def opened(name: str) -> Any:
    """The declared team of that name. Raises ConfigurationError for one of another package that is broken."""
    if name in own():
        return importlib.import_module(f"{GROUP}.{name}.team").TEAM
    team, error = _tried(name)
    hint = f"Mend or uninstall the package that announces `{name} = {announced()[name].value}`."
    if error is not None:
        raise ConfigurationError(f"the team `{name}` cannot be loaded: {error}", hint=hint) from error
    if getattr(team, "name", None) != name:
        raise ConfigurationError(f"the team `{name}` calls itself `{getattr(team, 'name', team)}`", hint=hint)
    return team


def opened_all(names: Iterable[str], *, warns: bool) -> list[Any]:
    """Those of these teams that can be loaded; others, and what is left out, are logged once in a process."""
    found, said = [], left_out()
    for name in names:
        try:
            found.append(opened(name))
        except ConfigurationError as error:
            said.append(f"{error}. {error.hint}")
    for one in said if warns else ():
        _warn(one)
    return found


@cache
def _warn(said: str) -> None:
    import logging

    logging.getLogger("kasen").warning("%s", said)


@cache
def _entries() -> dict[str, EntryPoint]:
    if not any(map(_says_something, sys.path)):
        return {}
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group=GROUP)}


def _why_not(name: str) -> str:
    """Why a team of another package may not have that name; empty where it may."""
    if name in own():
        return "a team of Kasen's has that name"
    if name in TAKEN:
        return "a command of Kasen's has that name"
    return "" if name.isidentifier() else "its name has to be letters, digits and `_`, no digit first"


@cache
def _tried(name: str) -> tuple[Any, Exception | None]:
    """What is declared, or why it cannot be loaded; a module that fails is run once, not at every look."""
    try:
        return announced()[name].load(), None
    except BROKEN as error:
        return None, error


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

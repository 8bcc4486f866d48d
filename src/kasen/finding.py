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
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

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
BROKEN = (
    *(ImportError, SyntaxError, AttributeError, NameError, TypeError, ValueError, LookupError),
    *(RuntimeError, OSError, AssertionError),
)
"""What a package raises that is broken, or written for another Kasen: imported, or asked for a schema."""
T = TypeVar("T")


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


def opened(name: str, kind: type) -> Any:
    """The declared team of that name. Raises ConfigurationError for another's that is broken or no `kind`."""
    if name in own():
        return importlib.import_module(f"{GROUP}.{name}.team").TEAM
    team, error = _tried(announced()[name])
    if error is not None:
        raise _mend(name, f"cannot be loaded: {_words(error)}") from error
    if getattr(team, "name", None) != name:
        raise _mend(name, f"calls itself `{getattr(team, 'name', team)}`")
    if not isinstance(team, kind):
        raise _mend(name, f"is no `{kind.__module__}.{kind.__name__}`")
    return team


def part(name: str, reference: str, *, has: str = "") -> Any:
    """What the team `name` calls `"module:NAME"`, which `has` that attribute.

    Raises ConfigurationError where that is broken in another package.
    """
    if name not in announced():
        module, _, wanted = reference.partition(":")
        return getattr(importlib.import_module(module), wanted)
    found, error = _tried(type(announced()[name])(name=name, value=reference, group=GROUP))
    if error is not None:
        raise _mend(name, f"cannot be used: `{reference}`: {_words(error)}") from error
    if has and not hasattr(found, has):
        raise _mend(name, f"cannot be used: `{reference}` has no `{has}`")
    return found


@contextmanager
def blamed(name: str) -> Iterator[None]:
    """What breaks in it at a team of another package becomes a ConfigurationError that names the package's entry."""
    try:
        yield
    except BROKEN as error:
        if name not in announced():
            raise
        raise _mend(name, f"cannot be used: {_words(error)}") from error


def of_each(teams: Iterable[Any], make: Callable[[Any], T]) -> list[T]:
    """What `make` gives of each team; one of another package at which it breaks is left out, and logged as in lists."""
    made = []
    for team in teams:
        try:
            with blamed(team.name):
                made.append(make(team))
        except ConfigurationError as error:
            if team.name not in announced():
                raise
            _warn(f"{error}. {error.hint}")
    return made


def opened_all(names: Iterable[str], kind: type, *, warns: bool) -> list[Any]:
    """Those of these teams that can be loaded; others, and what is left out, are logged once in a process."""
    found, said = [], left_out()
    for name in names:
        try:
            found.append(opened(name, kind))
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
def _tried(entry: EntryPoint) -> tuple[Any, Exception | None]:
    """What is named, or why it cannot be loaded; a module that fails is run once, not at every look."""
    try:
        return entry.load(), None
    except BROKEN as error:
        return None, error


def _mend(name: str, what: str) -> ConfigurationError:
    hint = f"Mend or uninstall the package that announces `{name} = {announced()[name].value}`."
    return ConfigurationError(f"the team `{name}` {what}", hint=hint)


def _words(error: Exception) -> str:
    """The first line of what it says, without the stop at its end; its kind where it says nothing."""
    return (str(error).strip().partition("\n")[0] or type(error).__name__).removesuffix(".")


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

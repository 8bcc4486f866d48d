"""The configuration of a repository, as far as git could be made to run something by it, or to go elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from kasen.teams.code.git.running import GitFailed, plain_git

Entry = tuple[str, str]
"""Name and value, as git lists them."""
_OWN = ("local", "worktree")
"""Scopes that lie in the repository; those of the person and of the machine are not agents' to write."""
_HARMLESS = re.compile(
    r"branch\..*\.(merge|rebase|description|vscode-merge-base|github-pr-[\w-]+)\n.*"
    r"|branch\..*\.remote\n([A-Za-z0-9][\w.-]*|\.)"
    r"|user\.(name|email)\n.*|remote\..*\.fetch\n.*|remote\..*\.gh-resolved\n[\w./-]*|(advice|color)\..*"
    r"|lfs\.(repositoryformatversion|.*\.(access|locksverify))\n.*|submodule\..*\.active\n.*",
    re.DOTALL,
)
"""What people, agents and git-lfs write by the way. All else may name a program, a file that is read, or an address."""


async def listed(root: Path) -> dict[Path, list[Entry]]:
    """Each file of the repository's own configuration, included ones too → its entries, the harmless ones left out.

    Raises GitFailed where git cannot read one of them.
    """
    said = (await plain_git(root, "config", "--list", "--show-scope", "--show-origin", "-z")).split("\0")
    found: dict[Path, list[Entry]] = {}
    for scope, origin, line in zip(said[0::3], said[1::3], said[2::3], strict=False):
        if scope in _OWN and origin.startswith("file:"):
            file = root / origin.removeprefix("file:")
            _add(found.setdefault(file.parent.resolve() / file.name, []), line)
    return found


async def listed_in(file: Path) -> list[Entry]:
    """The entries of one file alone. Raises GitFailed."""
    found: list[Entry] = []
    for line in (await plain_git(file.parent, "config", "--file", str(file), "--list", "-z")).split("\0"):
        if line:
            _add(found, line)
    return found


async def differing(file: Path, stood: Sequence[Entry]) -> list[str]:
    """Names whose values in a file are not as they stood; that of the file itself where git cannot read it."""
    now = await readable(file)
    if now is None:
        return [file.name]
    return [name for name in _names([*stood, *now]) if _values(stood, name) != _values(now, name)]


async def added(file: Path, stood: Sequence[Entry]) -> bool:
    """Whether a file holds what did not stand there, or cannot be read."""
    now = await readable(file)
    return now is None or any(one not in stood for one in now)


async def readable(file: Path) -> list[Entry] | None:
    """Its entries; None where git cannot read it."""
    try:
        return await listed_in(file) if file.exists() else []
    except GitFailed:
        return None


async def put_back(file: Path, stood: Sequence[Entry]) -> None:
    """Make the entries of a file as they stood. What is harmless stays as it is by now.

    A file that git cannot read any more is written anew. Raises GitFailed.
    """
    now = await readable(file)
    if now is None:
        file.unlink()
        now = []
    for name in _names([*stood, *now]):
        if _values(stood, name) == _values(now, name):
            continue
        if _values(now, name):
            await plain_git(file.parent, "config", "--file", str(file), "--unset-all", name)
        for value in _values(stood, name):
            await plain_git(file.parent, "config", "--file", str(file), "--add", name, value)


def _add(entries: list[Entry], line: str) -> None:
    name, has_value, value = line.partition("\n")
    if not _HARMLESS.fullmatch(line):
        value = value.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
        entries.append((name, value if has_value else "true"))


def _names(entries: Iterable[Entry]) -> list[str]:
    return list(dict.fromkeys(name for name, _ in entries))


def _values(entries: Iterable[Entry], name: str) -> list[str]:
    return [value for one, value in entries if one == name]

"""For a run that nobody drives: git runs nothing that agents left in the configuration, and nothing is written.

What differs by then may be the person's own, such as a remote that they added: it stays, and is only not followed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from kasen.teams.code.git.entries import Entry, listed
from kasen.teams.code.git.guarding import Stood, check_common

_PLAIN = re.compile(r"(true|false|yes|no|on|off|auto|always|-?[0-9]+[kmg]?)?", re.IGNORECASE)
"""Values that name no program: git would refuse an empty one in place of a number."""


class Override:
    """Of one repository, as a `running.Guarding`."""

    def __init__(self, root: Path, common: Path, stood: Stood | None) -> None:
        """`stood`: what is followed; None where the run ended calmly: all that came after is the person's own."""
        self._root, self._common = root, common
        self._stood = None if stood is None else [one for entries in stood.config.values() for one in entries]

    async def check(self) -> None:
        """Raises Changed where git takes another repository for this one, GitFailed."""
        await check_common(self._root, self._common)

    async def over(self, folder: Path) -> Sequence[str]:
        """For each setting that did not stand there when the run began, what stood there then. Raises GitFailed."""
        if self._stood is None:
            return ()
        now = [one for entries in (await listed(folder)).values() for one in entries]
        return [part for name in dict(now) for part in _over(name, now, self._stood)]


def _over(name: str, now: Sequence[Entry], stood: Sequence[Entry]) -> Iterator[str]:
    new = [one for one in now if one[0] == name and one not in stood]
    before = [value for one, value in stood if one == name]
    if name.endswith(".required") and new:  # of a filter, which must not fail for being left out
        yield from ("-c", f"{name}=false")
    elif any(not _PLAIN.fullmatch(value) for _, value in new):
        yield from ("-c", f"{name}={before[-1] if before else ''}")

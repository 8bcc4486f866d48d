"""Who asks: this machine's own user, or the holder of a token."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import HTTPConnection


@dataclass(frozen=True)
class Caller:
    """`owner` is written to runs and names knowledge bases; empty for this machine's own user."""

    owner: str = ""

    @property
    def is_outside(self) -> bool:
        """A holder of a token: names no file of this machine, no private address; uploads are theirs alone."""
        return bool(self.owner)


async def caller_of(connection: HTTPConnection) -> Caller:
    """Whom the guard found (`scope["caller"]`), for `Depends`; async, so that it takes no thread."""
    found: Caller = connection.scope["caller"]
    return found

"""What routes are handed; tests hand in their own."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

from kasen.server.limits import ServerLimits

if TYPE_CHECKING:
    from kasen.runtime.runner import Runner
    from kasen.settings import Settings


@dataclass(frozen=True, kw_only=True)
class ServerDeps:
    """One per process."""

    runner: Runner
    settings: Settings
    limits: ServerLimits = field(default_factory=ServerLimits)


def deps_of(connection: HTTPConnection) -> ServerDeps:
    """For `Depends`."""
    found: ServerDeps = connection.app.state.deps
    return found

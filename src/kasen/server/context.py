"""What routes are handed; tests hand in their own."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

from kasen.server.at_work import AtWork
from kasen.server.chat.conversations import Conversations
from kasen.server.door import Door
from kasen.server.limits import ServerLimits
from kasen.server.metrics import Metrics
from kasen.server.readings import Readings
from kasen.server.site import PAGES
from kasen.server.streams import Streams
from kasen.server.turns import Turns
from kasen.server.uploads import Uploads
from kasen.server.veil import Veils

if TYPE_CHECKING:
    from kasen.runtime.feed import Feed
    from kasen.runtime.runner import Runner
    from kasen.settings import Settings


@dataclass(frozen=True, kw_only=True)
class ServerDeps:
    """One per process."""

    runner: Runner
    settings: Settings
    limits: ServerLimits = field(default_factory=ServerLimits)
    pages: Path = PAGES
    """The built web application."""

    @cached_property
    def door(self) -> Door:
        """Who is let in. Raises ConfigurationError for a `tokens.toml` that cannot be read."""
        return Door(self.settings)

    @cached_property
    def streams(self) -> Streams:
        """The streams that are open."""
        return Streams(self.limits)

    @cached_property
    def metrics(self) -> Metrics:
        """What is counted since the server began."""
        return Metrics(self.runner, self.streams)

    @property
    def feed(self) -> Feed:
        """The events of runs."""
        return self.runner.feed

    @cached_property
    def at_work(self) -> AtWork:
        """The places for runs that are driven here."""
        return AtWork(self.runner, self.limits)

    @cached_property
    def adding(self) -> Turns:
        """Callers whose documents are read into knowledge bases at once: each takes several processes."""
        return Turns(2)

    @cached_property
    def readings(self) -> Readings:
        """What is read into knowledge bases, and what was read of late."""
        return Readings()

    @cached_property
    def veils(self) -> Veils:
        """What outsiders are not told."""
        return Veils(self.settings)

    @cached_property
    def uploads(self) -> Uploads:
        """The files that callers sent."""
        return Uploads(self.settings.home, self.limits)

    @cached_property
    def conversations(self) -> Conversations:
        """The chats of this process."""
        return Conversations(self)


async def deps_of(connection: HTTPConnection) -> ServerDeps:
    """For `Depends`."""
    found: ServerDeps = connection.app.state.deps
    return found

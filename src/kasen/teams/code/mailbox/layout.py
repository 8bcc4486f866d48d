"""Where messages lie: `.mailbox/{inbox,outbox,heartbeat,state,logs}`, made whole before anybody watches it.

A folder that is made after a watch began is watched too late: what is written into it at once is missed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from kasen.errors import ConfigurationError, InputError

AGENT = r"^[a-z0-9][a-z0-9-]{0,63}$"
"""What ids of agents look like."""
STAGES = ("", "processing", "done", "poison")
"""Below each inbox and outbox: what has come, is being worked on, is over, could not be read."""


@dataclass(frozen=True)
class Mailbox:
    """The folder and the paths in it; nothing is opened."""

    root: Path

    def inbox(self, agent: str) -> Path:
        """What an agent is sent."""
        return self.root / "inbox" / agent_name(agent)

    def outbox(self, agent: str) -> Path:
        """What an agent sends."""
        return self.root / "outbox" / agent_name(agent)

    def heartbeat(self, agent: str) -> Path:
        """The file that an agent touches while it lives."""
        return self.root / "heartbeat" / agent_name(agent)

    @property
    def state(self) -> Path:
        """Copies of what the orchestrator knows, for people and programs that look on."""
        return self.root / "state"

    @property
    def logs(self) -> Path:
        """The audit log, one file a day."""
        return self.root / "logs"

    def make(self, agents: Iterable[str]) -> None:
        """All folders. Raises ConfigurationError when they cannot be made."""
        boxes = [box(agent) for agent in agents for box in (self.inbox, self.outbox)]
        folders = [box / stage for box in boxes for stage in STAGES]
        try:
            for folder in (self.root / "heartbeat", self.state, self.logs, *folders):
                folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ConfigurationError(f"`{self.root}` cannot be written: {error.strerror or error}") from error


def agent_name(agent: str) -> str:
    """The name, if it can be that of an agent. Raises InputError."""
    if not re.fullmatch(AGENT, agent):
        raise InputError(f"`{agent[:80]}` cannot be the id of an agent", hint="Use lower-case letters, digits and `-`.")
    return agent

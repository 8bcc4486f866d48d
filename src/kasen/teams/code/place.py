"""Where a run of the team keeps its things: one folder, so that whoever goes on finds all of it."""

from __future__ import annotations

import hashlib
import tempfile
from dataclasses import dataclass
from pathlib import Path

from kasen.teams.code.mailbox.layout import Mailbox, agent_name

SOCKET_BYTES = 100
"""A socket's path has 108 bytes at most (unix(7))."""


@dataclass(frozen=True)
class Place:
    """The paths in it; nothing is opened."""

    root: Path
    run_id: str

    @property
    def queue(self) -> Path:
        """The SQLite file that the orchestrator alone opens."""
        return self.root / "queue.sqlite"

    @property
    def mailbox(self) -> Mailbox:
        """Messages, signs of life, the audit log and what people may look at."""
        return Mailbox(self.root / ".mailbox")

    @property
    def board(self) -> Path:
        """How the work stands, for whoever looks on."""
        return self.mailbox.state / "board.json"

    @property
    def trees(self) -> Path:
        """Work trees of git."""
        return self.root / "trees"

    @property
    def planted(self) -> Path:
        """What agents put into `.git` and was taken out again: hooks, attributes."""
        return self.root / "planted"

    @property
    def discarded(self) -> Path:
        """Made when a person has thrown the work trees and branches away; `is_discarded` says whether that holds."""
        return self.root / "discarded"

    @property
    def is_discarded(self) -> bool:
        """Whether they are gone and no later attempt has made others."""
        return self.discarded.exists() and not self.trees.exists()

    @property
    def config(self) -> Path:
        """The files of the workflow as they were when the run began: what changes later is not trusted for it."""
        return self.root / "config"

    def agent(self, id: str) -> Path:
        """What the shim of an agent keeps: `spec.json`, sessions, what its program told."""
        return self.root / "agents" / agent_name(id)

    @property
    def socket(self) -> Path:
        """Of the run's own tmux; in a short place where the folder's path is too long for one."""
        near = self.root / "tmux"
        if len(bytes(near)) <= SOCKET_BYTES:
            return near
        return Path(tempfile.gettempdir()) / f"kasen-{hashlib.sha256(bytes(near)).hexdigest()[:16]}"

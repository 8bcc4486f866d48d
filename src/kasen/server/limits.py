"""What a server takes of one client and of all."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class ServerLimits:
    """Caps; what is over one is refused with 413 or 429 and a sentence."""

    body_bytes: int = 2 * 1024 * 1024
    """Of a request that is no upload and no chat."""
    chat_bytes: int = 64 * 1024 * 1024
    """Of a chat: files come in it as data URLs."""
    upload_bytes: int = 512 * 1024 * 1024
    """Of one uploaded file."""
    uploads_bytes: int = 4 * 1024 * 1024 * 1024
    """Of all uploads of one caller that no run has taken."""
    runs_at_work: int = 8
    """Runs of one caller that this process drives at once; further ones wait their turn."""
    runs_in_all: int = 64
    """Runs that this process drives at once."""
    waiting_each: int = 200
    """Runs of one caller that wait. With those at work they are counted over all processes that share a database."""
    waiting_in_all: int = 2000
    """Runs that wait in this process."""
    streams: int = 1000
    """Streams open at once in this process."""
    streams_each: int = 600
    """Streams of one caller."""
    idle_s: float = 60.0
    """Seconds that a client may send nothing of a body that it began."""

"""Browsers that traded a token for a cookie: random ids, of which only hashes are kept."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable
from pathlib import Path

from pydantic import BaseModel, TypeAdapter, ValidationError

from kasen.server.private import alone, write_private
from kasen.server.tokens import Tokens, hash_of
from kasen.settings.regular import read_regular

SESSIONS = "sessions.json"
COOKIE = "kasen_session"
LIFE_S = 30 * 24 * 3600
"""Seconds until a browser must show its token again."""
MOST = 50
"""Sessions of one owner; the oldest gives way."""
MOST_IN_ALL = 3000
"""Sessions of all; the file stays small."""


class Session(BaseModel):
    """One browser."""

    owner: str
    token: str
    """Hash of the token that it was traded for: when that goes, so does the session."""
    ends: float


_KEPT: TypeAdapter[dict[str, Session]] = TypeAdapter(dict[str, Session])


class Sessions:
    """Sessions of one home, in `sessions.json`: hash of the id → session. They survive a restart."""

    def __init__(self, home: Path, tokens: Tokens, *, clock: Callable[[], float] = time.time) -> None:
        self._path = home / SESSIONS
        self._tokens = tokens
        self._clock = clock
        self._seen: tuple[int, ...] | None = None
        self._read: dict[str, Session] = {}

    def begin(self, owner: str, token: str, *, instead_of: str = "") -> str:
        """A new session for the holder of a token, under an id that nobody chose; the old one of that browser ends."""
        found = secrets.token_urlsafe(32)
        session = Session(owner=owner, token=hash_of(token), ends=self._clock() + LIFE_S)
        with alone(self._path):
            kept = self._current()
            kept.pop(hash_of(instead_of), None)
            ends = {key: one.ends for key, one in kept.items()}
            own = [key for key, one in kept.items() if one.owner == owner]
            for keys, most in ((own, MOST), (list(kept), MOST_IN_ALL)):
                for key in sorted(keys, key=ends.__getitem__)[: max(0, len(keys) - most + 1)]:
                    kept.pop(key, None)
            self._write({**kept, hash_of(found): session})
        return found

    def owner(self, session_id: str) -> str | None:
        """Whose session it is; None when there is none, it is over, or its token was removed."""
        session = self._load().get(hash_of(session_id))
        if session is None or session.ends <= self._clock():
            return None
        return session.owner if self._tokens.is_current(session.owner, session.token) else None

    def end(self, session_id: str) -> None:
        """End a session; one that is not there is no fault."""
        with alone(self._path):
            kept = self._current()
            if kept.pop(hash_of(session_id), None) is not None:
                self._write(kept)

    def _current(self) -> dict[str, Session]:
        now = self._clock()
        return {key: session for key, session in self._load().items() if session.ends > now}

    def _load(self) -> dict[str, Session]:
        try:
            found = self._path.stat()
        except OSError:
            return {}
        seen = (found.st_mtime_ns, found.st_size, found.st_ino)
        if seen != self._seen:
            self._read, self._seen = self._parsed(), seen
        return dict(self._read)

    def _parsed(self) -> dict[str, Session]:
        """What stands in the file; nothing when it cannot be read: everybody shows the token again."""
        try:
            return _KEPT.validate_json(read_regular(self._path) or b"{}")
        except (OSError, ValidationError):
            return {}

    def _write(self, kept: dict[str, Session]) -> None:
        write_private(self._path, json.dumps({key: session.model_dump() for key, session in kept.items()}))

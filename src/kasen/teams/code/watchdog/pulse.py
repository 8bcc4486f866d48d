"""The signs of life of one agent: what its shim last said of itself, and for how long it has said nothing."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from kasen.settings.regular import read_regular
from kasen.teams.code.worker.spec import Beat


class Pulse:
    """A heartbeat file that is looked at again and again."""

    def __init__(self, path: Path, agent: str, *, step_s: float) -> None:
        """Nothing is read yet. `step_s`: most seconds that one look may add to the silence."""
        self._path = path
        self._agent = agent
        self._step_s = step_s
        self._seen: tuple[int, int, int] | None = None
        self._beat: Beat | None = None
        self._looked: float | None = None
        self.silent_s = 0.0
        """Seconds without a new sign, as far as somebody looked: a machine that slept does not make its agents dead."""

    def begin(self) -> None:
        """A new shim starts: what an old one said goes, and the silence begins. Raises OSError."""
        self._path.unlink(missing_ok=True)
        self._seen, self._beat, self._looked, self.silent_s = None, None, None, 0.0

    @property
    def beat(self) -> Beat | None:
        """The last that could be read; None before the first."""
        self._read()
        return self._beat

    def look(self, now: float) -> None:
        """Count the silence up to now (seconds, of any clock)."""
        passed = 0.0 if self._looked is None else now - self._looked
        self._looked = now
        self.silent_s = 0.0 if self._read() else self.silent_s + min(max(passed, 0.0), self._step_s)

    def _read(self) -> bool:
        """Whether there was a new sign. A file that is no sign of this agent is none."""
        try:
            found = self._path.lstat()
            seen = (found.st_ino, found.st_mtime_ns, found.st_size)
            if seen == self._seen:
                return False
            self._seen = seen
            beat = Beat.model_validate_json(read_regular(self._path) or b"")
        except (OSError, ValidationError):
            return False
        if beat.agent != self._agent:
            return False
        self._beat = beat
        self.silent_s = 0.0
        return True

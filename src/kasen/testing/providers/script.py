"""What the fake was told to answer, and in what order."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from kasen.testing.providers.wire import Asked

Said = TypeVar("Said")


@dataclass(frozen=True, kw_only=True)
class Match:
    """Which requests an entry is for. An empty field matches all."""

    provider: str = ""
    searches_too: bool = True
    """False: a search (Tavily) is matched by the provider's name only, for it answers with something else."""
    contains: str = ""
    """Words of the prompt."""
    model: str = ""
    """Part of the model's id."""
    schema: str = ""
    """Name or title of the JSON schema that is asked for."""
    operation: str = ""
    """Empty: all but the facts of a model that Ollama's clients ask for by the way (`show`, `version`)."""

    def fits(self, asked: Asked) -> bool:
        """True when an entry with these fields is for this request."""
        if asked.provider == "tavily" and not (self.provider or self.searches_too):
            return False
        if asked.operation in ("show", "version") and not self.operation:
            return False
        title = str((asked.schema or {}).get("title", ""))
        return (
            self.provider in ("", asked.provider)
            and self.operation in ("", asked.operation)
            and self.contains in asked.prompt
            and self.model in asked.model
            and self.schema in ("", asked.schema_name, title)
        )


@dataclass
class _Entry(Generic[Said]):
    said: Said
    match: Match
    left: int | None


class Queue(Generic[Said]):
    """Entries in their order; each request takes the first that fits. Safe to fill from another thread."""

    def __init__(self) -> None:
        self._entries: list[_Entry[Said]] = []
        self._lock = threading.Lock()

    def put(self, said: Said, match: Match, times: int | None = 1) -> None:
        """Append an entry that is taken `times` times; None: by every request that fits."""
        with self._lock:
            self._entries.append(_Entry(said, match, times))

    def take(self, asked: Asked, may: Callable[[Said], bool] = lambda _: True) -> Said | None:
        """The first entry that fits and that `may` accepts, counted down; None when there is none."""
        with self._lock:
            for entry in self._entries:
                if entry.match.fits(asked) and may(entry.said):
                    if entry.left is not None:
                        entry.left -= 1
                        if entry.left <= 0:
                            self._entries.remove(entry)
                    return entry.said
        return None

    def clear(self) -> None:
        """Forget all entries."""
        with self._lock:
            self._entries.clear()

    @property
    def waiting(self) -> int:
        """Entries with a number of times that were not used up."""
        with self._lock:
            return sum(1 for entry in self._entries if entry.left is not None)

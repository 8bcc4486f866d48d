"""Where the state of runs is kept between two steps: in the database of the store, or elsewhere by one owner alone."""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING, Any, Protocol

from kasen.errors import ConfigurationError

if TYPE_CHECKING:
    from langgraph.checkpoint.base import BaseCheckpointSaver

    from kasen.runtime.attempt import Attempt
    from kasen.settings import Settings

Models = set[tuple[str, str]]
MEMORY = "memory:"
NEEDS = "pip install 'kasen[redis]'"


class States(Protocol):
    """A place for the state of runs."""

    @property
    def elsewhere(self) -> str:
        """Name of the place, where it is not the database: there, a late owner is not refused for certain."""

    async def open(self) -> None:
        """Raises StoreFailed when it cannot be reached."""

    async def close(self) -> None:
        """Nothing is read or written any more."""

    def saver(self, attempt: Attempt, models: Models) -> BaseCheckpointSaver[Any]:
        """The checkpoints of one attempt; they may hold `models` (module, name) besides plain values."""

    async def over(self, run_id: str) -> None:
        """The run has come to an end from which it cannot go on."""

    async def delete(self, run_id: str) -> None:
        """Wipe what is kept here of a run. Raises StoreFailed."""


class InDatabase:
    """The tables of the store. `history`: all checkpoints stay, not only those that a run needs to be continued."""

    elsewhere = ""

    def __init__(self, *, history: bool = False) -> None:
        self._history = history

    async def open(self) -> None:
        """The store opens it."""

    async def close(self) -> None:
        """The store closes it."""

    def saver(self, attempt: Attempt, models: Models) -> BaseCheckpointSaver[Any]:
        """See `States`."""
        from kasen.runtime.checkpoints.saver import RunSaver

        return RunSaver(attempt, models, history=self._history)

    async def over(self, run_id: str) -> None:
        """What it came to may be looked at."""

    async def delete(self, run_id: str) -> None:
        """The store deletes the rows with the run."""


def states_of(settings: Settings) -> States:
    """The place that the settings name.

    Raises:
        ConfigurationError: a package is missing, or no server is named.
    """
    address = settings.checkpoints.get_secret_value() if settings.checkpoints is not None else ""
    if address in ("", "sqlite:", "postgresql:"):
        return InDatabase()
    if address == MEMORY:
        from kasen.runtime.checkpoints.memory import InMemory

        return InMemory()
    url = _with_host(address, settings)
    if missing := missing_for_redis():
        raise ConfigurationError(f"`checkpoints` is `redis:`, and {missing} is not installed", hint=f"Run: {NEEDS}")
    from kasen.runtime.checkpoints.redis import InRedis

    return InRedis(url)


def missing_for_redis() -> str:
    """Name of a package that `redis:` takes and that is not there; empty when all are."""
    for module, name in (("langgraph_checkpoint_aws", "langgraph-checkpoint-aws"), ("valkey", "valkey")):
        if importlib.util.find_spec(module) is None:
            return name
    return ""


def _with_host(address: str, settings: Settings) -> str:
    """`redis:` alone means the server of the settings `redis_host`, `redis_port` and `redis_db`."""
    if not address.endswith(":"):
        return address
    if not settings.redis_host:
        raise ConfigurationError(
            f"`checkpoints` is `{address}` and no server is named",
            hint="Set REDIS_HOST, or KASEN_CHECKPOINTS to an address like redis://127.0.0.1:6379/0.",
        )
    host = f"[{settings.redis_host}]" if ":" in settings.redis_host else settings.redis_host
    return f"{address}//{host}:{settings.redis_port}/{settings.redis_db}"

"""The embedded engine with the user's settings: what command line and library open."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kasen.models.asker import Asker
from kasen.models.presets import choose, resolve
from kasen.models.provider import ModelContext
from kasen.models.registry import Models
from kasen.runtime.host import Host, node_path
from kasen.runtime.node import CURRENT
from kasen.runtime.rows import Options
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.settings import Settings, export_environment, usable_home
from kasen.team import Team

if TYPE_CHECKING:
    from kasen.knowledge.library import Library
    from kasen.models.role import Ask, Role
    from kasen.runtime.attempt import Attempt
    from kasen.runtime.ledger import RunLedger
    from kasen.runtime.limits import RunMeter
    from kasen.runtime.rows import RunRow

MANUAL = "manual"


@asynccontextmanager
async def open_runner(settings: Settings) -> AsyncIterator[Runner]:
    """A runner over `settings.home`; on leaving, attempts end after their step and everything is closed.

    Raises:
        HomeUnusable: the home cannot be read, written or migrated.
    """
    export_environment(settings)
    home = usable_home(settings)
    async with Store(home) as store:
        runner = Runner(store, local_host(settings))
        try:
            yield runner
        finally:
            await runner.close()


def local_host(settings: Settings) -> Host:
    """Models by preset, documents of this machine; no web search yet."""
    open_model = Models(ModelContext(manual_folder=settings.manual_dir))

    def ask_for(row: RunRow, attempt: Attempt, ledger: RunLedger, meter: RunMeter) -> Ask:
        preset = row.options.preset

        def models_of(role: Role[Any]) -> list[str]:
            return [] if row.options.replay_of else list(resolve(preset, role.name, role.tier, row.team))

        return Asker(
            models_of=models_of,
            open_model=open_model,
            ledger=ledger,
            node_path=node_path,
            execution=CURRENT.get,
            meter=meter,
            emit_text=attempt.texts.add,
            timeout_s=None if preset == MANUAL else 120.0,
        )

    async def open_library(
        docs: list[Path], kbs: list[str], on_progress: Callable[..., Coroutine[Any, Any, None]]
    ) -> Library:
        from kasen.knowledge.open_library import open_library as opened

        return await opened(settings.home, docs, kbs, on_progress=on_progress)

    return Host(ask_for=ask_for, open_library=open_library)


def options_of(settings: Settings, team: Team, *, yes: bool, source: str = "") -> Options:
    """The options of a new run: flags and settings first, then the limits of the team."""
    limits = team.limits
    return Options(
        preset=choose(settings.preset, source=source).preset,
        usd=settings.budget_usd if settings.budget_usd is not None else limits.usd,
        tokens=settings.budget_tokens or limits.tokens,
        seconds=settings.budget_seconds or limits.seconds,
        calls=settings.budget_calls if settings.budget_calls is not None else limits.calls,
        steps=limits.steps,
        yes=yes,
    )

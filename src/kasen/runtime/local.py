"""The embedded engine with the user's settings: what command line and library open."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kasen.models.access import access_of
from kasen.models.asker import Asker
from kasen.models.provider import ModelContext
from kasen.models.redacted import redacted
from kasen.models.registry import Models
from kasen.runtime.answering import Answering, chosen
from kasen.runtime.host import Host, node_path
from kasen.runtime.node import CURRENT
from kasen.runtime.rows import Options
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.settings import Settings, export_environment, redactor_of, usable_home
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
    async with Store(home, redact=redactor_of(settings)) as store:
        runner = Runner(store, local_host(settings))
        try:
            yield runner
        finally:
            await runner.close()


def local_host(settings: Settings) -> Host:
    """Models by preset, documents of this machine; no web search yet."""
    access = access_of(settings)
    models = Models(ModelContext(access=access, manual_folder=settings.manual_dir))
    open_model = redacted(models, redactor_of(settings))
    answering = Answering(access)

    def ask_for(row: RunRow, attempt: Attempt, ledger: RunLedger, meter: RunMeter) -> Ask:
        options = row.options

        def models_of(role: Role[Any]) -> list[str]:
            return [] if options.replay_of else answering.chain(role, row.team, options.preset, options.models)

        return Asker(
            models_of=models_of,
            open_model=open_model,
            ledger=ledger,
            node_path=node_path,
            execution=CURRENT.get,
            meter=meter,
            emit_text=attempt.texts.add,
            timeout_s=None if options.preset == MANUAL else 120.0,
        )

    async def open_library(
        docs: list[Path], kbs: list[str], on_progress: Callable[..., Coroutine[Any, Any, None]]
    ) -> Library:
        from kasen.knowledge.open_library import open_library as opened

        return await opened(settings.home, docs, kbs, on_progress=on_progress)

    return Host(ask_for=ask_for, open_library=open_library)


def options_of(
    settings: Settings,
    team: Team,
    *,
    yes: bool,
    source: str = "",
    models: Sequence[str] = (),
    reuse_answers: bool = False,
) -> Options:
    """The options of a new run: flags and settings first, then the limits of the team.

    `source` says which flag named the preset; `models` are `[ROLE|TIER=]provider:model[,…]` (see `answering.chosen`).
    Raises UnknownName and UsageError for models that cannot be meant.
    """
    limits = team.limits
    picked = chosen(settings, access_of(settings), team=team, flags=models, source=source)
    return Options(
        preset=picked.preset,
        models=picked.models,
        reuse_answers=reuse_answers,
        usd=settings.budget_usd if settings.budget_usd is not None else limits.usd,
        tokens=settings.budget_tokens or limits.tokens,
        seconds=settings.budget_seconds or limits.seconds,
        calls=settings.budget_calls if settings.budget_calls is not None else limits.calls,
        steps=limits.steps,
        yes=yes,
    )

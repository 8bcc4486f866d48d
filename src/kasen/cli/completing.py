"""What a shell completes values with: runs, knowledge bases, teams, modes, presets, formats, pauses.

It is asked at every press of Tab: what cannot be read has no values, and nothing is said, made or changed.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeVar

from kasen import team as teams
from kasen.errors import KasenError

if TYPE_CHECKING:
    from kasen.runtime.rows import RunRow
    from kasen.runtime.store import Store
    from kasen.settings import Settings

Values = list[tuple[str, str]]
"""Each with what it is, which some shells show beside it."""
Complete = Callable[[Any, str], Values]
"""Given the context, whose `params` hold what stands on the line already, and the beginning of the word."""
T = TypeVar("T")
RUNS = 50
"""Latest runs that are offered."""
PATIENCE_S = 1.0
"""Seconds that a database gets to answer."""


def runs(ctx: Any, incomplete: str) -> Values:
    """Ids of runs, newest first."""
    return _rows("", incomplete)


def code_runs(ctx: Any, incomplete: str) -> Values:
    """Ids of runs of team `code`, newest first."""
    return _rows("code", incomplete)


def approvals(ctx: Any, incomplete: str) -> Values:
    """Open pauses of the run on the line; one whose name has a space is left to be typed."""

    async def names(store: Store, run: str) -> Values:
        from kasen.runtime.approvals import approvals as asked

        row = await store.run(run)
        waiting = [one for one in await asked(store, row.id) if not one.answered]
        return [(one.name, one.asked.question) for one in waiting if " " not in one.name]

    with _quiet():
        run = ctx.params.get("run")
        return _matching((_with_store(lambda store: names(store, run)) or []) if run else [], incomplete)
    return []


def bases(ctx: Any, incomplete: str) -> Values:
    """Names of knowledge bases."""
    with _quiet():
        from kasen.cli.signals import run_async
        from kasen.runtime.bases import bases_of

        found = run_async(_patiently(bases_of(_settings()).names()))
        return _matching([(name, "") for name in found], incomplete)
    return []


def team_names(ctx: Any, incomplete: str) -> Values:
    """Names of teams, without those that serve as template or test and those that are broken."""
    found = teams.loadable(warns=False)
    return _matching([(one.name, one.summary) for one in found if not one.internal], incomplete)


def presets(ctx: Any, incomplete: str) -> Values:
    """Names of presets."""
    with _quiet():
        from kasen.models.presets import presets as known

        return _matching([(name, one.summary) for name, one in known().items()], incomplete)
    return []


def recommended(ctx: Any, incomplete: str) -> Values:
    """Open models that can be fetched."""
    with _quiet():
        from kasen.models.local.recommended import recommended as known

        return _matching([(name, one.summary) for name, one in known().items()], incomplete)
    return []


def modes(team: teams.Team) -> Complete:
    """The modes of a team."""
    words = team.mode_words
    found = [(mode, words[mode].summary if mode in words else "") for mode in team.known_modes]
    return lambda ctx, incomplete: _matching(found, incomplete)


def modes_of_named(ctx: Any, incomplete: str) -> Values:
    """The modes of the team that stands on the line; before an option that lacks its value it is but a word."""
    with _quiet():
        named = ctx.params.get("name") or next(iter(ctx.args), "")
        return modes(teams.load(named))(ctx, incomplete)
    return []


def one_of(values: Iterable[str]) -> Complete:
    """Some words."""
    found = [(value, "") for value in values]
    return lambda ctx, incomplete: _matching(found, incomplete)


def listed(values: Iterable[str]) -> Complete:
    """Some words with commas between them, each once: `md,h` becomes `md,html`."""
    known = list(values)

    def complete(ctx: Any, incomplete: str) -> Values:
        given, comma, _ = incomplete.rpartition(",")
        left = [value for value in known if value not in given.split(",")]
        return _matching([(f"{given}{comma}{value}", "") for value in left], incomplete)

    return complete


def _rows(team: str, incomplete: str) -> Values:
    async def latest(store: Store) -> list[RunRow]:
        from kasen.runtime.rows import TALK
        from kasen.runtime.tables import RUNS as TABLE

        return list(await store.runs(limit=RUNS, where=[TABLE.c.team == team if team else TABLE.c.team != TALK]))

    with _quiet():
        rows = _with_store(latest) or []
        return _matching([(row.id, f"{row.team}, {row.status}: {row.title}") for row in rows], incomplete)
    return []


def _matching(found: Iterable[tuple[str, str]], incomplete: str) -> Values:
    return [(value, " ".join(about.split())) for value, about in found if value.startswith(incomplete)]


def _settings() -> Settings:
    from kasen.settings import load_settings

    return load_settings()


def _with_store(work: Callable[[Store], Awaitable[T]]) -> T | None:
    """None where no database of this version is: none is made, or changed, for a look."""
    from kasen.cli.signals import run_async
    from kasen.runtime.opening import store_of

    settings = _settings()
    if not settings.home.is_dir() or not _is_at_head(settings):
        return None

    async def opened() -> T:
        async with store_of(settings) as store:
            return await work(store)

    found: T = run_async(_patiently(opened()))
    return found


def _is_at_head(settings: Settings) -> bool:
    """Whether the database is there and as this version keeps it: to open any other one would make it so.

    Asked by a thread that nothing waits for, the end of the process neither: a server that says nothing holds it long.
    """
    from sqlalchemy import URL, create_engine
    from sqlalchemy.exc import SQLAlchemyError

    from kasen.runtime.database import HEAD, revision_of
    from kasen.runtime.postgres import open_postgres

    if settings.database is not None:
        engine = open_postgres(settings.database.get_secret_value())
    else:
        file = (settings.home / "kasen.db").absolute().as_uri()
        engine = create_engine(URL.create("sqlite", database=file, query={"mode": "rw", "uri": "true"}))
    found: list[str] = []

    def ask() -> None:
        with suppress(SQLAlchemyError, OSError, ValueError):
            found.append(revision_of(engine))
        engine.dispose()

    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    asking.join(PATIENCE_S)
    return found == [HEAD]


async def _patiently(work: Awaitable[T]) -> T:
    async with asyncio.timeout(PATIENCE_S):
        return await work


@contextmanager
def _quiet() -> Iterator[None]:
    """What goes wrong is not said: it would stand in the middle of the line that a person types."""
    before = logging.root.manager.disable
    logging.disable()
    try:
        with suppress(KasenError, OSError, ValueError, TimeoutError):
            yield
    finally:
        logging.disable(before)

"""Pages of runs, found by team, status and words."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import ColumnElement, FromClause, and_, or_, select

from kasen.runtime.engines.embedded.line import WAITING
from kasen.runtime.rows import ACTIVE, TALK, RunRow
from kasen.runtime.sql import of_json
from kasen.runtime.tables import RUNS

if TYPE_CHECKING:
    from kasen.runtime.store import Store

INTERRUPTED = "interrupted"


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """Which runs of an owner are meant; empty fields leave all of them."""

    owner: str
    team: str = ""
    status: str = ""
    words: str = ""
    before: str = ""
    continues: str = ""
    """Only runs that go on from this one, or from one that does."""
    limit: int = 50


async def listed(store: Store, wanted: Wanted) -> tuple[list[RunRow], bool]:
    """At most `limit` runs, newest first, and whether there are more. Raises StoreFailed."""
    found: list[RunRow] = []
    older = await _older_than(store, wanted)
    while len(found) <= wanted.limit:
        page = await store.runs(limit=wanted.limit + 1, where=[*_where(wanted), *older])
        owned = await store.owned_of([row.id for row in page if row.status in ACTIVE])
        found += [row for row in page if _is_meant(row, wanted.status, is_owned=row.id in owned)]
        if len(page) <= wanted.limit:
            break
        older = _older(page[-1].created_at, page[-1].id)
    return found[: wanted.limit], len(found) > wanted.limit


async def _older_than(store: Store, wanted: Wanted) -> list[ColumnElement[bool]]:
    """What comes after the run `before`; where that has been deleted, its id still tells its time."""
    if not wanted.before:
        return []
    mine = (RUNS.c.id == wanted.before, RUNS.c.owner == wanted.owner)
    created = await store.read(lambda c: c.execute(select(RUNS.c.created_at).where(*mine)).scalar())
    return _older(created, wanted.before) if created else [RUNS.c.id < wanted.before]


def _older(created_at: str, run_id: str) -> list[ColumnElement[bool]]:
    return [or_(RUNS.c.created_at < created_at, and_(RUNS.c.created_at == created_at, RUNS.c.id < run_id))]


def _follow_ups(wanted: Wanted) -> ColumnElement[bool]:
    """Those of a run, those of theirs, and so on."""
    found = select(RUNS.c.id).where(RUNS.c.owner == wanted.owner, _before(RUNS) == wanted.continues).cte(recursive=True)
    later = RUNS.alias()
    mine = select(later.c.id).where(later.c.owner == wanted.owner, _before(later) == found.c.id)
    return RUNS.c.id.in_(select(found.union(mine).c.id))


def _before(runs: FromClause) -> ColumnElement[str]:
    """The run that a run goes on from."""
    return of_json(runs.c.options, "continues")


def _where(wanted: Wanted) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = [RUNS.c.owner == wanted.owner]
    found.append(RUNS.c.team == wanted.team if wanted.team else RUNS.c.team != TALK)
    if wanted.status == INTERRUPTED:
        found.append(RUNS.c.status.in_((*ACTIVE, INTERRUPTED)))
    elif wanted.status == WAITING:
        found.append(RUNS.c.status == "created")
    elif wanted.status:
        found.append(
            or_(RUNS.c.status == wanted.status, RUNS.c.status.startswith(f"{wanted.status}: ", autoescape=True))
        )
    if wanted.continues:
        found.append(_follow_ups(wanted))
    for word in wanted.words.split():
        forms = {word, unicodedata.normalize("NFKC", word)}
        found.append(or_(*(RUNS.c.title.icontains(form, autoescape=True) for form in sorted(forms))))
    return found


def _is_meant(row: RunRow, status: str, *, is_owned: bool) -> bool:
    """What says that it is at work counts as interrupted when nobody drives it."""
    if row.status not in ACTIVE or not status:
        return True
    return (status == INTERRUPTED) != is_owned

"""Searches and pages in the database: for the run that they were made for, and for runs after it.

What a search or a fetch came to is stored once, the text of a page once for all pages that say the same. Each run
names what it used, so that it can be continued and repeated without asking again; what no run names is dropped.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, RowMapping, or_, select

from kasen.runtime.rows import timestamp
from kasen.runtime.sql import add
from kasen.runtime.tables import RUN_WEB, WEB_FOUND, WEB_TEXTS

SEARCHED = "search"
"""Under this a run notes that it could search the web at all; a repetition must find the same."""
NEVER, BRIEFLY, WHOLLY = 0, 1, 2
"""How long other runs may use what was found: not at all, for BRIEF at most, for as long as the settings say."""
BRIEF = timedelta(hours=1)
"""For pages that are not to be had and searches that found nothing: either may change."""


@dataclass(frozen=True, kw_only=True)
class Kept:
    """What one search or fetch came to."""

    key: str
    at: str
    """ISO 8601, UTC: when it was made."""
    body: str
    """JSON, without the text of the page."""
    text: str | None = None
    """Of a page that was had."""
    shared: int = NEVER
    id: str = field(default_factory=lambda: secrets.token_hex(16))


_COLUMNS = (WEB_FOUND.c.id, WEB_FOUND.c.key, WEB_FOUND.c.at, WEB_FOUND.c.shared, WEB_FOUND.c.body, WEB_TEXTS.c.text)
_FOUND = WEB_FOUND.outerjoin(WEB_TEXTS, WEB_TEXTS.c.hash == WEB_FOUND.c.text_hash)


def of_run(connection: Connection, run_id: str, key: str) -> Kept | None:
    """What that run had under that key."""
    mine = (RUN_WEB.c.run_id == run_id, RUN_WEB.c.key == key)
    joined = _FOUND.join(RUN_WEB, RUN_WEB.c.found_id == WEB_FOUND.c.id)
    return _kept(connection.execute(select(*_COLUMNS).select_from(joined).where(*mine)).mappings().first())


def of_any(connection: Connection, key: str, now: datetime, life: timedelta) -> Kept | None:
    """The newest under that key that every run may use still."""
    fresh = or_(
        (WEB_FOUND.c.shared == WHOLLY) & (WEB_FOUND.c.at > timestamp(now - life)),
        (WEB_FOUND.c.shared == BRIEFLY) & (WEB_FOUND.c.at > timestamp(now - min(life, BRIEF))),
    )
    query = select(*_COLUMNS).select_from(_FOUND).where(WEB_FOUND.c.key == key, fresh)
    return _kept(connection.execute(query.order_by(WEB_FOUND.c.at.desc()).limit(1)).mappings().first())


def keep(connection: Connection, run_id: str, key: str, kept: Kept) -> None:
    """Note that the run had this under that key. What is there already stays."""
    text_hash = None
    if kept.text is not None:
        text_hash = hashlib.sha256(kept.text.encode("utf-8", "surrogatepass")).hexdigest()
        _add(connection, WEB_TEXTS, {"hash": text_hash, "text": kept.text})
    found = {"id": kept.id, "key": kept.key, "at": kept.at, "shared": kept.shared, "body": kept.body}
    _add(connection, WEB_FOUND, {**found, "text_hash": text_hash})
    _add(connection, RUN_WEB, {"run_id": run_id, "key": key, "found_id": kept.id})


def note_search(connection: Connection, run_id: str) -> None:
    """Note that the run can search the web."""
    _add(connection, RUN_WEB, {"run_id": run_id, "key": SEARCHED, "found_id": None})


def could_search(connection: Connection, run_id: str) -> bool:
    """Whether it could."""
    query = select(RUN_WEB.c.key).where(RUN_WEB.c.run_id == run_id, RUN_WEB.c.key == SEARCHED)
    return connection.execute(query).first() is not None


def _kept(row: RowMapping | None) -> Kept | None:
    return None if row is None else Kept(**row)


def _add(connection: Connection, table: Any, values: dict[str, Any]) -> None:
    connection.execute(add(table).values(values))

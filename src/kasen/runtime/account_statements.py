"""What processes say to PostgreSQL of the accounts that they share, and what it answers.

Everything of an account is done under its own lock, which goes with the transaction. Times are those of the server.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Any, LiteralString, NamedTuple

from sqlalchemy import Connection, Float, cast, func, select

from kasen.models.account import provider_of
from kasen.runtime.tables import ACCOUNT_HOLDERS

CHANNEL = "kasen_accounts"
"""Channel on which processes tell each other of places: `free HOLDER ACCOUNT`, `wanted ACCOUNT`, `paused ACCOUNT`."""
LOCKS = 4_711_230
"""First half of the keys of the locks; the second is of the account. Locks of runs have one key of 64 bits."""
TIME: LiteralString = "(SELECT extract(epoch FROM clock_timestamp())::float8 AS t)"
SEEN_S = 60.0
"""Seconds for which a process that used an account is taken for one that uses it."""

LIVE = select(ACCOUNT_HOLDERS).where(
    ACCOUNT_HOLDERS.c.until > cast(func.extract("epoch", func.clock_timestamp()), Float)
)

LOCK: LiteralString = "SELECT pg_advisory_xact_lock(%(locks)s::int, %(key)s::int)"
UNUSED_S = 86_400.0
"""Seconds after which an account that nobody opened again is forgotten."""
OPEN: LiteralString = f"""
INSERT INTO accounts (name, started, paused_until) SELECT %(account)s, 0, t FROM {TIME} AS now
ON CONFLICT (name) DO UPDATE SET paused_until = greatest(accounts.paused_until, excluded.paused_until)
"""
"""A pause until now is none, and says when the account was opened last."""
TIDY: LiteralString = f"""
DELETE FROM account_holders WHERE (account, holder) IN (
  SELECT account, holder FROM account_holders, {TIME} AS now WHERE until < t - {SEEN_S}
  FOR UPDATE OF account_holders SKIP LOCKED
)
"""
"""Of all accounts: of many nobody may ask again."""
FORGET: LiteralString = f"""
WITH forgotten AS (
  DELETE FROM accounts WHERE name IN (
    SELECT name FROM accounts, {TIME} AS now WHERE paused_until < t - {UNUSED_S} FOR UPDATE OF accounts SKIP LOCKED
  ) RETURNING name
)
DELETE FROM account_starts USING forgotten WHERE account = name
"""
"""Accounts that nobody uses any more, and when their calls began."""
PAUSE: LiteralString = f"""
WITH paused AS (
  UPDATE accounts SET paused_until = greatest(paused_until, t + %(seconds)s::float8) FROM {TIME} AS now
  WHERE name = %(account)s
)
SELECT pg_notify('{CHANNEL}', 'paused ' || %(account)s)
"""
TRADE: LiteralString = f"""
WITH now AS MATERIALIZED {TIME},
mine AS (SELECT given_at FROM account_holders WHERE account = %(account)s AND holder = %(holder)s),
seen AS (
  SELECT holder, places, waiting, given_at, until > t AS is_there FROM account_holders, now
  WHERE account = %(account)s AND holder <> %(holder)s AND until > t - {SEEN_S}
),
others AS (SELECT holder, places, waiting, given_at FROM seen WHERE is_there),
free AS (
  SELECT greatest(0, %(most)s::int - %(keeps)s::int - coalesce((SELECT sum(places) FROM others), 0))::int AS places
),
wanting AS (
  SELECT holder, places, waiting, given_at FROM others
  UNION ALL
  SELECT %(holder)s::text, %(keeps)s::int, %(waiting)s::int, coalesce((SELECT given_at FROM mine), 0)
),
given AS (
  SELECT holder FROM wanting, free, generate_series(1, least(waiting, free.places)) AS nth
  ORDER BY wanting.places + nth, given_at, holder LIMIT (SELECT places FROM free)
),
won AS (SELECT count(*)::int AS places FROM given WHERE holder = %(holder)s),
kept AS (
  INSERT INTO account_holders (account, holder, places, waiting, given_at, until)
  SELECT %(account)s, %(holder)s, %(keeps)s::int + won.places, %(waiting)s::int - won.places,
    CASE WHEN won.places > 0 THEN t ELSE coalesce((SELECT given_at FROM mine), 0) END, t + %(lease_s)s::float8
  FROM won, now
  ON CONFLICT (account, holder) DO UPDATE SET places = excluded.places, waiting = excluded.waiting,
    given_at = excluded.given_at, until = excluded.until
),
told AS (
  SELECT pg_notify('{CHANNEL}', 'free ' || holder || ' ' || %(account)s)
  FROM (SELECT DISTINCT holder FROM given WHERE holder <> %(holder)s) AS whoever
),
asked AS (
  SELECT pg_notify('{CHANNEL}', 'wanted ' || %(account)s) FROM won WHERE %(asks)s AND %(waiting)s::int > won.places
)
SELECT %(keeps)s::int + won.places, (SELECT count(*) FROM seen) + 1,
  EXISTS (SELECT FROM others WHERE waiting > 0),
  greatest(0, (SELECT paused_until FROM accounts WHERE name = %(account)s) - t),
  (SELECT count(*) FROM told) + (SELECT count(*) FROM asked)
FROM won, now
"""
"""Keep `keeps` places and ask for `waiting` more. Each free one goes to whoever has the fewest, among equals to whoever
was given one the longest ago; of several processes that wait all are served in turn. Nobody's row is written but its
own: who is to have a place is told, and takes it."""
START: LiteralString = f"""
WITH now AS MATERIALIZED {TIME},
next AS (
  SELECT started %% %(per_minute)s::int AS slot, greatest(t, paused_until, coalesce((
    SELECT at FROM account_starts WHERE account = %(account)s AND slot = started %% %(per_minute)s::int
  ) + %(minute_s)s::float8, 0)) AS at FROM accounts, now WHERE name = %(account)s
),
taken AS (
  INSERT INTO account_starts (account, slot, at)
  SELECT %(account)s, slot, at FROM next, now WHERE at - t <= %(within_s)s::float8
  ON CONFLICT (account, slot) DO UPDATE SET at = excluded.at RETURNING slot
),
counted AS (UPDATE accounts SET started = started + 1 FROM taken WHERE name = %(account)s)
SELECT at - t FROM next, now
"""
"""The next start of the account, taken when it is within `within_s`: as many starts ago as a minute may see, one began
a minute before it."""
LEAVE: LiteralString = "DELETE FROM account_holders WHERE holder = ANY(%(holders)s)"


class Stands(NamedTuple):
    """What `TRADE` answers."""

    places: int
    """Of this holder."""
    processes: int
    """That use the account, this one with them."""
    others_wait: bool
    paused_s: float
    words: int
    """Said to others."""


def key_of(account: str) -> dict[str, Any]:
    """Parameters of `LOCK`."""
    key = int.from_bytes(hashlib.sha256(account.encode()).digest()[:4], signed=True)
    return {"locks": LOCKS, "key": key}


def in_use(connection: Connection) -> dict[str, tuple[int, int]]:
    """Provider to the places that all processes have, and the calls of theirs that wait; SQLite knows of none."""
    if connection.dialect.name != "postgresql":
        return {}
    places: Counter[str] = Counter()
    waiting: Counter[str] = Counter()
    for row in connection.execute(LIVE):
        provider = provider_of(row.account)
        places[provider] += row.places
        waiting[provider] += row.waiting
    return {provider: (places[provider], waiting[provider]) for provider in places}

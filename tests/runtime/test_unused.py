from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from kasen.runtime.postgres import open_postgres
from kasen.runtime.rows import Options
from kasen.runtime.sql import add
from kasen.runtime.store import Store
from kasen.runtime.tables import PASSAGES, RUN_PASSAGES, RUN_WEB, SOURCES, WEB_FOUND, WEB_TEXTS
from kasen.runtime.unused import AT_ONCE


def row_of(name: str) -> dict[str, Any]:
    return {"id": name, "source_id": f"src-{name}", "body": "{}"}


def cite(connection: Connection, run_id: str, names: list[str]) -> None:
    connection.execute(add(SOURCES), [{"id": f"src-{name}", "body": "{}"} for name in names])
    connection.execute(add(PASSAGES), [row_of(name) for name in names])
    connection.execute(add(RUN_PASSAGES), [{"run_id": run_id, "passage_id": name} for name in names])


async def ids(store: Store, column: Any) -> set[str]:
    return set(await store.read(lambda c: c.execute(select(column)).scalars().all()))


async def new_run(store: Store) -> str:
    row = await store.create(team="echo", mode="echo", title="t", lang="en", request={}, options=Options())
    return row.id


async def test_what_runs_share_goes_with_the_last_and_only_what_a_run_had_is_looked_at(
    tmp_path: Path, either: str
) -> None:
    async with Store(tmp_path, database=either) as store:
        one, two = await new_run(store), await new_run(store)
        own = [f"p{n}" for n in range(AT_ONCE + 3)]
        await store.write(lambda c: cite(c, one, [*own, "both"]))
        await store.write(lambda c: cite(c, two, ["both"]))
        await store.write(lambda c: c.execute(insert(SOURCES), [{"id": "src-other", "body": "{}"}]))
        await store.write(lambda c: c.execute(insert(PASSAGES), [row_of("other")]))
        await store.write(lambda c: c.execute(insert(WEB_TEXTS), [{"hash": "h", "text": "words"}]))
        found = {"key": "k", "at": "2026", "shared": 0, "body": "{}", "text_hash": "h"}
        await store.write(lambda c: c.execute(insert(WEB_FOUND), [{"id": name, **found} for name in ("f1", "f2")]))
        had = [(one, "f1"), (two, "f2")]
        await store.write(
            lambda c: c.execute(insert(RUN_WEB), [{"run_id": run, "key": "k", "found_id": name} for run, name in had])
        )
        await store.delete(one)
        assert await ids(store, PASSAGES.c.id) == {"both", "other"}
        assert await ids(store, SOURCES.c.id) == {"src-both", "src-other"}
        assert (await ids(store, WEB_FOUND.c.id), await ids(store, WEB_TEXTS.c.hash)) == ({"f2"}, {"h"})
        await store.delete(two)
        assert await ids(store, PASSAGES.c.id) == {"other"}, "it was never a deleted run's: nobody looked at it"
        assert await ids(store, WEB_TEXTS.c.hash) == set()


async def test_a_passage_that_is_deleted_while_a_run_begins_to_cite_it_is_there_in_the_end(
    tmp_path: Path, database: str
) -> None:
    async with Store(tmp_path, database=database) as store:
        run = await new_run(store)
        old = await new_run(store)
        await store.write(lambda c: cite(c, old, ["p"]))
        other = open_postgres(database)
        tries = 0

        def job(connection: Connection) -> None:
            nonlocal tries
            tries += 1
            connection.execute(add(SOURCES), [{"id": "src-p", "body": "{}"}])
            connection.execute(add(PASSAGES), [row_of("p")])
            if tries == 1:
                with other.begin() as elsewhere:
                    for table in (RUN_PASSAGES, PASSAGES):
                        elsewhere.execute(delete(table))
            connection.execute(add(RUN_PASSAGES), [{"run_id": run, "passage_id": "p"}])

        await store.write(job)
        other.dispose()
        assert tries == 2
        assert await ids(store, RUN_PASSAGES.c.run_id) == {run}
        assert await ids(store, PASSAGES.c.id) == {"p"}

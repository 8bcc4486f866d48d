"""The evidence of a run in the database: written once per content, cited only by runs that recorded it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from kasen.evidence.types import Claim, Hit, Passage, Source
from kasen.runtime.attempt import Attempt
from kasen.runtime.sql import add
from kasen.runtime.store import Store
from kasen.runtime.tables import CLAIMS, PASSAGES, RUN_PASSAGES, SOURCES


class RunEvidence:
    """The `EvidenceStore` of the run that an attempt drives; what it read is kept in memory as well."""

    def __init__(self, attempt: Attempt) -> None:
        self._attempt = attempt
        self._passages: dict[str, Passage] = {}
        self._sources: dict[str, Source] = {}

    async def add(self, hits: Iterable[Hit]) -> None:
        """Record sources and passages so that this run may cite them."""
        fresh = {hit.passage.id: hit for hit in hits if hit.passage.id not in self._passages}
        if not fresh:
            return
        sources = {hit.source.id: hit.source for hit in fresh.values()}
        run_id = self._attempt.run_id

        def job(connection: Connection) -> None:
            _add(connection, SOURCES, [{"id": s.id, "body": s.model_dump_json()} for s in sources.values()])
            passages = [hit.passage for hit in fresh.values()]
            rows = [{"id": p.id, "source_id": p.source_id, "body": p.model_dump_json()} for p in passages]
            _add(connection, PASSAGES, rows)
            _add(connection, RUN_PASSAGES, [{"run_id": run_id, "passage_id": p.id} for p in passages])

        seen = [
            self._attempt.event("source", source_id=s.id, title=s.title, uri=s.uri, kind=s.kind)
            for s in sources.values()
            if s.id not in self._sources
        ]
        await self._attempt.write(job, seen)
        self._sources.update(sources)
        self._passages.update({id: hit.passage for id, hit in fresh.items()})

    async def passages(self, ids: Sequence[str]) -> list[Passage]:
        """Passages in the order asked for. Raises KeyError for one that this run never recorded."""
        if any(id not in self._passages for id in ids):
            await self._load()
        return [self._passages[id] for id in ids]

    async def sources(self, ids: Sequence[str]) -> list[Source]:
        """Sources in the order asked for. Raises KeyError for one that this run never recorded."""
        if any(id not in self._sources for id in ids):
            await self._load()
        return [self._sources[id] for id in ids]

    async def record_claims(self, claims: Sequence[Claim]) -> None:
        """Replace the ledger of the run."""
        run_id = self._attempt.run_id
        rows = [{"run_id": run_id, "id": c.id, "nth": n, "body": c.model_dump_json()} for n, c in enumerate(claims)]

        def job(connection: Connection) -> None:
            connection.execute(delete(CLAIMS).where(CLAIMS.c.run_id == run_id))
            if rows:
                connection.execute(insert(CLAIMS), rows)

        await self._attempt.write(job)

    async def _load(self) -> None:
        hits = await evidence_of(self._attempt.store, self._attempt.run_id)
        self._passages.update({passage.id: passage for passage, _ in hits})
        self._sources.update({source.id: source for _, source in hits})


async def evidence_of(store: Store, run_id: str) -> list[tuple[Passage, Source]]:
    """Every passage that a run may cite, with its source."""
    query = (
        select(PASSAGES.c.body, SOURCES.c.body)
        .join(RUN_PASSAGES, RUN_PASSAGES.c.passage_id == PASSAGES.c.id)
        .join(SOURCES, SOURCES.c.id == PASSAGES.c.source_id)
        .where(RUN_PASSAGES.c.run_id == run_id)
    )
    rows = await store.read(lambda c: c.execute(query).all())
    return [(Passage.model_validate_json(passage), Source.model_validate_json(source)) for passage, source in rows]


async def claims_of(store: Store, run_id: str) -> list[Claim]:
    """The ledger of a run, in the order of the report."""
    query = select(CLAIMS.c.body).where(CLAIMS.c.run_id == run_id).order_by(CLAIMS.c.nth)
    return [Claim.model_validate_json(body) for body in await store.read(lambda c: c.execute(query).scalars().all())]


def _add(connection: Connection, table: Any, rows: list[dict[str, Any]]) -> None:
    connection.execute(add(table), rows)

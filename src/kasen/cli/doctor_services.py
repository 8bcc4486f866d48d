"""What `kasen doctor` says of the servers that are set: database, Temporal, object storage. Nothing shows a secret."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, NamedTuple

from kasen.errors import KasenError

if TYPE_CHECKING:
    from psycopg import AsyncConnection

    from kasen.settings import Settings

PATIENCE_S = 5
"""Seconds that a server gets to answer."""
OBJECTS_PATIENCE_S = 20.0
"""Seconds for a file to be written, read and deleted; the libraries ask again by themselves."""
PROBE = b"kasen doctor"


class Service(NamedTuple):
    """What was found of one, and how it is mended."""

    name: str
    ok: bool
    found: str
    costs: str = ""
    fix: str = ""


async def look_at_services(settings: Settings) -> list[Service]:
    """Ask all that are set, at once. Raises nothing: what fails is said."""
    asked = []
    if settings.database is not None:
        asked.append(_database(settings.database.get_secret_value()))
    if settings.engine == "temporal":
        asked.append(_temporal(settings))
    for field in ("artifacts", "knowledge"):
        if address := getattr(settings, field):
            asked.append(_objects(settings, field, address))
    return list(await asyncio.gather(*asked))


async def _database(address: str) -> Service:
    from kasen.runtime.database import shown
    from kasen.runtime.postgres import dsn, require

    name, costs = "database", "runs"
    try:
        require()
    except KasenError as error:
        return Service(name, False, str(error), costs, error.hint)
    import psycopg

    where = shown(address)
    try:
        async with asyncio.timeout(PATIENCE_S):
            async with await psycopg.AsyncConnection.connect(dsn(address), autocommit=True) as connection:
                return await _schema(connection, where)
    except TimeoutError:
        return Service(name, False, f"{where} does not answer", costs, "Is it started, and reachable from here?")
    except psycopg.OperationalError as error:
        said = (str(error).strip().splitlines() or [type(error).__name__])[-1]
        fix = "Start it, or mend user, password and name in KASEN_DATABASE."
        return Service(name, False, f"{where} lets nobody in: {said}", costs, fix)
    except psycopg.Error as error:
        return Service(name, False, f"{where}: {str(error).splitlines()[0]}", costs, "Look at the server's log.")


async def _schema(connection: AsyncConnection, where: str) -> Service:
    from kasen.runtime.database import HEAD

    async def one(query: str) -> str:
        row = await (await connection.execute(query)).fetchone()
        return "" if row is None or row[0] is None else str(row[0])

    name, costs = "database", "runs"
    version = await one("SHOW server_version")
    if await one("SELECT pg_is_in_recovery()::text") == "true":
        return Service(
            name, False, f"{where} is a copy that is only read", costs, "Name the primary in KASEN_DATABASE."
        )
    there = await one("SELECT to_regclass('alembic_version')::text")
    if not there:
        may = await one("SELECT has_schema_privilege(current_schema(), 'CREATE')::text") == "true"
        fix = "Grant CREATE on the schema to this user: it makes and migrates the tables."
        found = f"{where}, PostgreSQL {version}, " + ("empty: the first start makes its tables" if may else "read only")
        return Service(name, may, found, costs, fix)
    revision = await one("SELECT version_num FROM alembic_version")
    found = f"{where}, PostgreSQL {version}, schema {revision}"
    if revision > HEAD:
        return Service(name, False, f"{found}, which this Kasen ({HEAD}) does not know", costs, "Update Kasen here.")
    if await one("SELECT has_table_privilege('runs', 'INSERT, UPDATE, DELETE')::text") != "true":
        return Service(name, False, f"{found}, read only", costs, "Grant this user all on the tables of the schema.")
    return Service(name, True, found if revision == HEAD else f"{found}: the next start brings it to {HEAD}")


async def _temporal(settings: Settings) -> Service:
    from kasen.runtime.engines.temporal.client import Away, require, workers_of

    name, costs = "temporal", "runs: they are recorded and wait"
    try:
        require(settings)
    except KasenError as error:
        return Service(name, False, str(error), costs, error.hint)
    try:
        async with asyncio.timeout(PATIENCE_S):
            count = await workers_of(settings)
    except (Away, KasenError, TimeoutError) as error:
        said = (str(error).splitlines() or [""])[0] or "no answer"
        fix = "Start it, or mend KASEN_TEMPORAL_ADDRESS, KASEN_TEMPORAL_NAMESPACE and how it is secured."
        return Service(name, False, f"{settings.temporal_address}: {said}", costs, fix)
    namespace, queue = settings.temporal_namespace, settings.temporal_queue
    found = f"{settings.temporal_address}, namespace {namespace}, queue {queue}: "
    found += f"{count} worker{'' if count == 1 else 's'} in the last minutes"
    return Service(
        "temporal", count > 0, found, "runs: nobody drives them", "Start `kasen worker` with these settings."
    )


async def _objects(settings: Settings, field: str, address: str) -> Service:
    """Writes, reads and deletes a small file; shared knowledge needs files that are made once only, too."""
    from kasen.runtime.bases import open_objects

    costs = {"artifacts": "files that runs make", "knowledge": "shared knowledge bases"}[field]
    url = f"{address}/.kasen-doctor-{secrets.token_hex(8)}"
    try:
        async with asyncio.timeout(OBJECTS_PATIENCE_S), open_objects(settings, address) as objects:
            await objects.put(url, PROBE, "text/plain")
            try:
                whole = await objects.get(url) == PROBE
                once = field != "knowledge" or not await objects.create(url, PROBE + b"!", "text/plain")
            finally:
                await objects.drop(url)
    except TimeoutError:
        return Service(field, False, f"`{address}` does not answer", costs, "Is it reachable from here?")
    except KasenError as error:
        return Service(field, False, str(error), costs, error.hint)
    if not (whole and once):
        found = (
            f"`{address}` writes over files that it should refuse" if whole else f"`{address}` gives back other bytes"
        )
        return Service(field, False, found, costs, "Take a store that does as S3 does with `If-None-Match: *`.")
    return Service(field, True, f"{address}: written, read and deleted")

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from temporalio import activity
from temporalio.client import Client
from temporalio.worker import Worker
from typer.testing import CliRunner

from kasen.cli.app import app
from kasen.cli.doctor_services import Service, look_at_services
from kasen.runtime.database import HEAD
from kasen.settings import load_settings
from kasen.testing.object_store import FakeStore, s3_server
from servers.postgresql import PostgreSQL, free_port
from servers.temporal import Temporal

RUNNER = CliRunner()


def looked(**given: object) -> dict[str, Service]:
    return {one.name: one for one in asyncio.run(look_at_services(load_settings(**given)))}


def test_nothing_is_asked_that_is_not_set() -> None:
    assert looked() == {}


def test_a_database_is_named_with_its_schema(database: str, empty_database: str) -> None:
    ready = looked(database=database)["database"]
    assert ready.ok
    assert ready.found.endswith(f"schema {HEAD}")
    assert "postgres@" not in ready.found
    empty = looked(database=empty_database)["database"]
    assert empty.ok
    assert "empty: the first start makes its tables" in empty.found


def test_an_older_schema_is_brought_up_a_newer_one_and_a_reader_are_refused(
    database: str, postgresql: PostgreSQL
) -> None:
    name = database.rpartition("/")[2]
    postgresql.execute(name, "UPDATE alembic_version SET version_num = '0001'")
    assert f"brings it to {HEAD}" in looked(database=database)["database"].found
    postgresql.execute(name, "UPDATE alembic_version SET version_num = '9999'")
    newer = looked(database=database)["database"]
    assert not newer.ok
    assert newer.fix == "Update Kasen here."
    postgresql.execute(name, f"UPDATE alembic_version SET version_num = '{HEAD}'")
    postgresql.execute(name, "DO $$ BEGIN CREATE ROLE reader LOGIN; EXCEPTION WHEN duplicate_object THEN END $$")
    postgresql.execute(name, "GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader")
    reads = looked(database=database.replace("postgres@", "reader:s3cret-word@"))["database"]
    assert not reads.ok
    assert "read only" in reads.found
    assert "s3cret-word" not in str(reads)


def test_a_database_that_is_not_there_or_lets_nobody_in_is_said_without_the_password(database: str) -> None:
    away = f"postgresql://kasen:s3cret-word@127.0.0.1:{free_port()}/kasen"
    for address in (away, database.replace("postgres@", "nobody-known:s3cret-word@"), f"{database}_not"):
        found = looked(database=address)["database"]
        assert not found.ok
        assert "KASEN_DATABASE" in found.fix
        assert "s3cret-word" not in str(found)
    shown = RUNNER.invoke(app, ["doctor", "--json"], env={"KASEN_DATABASE": away})
    assert shown.exit_code == 3, "nothing works without it"
    assert "s3cret-word" not in shown.output
    assert [one for one in json.loads(shown.stdout)["checks"] if one["name"] == "database" and not one["ok"]]


@activity.defn
async def nothing() -> None:
    """An activity."""


async def test_temporal_is_asked_for_the_namespace_and_for_workers(temporal: Temporal, database: str) -> None:
    settings = load_settings(
        engine="temporal", database=database, temporal_address=temporal.address, temporal_queue="doctor-test"
    )

    async def found() -> Service:
        (one,) = [one for one in await look_at_services(settings) if one.name == "temporal"]
        return one

    alone = await found()
    assert not alone.ok
    assert "0 workers" in alone.found
    assert "kasen worker" in alone.fix
    client = await Client.connect(temporal.address)
    async with Worker(client, task_queue="doctor-test", activities=[nothing]):
        for _ in range(100):
            if (seen := await found()).ok:
                break
            await asyncio.sleep(0.1)
    assert "queue doctor-test: 1 worker " in seen.found
    other = load_settings(
        engine="temporal", database=database, temporal_address=temporal.address, temporal_namespace="elsewhere"
    )
    (missing,) = [one for one in await look_at_services(other) if one.name == "temporal"]
    assert not missing.ok
    assert "elsewhere" in missing.found
    assert "KASEN_TEMPORAL_NAMESPACE" in missing.fix


def test_temporal_that_is_away_or_has_no_database_is_said(database: str) -> None:
    away = looked(engine="temporal", database=database, temporal_address=f"127.0.0.1:{free_port()}")["temporal"]
    assert not away.ok
    assert "KASEN_TEMPORAL_ADDRESS" in away.fix
    assert "KASEN_DATABASE" in looked(engine="temporal")["temporal"].fix


def test_object_storage_is_written_read_and_left_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "test-key")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "test-key")
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    with s3_server() as store:
        at = {"artifacts": "s3://bucket/a", "knowledge": "s3://bucket/k", "artifacts_endpoint": store.url}
        found = looked(**at)
        assert [one.ok for one in found.values()] == [True, True]
        assert sum(call.startswith("PUT") for call in store.calls) == 3
        assert store.files == {}
        _forget_conditions(store)
        found = looked(**at)
        assert [one.ok for one in found.values()] == [True, False]
        assert "If-None-Match" in found["knowledge"].fix
        store.fail = [403] * 10
        assert not looked(**at)["artifacts"].ok
    (tmp_path / "file").touch()
    assert not looked(artifacts=f"file://{tmp_path}/file/below")["artifacts"].ok
    assert looked(knowledge=f"file://{tmp_path}/mount")["knowledge"].ok


def _forget_conditions(store: FakeStore) -> None:
    """A store that knows nothing of conditions."""
    store.conditions = False

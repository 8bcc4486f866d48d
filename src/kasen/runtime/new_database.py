"""The schema of a new database, made at once: to make it one migration after another takes the first command longer."""

from __future__ import annotations

from sqlalchemy import Column, Connection, MetaData, PrimaryKeyConstraint, String, Table, insert

from kasen.runtime.tables import METADATA

REVISION = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""Alembic's own table, without Alembic."""


def make(connection: Connection, revision: str) -> None:
    """Make every table and say at which revision they are.

    Raises SQLAlchemyError where one of them is there; what else is there is not touched.
    """
    METADATA.create_all(connection, checkfirst=False)
    REVISION.create(connection)
    connection.execute(insert(REVISION).values(version_num=revision))

"""Alembic's entry: runs on the connection that `database.migrate` hands over."""

from alembic import context

from kasen.runtime.tables import METADATA

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=METADATA, transactional_ddl=True)
context.run_migrations()

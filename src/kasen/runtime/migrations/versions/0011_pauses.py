"""In which order a run has asked."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add the column; until now the order was that of SQLite's rows."""
    op.add_column("approvals", sa.Column("nth", sa.Integer(), nullable=False, server_default="0"))
    if op.get_bind().dialect.name == "sqlite":
        op.execute("UPDATE approvals SET nth = rowid")


def downgrade() -> None:
    """Take it back."""
    op.drop_column("approvals", "nth")

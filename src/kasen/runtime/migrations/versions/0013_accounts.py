"""Limits of accounts that hold over all processes."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Make the tables of accounts."""
    op.create_table(
        "accounts",
        sa.Column("name", sa.String(200), primary_key=True),
        sa.Column("started", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("paused_until", sa.Float(), nullable=False, server_default="0"),
    )
    op.create_table(
        "account_holders",
        sa.Column("account", sa.String(200), primary_key=True),
        sa.Column("holder", sa.String(32), primary_key=True),
        sa.Column("places", sa.Integer(), nullable=False),
        sa.Column("waiting", sa.Integer(), nullable=False),
        sa.Column("given_at", sa.Float(), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
    )
    op.create_table(
        "account_starts",
        sa.Column("account", sa.String(200), primary_key=True),
        sa.Column("slot", sa.Integer(), primary_key=True),
        sa.Column("at", sa.Float(), nullable=False),
    )


def downgrade() -> None:
    """Take them back."""
    for table in ("account_starts", "account_holders", "accounts"):
        op.drop_table(table)

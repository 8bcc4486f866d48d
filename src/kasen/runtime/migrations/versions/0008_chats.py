"""Conversations of the web: what was said, and which runs answer it."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Make the two tables."""
    op.create_table(
        "chats",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("id", sa.String(128), primary_key=True),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("updated_at", sa.String(32), nullable=False),
    )
    op.create_table(
        "chat_turns",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("chat_id", sa.String(128), primary_key=True),
        sa.Column("nth", sa.Integer(), primary_key=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["owner", "chat_id"], ["chats.owner", "chats.id"], ondelete="CASCADE"),
    )
    op.create_index("chats_by_time", "chats", ["owner", "updated_at"])


def downgrade() -> None:
    """Drop them; the runs stay."""
    op.drop_table("chat_turns")
    op.drop_table("chats")

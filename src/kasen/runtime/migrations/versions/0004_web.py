"""What was searched and read on the web: by whom, and until when others may use it."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "web_texts",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("hash"),
    )
    op.create_table(
        "web_found",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("at", sa.String(length=32), nullable=False),
        sa.Column("shared", sa.Integer(), nullable=False),
        sa.Column("text_hash", sa.String(length=64), nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["text_hash"], ["web_texts.hash"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_web_found_text_hash", "web_found", ["text_hash"])
    op.create_index("web_found_by_key", "web_found", ["key", "shared", "at"])
    op.create_table(
        "run_web",
        sa.Column("run_id", sa.String(length=26), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("found_id", sa.String(length=32), nullable=True),
        sa.ForeignKeyConstraint(["run_id"], ["runs.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["found_id"], ["web_found.id"]),
        sa.PrimaryKeyConstraint("run_id", "key"),
    )
    op.create_index("ix_run_web_found_id", "run_web", ["found_id"])


def downgrade() -> None:
    """Take them back."""
    op.drop_table("run_web")
    op.drop_table("web_found")
    op.drop_table("web_texts")

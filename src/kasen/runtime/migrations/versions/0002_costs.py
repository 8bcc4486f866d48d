"""What asks without a receipt have cost; receipts found by their question."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the table and the index; what models answered before can be reused too."""
    op.create_table(
        "pending",
        sa.Column("run_id", sa.String(length=26), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("call_id", sa.String(length=16), nullable=False),
        sa.Column("role", sa.String(length=64), nullable=False),
        sa.Column("calls", sa.Integer(), nullable=False),
        sa.Column("input_tokens", sa.Integer(), nullable=False),
        sa.Column("output_tokens", sa.Integer(), nullable=False),
        sa.Column("usd", sa.Float(), nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["run_id"], ["runs.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("run_id", "attempt", "call_id"),
    )
    op.add_column("receipts", sa.Column("reusable", sa.Integer(), server_default="0", nullable=False))
    op.execute("UPDATE receipts SET reusable = 1 WHERE \"by\" <> 'rule'")
    op.create_index("receipts_by_question", "receipts", ["hash", "role", "nth", "reusable", "at"])


def downgrade() -> None:
    """Take both back."""
    op.drop_index("receipts_by_question", table_name="receipts")
    op.drop_column("receipts", "reusable")
    op.drop_table("pending")

"""What a follow-up knows of the run before it, kept with the follow-up."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "earlier",
        sa.Column("run_id", sa.String(length=26), nullable=False),
        sa.Column("earlier_id", sa.String(length=26), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["run_id"], ["runs.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("run_id"),
    )


def downgrade() -> None:
    """Take it back."""
    op.drop_table("earlier")

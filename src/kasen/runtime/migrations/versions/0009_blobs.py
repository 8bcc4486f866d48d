"""Values of channels in a table of their own, each version once; checkpoints that stay."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Make the table; what is there stays as it is and is read so."""
    op.create_table(
        "blobs",
        sa.Column("thread_id", sa.Text(), primary_key=True),
        sa.Column("checkpoint_ns", sa.Text(), primary_key=True),
        sa.Column("channel", sa.Text(), primary_key=True),
        sa.Column("version", sa.Text(), primary_key=True),
        sa.Column("extends", sa.Text()),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("value", sa.LargeBinary(), nullable=False),
        sa.Column("kept", sa.Integer(), server_default="0", nullable=False),
    )
    op.add_column("checkpoints", sa.Column("kept", sa.Integer(), server_default="0", nullable=False))


def downgrade() -> None:
    """Drop them; runs whose state lies there begin again."""
    op.drop_column("checkpoints", "kept")
    op.drop_table("blobs")

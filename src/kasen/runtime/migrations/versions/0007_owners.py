"""Whose run it is, where a server serves several people."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the column; runs of before are those of this machine's own user."""
    op.add_column("runs", sa.Column("owner", sa.String(64), nullable=False, server_default=""))
    op.create_index("runs_by_owner", "runs", ["owner", "created_at"])


def downgrade() -> None:
    """Take it back."""
    op.drop_index("runs_by_owner", "runs")
    op.drop_column("runs", "owner")

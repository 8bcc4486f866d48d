"""With which version of its team's state a run was begun."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Add the column; runs of before were begun with the first version."""
    op.add_column("runs", sa.Column("state_version", sa.Integer(), nullable=False, server_default="1"))


def downgrade() -> None:
    """Take it back."""
    op.drop_column("runs", "state_version")

"""What servers look for again and again is found by an index, however many runs are over."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

OPEN = sa.text("status IN ('created', 'running', 'paused')")
DUE = sa.text("answer IS NULL AND deadline != ''")


def upgrade() -> None:
    """Add indexes of the runs that may go on by themselves, and of the pauses that come due."""
    op.create_index("runs_open", "runs", ["status", "updated_at"], sqlite_where=OPEN, postgresql_where=OPEN)
    op.create_index("approvals_due", "approvals", ["deadline"], sqlite_where=DUE, postgresql_where=DUE)


def downgrade() -> None:
    """Take them back."""
    op.drop_index("approvals_due", "approvals")
    op.drop_index("runs_open", "runs")

"""At which address the bytes of an artifact are kept."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the column; artifacts of before lie in the folders of their runs."""
    op.add_column("artifacts", sa.Column("place", sa.Text(), nullable=False, server_default=""))


def downgrade() -> None:
    """Take it back."""
    op.drop_column("artifacts", "place")

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kasen.teams.code.config.loading import default
from kasen.teams.code.orchestrator.desk import Desk
from teams.code.orchestrator.desks import desk_of


@pytest.fixture
async def pair(tmp_path: Path) -> AsyncIterator[Desk]:
    """A desk with coder and reviewer."""
    found = await desk_of(tmp_path)
    yield found
    found.queue.close()


@pytest.fixture
async def five(tmp_path: Path) -> AsyncIterator[Desk]:
    """A desk with the agents of five phases."""
    found = await desk_of(tmp_path, default("five-phase"))
    yield found
    found.queue.close()

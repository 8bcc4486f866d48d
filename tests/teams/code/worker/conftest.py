"""An agent of a run, prepared and not yet started."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kasen.teams.code.place import Place
from teams.code.agents import Script
from teams.code.worker.played import Played


@pytest.fixture
async def played(tmp_path: Path, script: Script) -> AsyncIterator[Played]:
    one = Played(Place(tmp_path / "code", f"run-{tmp_path.name}-{id(tmp_path)}"), tmp_path / "tree", script)
    try:
        yield one
    finally:
        await one.end()

from __future__ import annotations

from pathlib import Path

import pytest

from kasen.errors import UnknownName
from kasen.knowledge.bases import LocalBases
from kasen.knowledge.store import KnowledgeBase


async def name_of(base: KnowledgeBase) -> str:
    return base.name


async def test_bases_of_this_machine_are_opened_changed_and_dropped(tmp_path: Path) -> None:
    bases = LocalBases(tmp_path)
    with pytest.raises(UnknownName):
        await bases.change("tea", name_of)
    assert await bases.change("tea", name_of, create=True) == "tea"
    assert await bases.names() == ["tea"]
    assert (await bases.open("tea")).totals() == (0, 0)
    await bases.drop("tea")
    with pytest.raises(UnknownName):
        await bases.open("tea")

from __future__ import annotations

import asyncio
from pathlib import Path

from kasen.knowledge.shared_lease import DEAD_AFTER, lease
from kasen.tools.objects.folder import Folder

BEAT_S = 0.4
"""Long enough for a busy machine to show four signs of life."""


async def test_one_holds_it_while_it_shows_signs_of_life_and_others_wait(tmp_path: Path) -> None:
    url = f"file://{tmp_path}/leases/tea"
    order: list[str] = []

    async def work(name: str) -> None:
        async with lease(Folder(), url, beat_s=BEAT_S):
            order.append(f"{name} begins")
            await asyncio.sleep(BEAT_S * (DEAD_AFTER + 2))
            order.append(f"{name} ends")

    await asyncio.gather(work("one"), work("two"))
    assert [line.split()[1] for line in order] == ["begins", "ends"] * 2
    assert not (tmp_path / "leases" / "tea").exists()


async def test_one_that_gives_no_sign_of_life_is_dead(tmp_path: Path) -> None:
    place = tmp_path / "leases" / "tea"
    place.parent.mkdir()
    place.write_text("somebody 7")
    async with asyncio.timeout(60), lease(Folder(), f"file://{place}", beat_s=BEAT_S):
        assert not place.read_text().startswith("somebody")

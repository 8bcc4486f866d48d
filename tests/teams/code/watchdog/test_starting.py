from __future__ import annotations

import asyncio
import shutil
import time
from pathlib import Path

import pytest

from kasen.teams.code.processes.marked import marked
from kasen.teams.code.watchdog.member import SHIM, end_family, member_of
from kasen.teams.code.watchdog.starting import begun, last_words
from kasen.teams.code.worker.spec import MARK, Spec
from teams.code.watchdog.crewed import PATIENT, A, config_of, living, place_of, tmux_of

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


async def test_a_shim_begins_in_the_folder_of_its_agent_with_its_mark_and_leaves_its_words(tmp_path: Path) -> None:
    place = place_of(tmp_path)
    shutil.rmtree(place.agent(A))
    tmux, member = tmux_of(place), member_of(A, place, PATIENT, time.time)
    spec = Spec(run_id=place.run_id, agent=config_of().agents.agents[0], folder=tmp_path / "tree", limits=PATIENT)
    place.mailbox.heartbeat(A).write_text("of an old one")
    assert await last_words(tmux, A) == ""
    try:
        # A shell that becomes the program: one process, as with the real shim.
        found = await begun(place, tmux, member, spec, ["sh", "-c", "pwd > where; echo 宇治; exec sleep 300"])
        assert found is not None
        assert not place.mailbox.heartbeat(A).exists()
        async with asyncio.timeout(30):
            while await last_words(tmux, A) != "宇治":  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(0.02)
        assert (place.agent(A) / "where").read_text().strip() == str(place.agent(A))
        assert Spec.model_validate_json((place.agent(A) / "spec.json").read_bytes()) == spec
        assert marked(SHIM)[member.mark] == [found]
        assert member.mark not in marked(MARK)
    finally:
        assert await end_family(member.mark, [], [], 0) == []
        await tmux.close()
    assert living(place) == []

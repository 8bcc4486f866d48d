from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from cli.code.built import site, until
from kasen.cli.code.going import drive
from kasen.cli.drive import Output
from kasen.errors import Stopped
from kasen.runtime.local import open_runner
from kasen.settings import load_settings


async def test_whoever_stops_a_run_is_told_how_it_goes_on_and_leaves_no_agent(clean_environment: Path) -> None:
    here = site(clean_environment, waits="never")
    request = {"requirement": "Add a tax", "repo": str(here.repo), "workflow": str(here.workflow)}
    settings = load_settings(home=here.home)
    async with open_runner(settings) as runner:
        run_id = await runner.start("code", request)
        driven = asyncio.create_task(drive(runner, settings, run_id, Output(quiet=True)))
        await asyncio.to_thread(until, lambda: here.script.calls("coder-1"), "the coder begins")
        assert here.agents
        await runner.close(grace_s=20)
        with pytest.raises(Stopped) as stopped:
            await driven
    assert f"kasen code continue {run_id}" in stopped.value.hint
    assert here.agents == []

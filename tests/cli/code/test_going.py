from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from cli.code.built import site, until
from cli.conftest import Invoke
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


def test_a_cap_that_is_reached_is_told_as_such_with_how_it_goes_on(kasen: Invoke, clean_environment: Path) -> None:
    here = site(clean_environment)
    line = (*here.line, "--lang", "ja", "--budget-calls", "1")
    shown = kasen(*line)
    assert shown.exit_code == 5, shown.stderr
    run = here.place.run_id
    assert f"実行 {run} は途中で止まりました：実行の上限に達した" in shown.stderr
    assert f"kasen code continue {run} --budget-calls N" in shown.stderr
    assert "rules wrote" not in shown.stderr
    assert "--budget-calls N" in " ".join(kasen("code", "status").stdout.split())
    on = kasen("code", "continue", "--budget-calls", "50")
    assert on.exit_code == 0, on.stderr
    assert "成果を取り込む" in on.stderr
    assert kasen("code", "stop").stderr.startswith(f"{run} は終わっています（完了）")
    assert "続けることはありません" in kasen("code", "continue").stderr

from __future__ import annotations

from pathlib import Path

import pytest

from kasen.errors import HomeUnusable
from kasen.runtime.local import open_runner, options_of
from kasen.settings import Settings
from kasen.team import load


async def test_with_nothing_set_a_run_is_driven_by_rules_and_kept(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path / "home", preset="none")
    async with open_runner(settings) as runner:
        options = options_of(settings, load("echo"), yes=True)
        run_id = await runner.start("echo", {"text": "hello world", "ask_first": True}, options=options)
        assert (await runner.wait(run_id)).status == "done"
    async with open_runner(settings) as runner:
        row = await runner.store.run(run_id)
        assert row.result is not None
        assert row.result["text"] == "hello world"


async def test_a_home_that_cannot_be_used_is_one_typed_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(HomeUnusable):
        async with open_runner(Settings(home=tmp_path / "file" / "home")):
            pass


def test_settings_come_before_the_limits_of_the_team() -> None:
    echo = load("echo")
    plain = options_of(Settings(preset="none"), echo, yes=False)
    assert (plain.steps, plain.calls, plain.usd) == (echo.limits.steps, None, None)
    capped = options_of(Settings(preset="none", budget_usd=0.0, budget_calls=3), echo, yes=True)
    assert (capped.usd, capped.calls, capped.yes) == (0.0, 3, True)

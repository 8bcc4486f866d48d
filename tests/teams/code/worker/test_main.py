from __future__ import annotations

import subprocess
import sys

import pytest

from kasen.errors import InputError
from kasen.teams.code.worker.main import TAKEN, main
from teams.code.worker.played import Played, until


async def test_an_agent_has_one_shim(played: Played) -> None:
    first = await played.prepare().start()
    beat = await until(played.beat)
    second = await played.start()
    assert await second.wait() == TAKEN
    assert "runs already" in played.pane
    assert played.beat() == beat
    first.kill()
    await first.wait()
    third = await played.start()
    await until(lambda: (beat := played.beat()) is not None and beat.pid == third.pid)


async def test_a_shim_that_was_not_prepared_ends_with_words(played: Played) -> None:
    played.prepare()
    (played.place.agent("coder-1") / "spec.json").unlink()
    shim = await played.start()
    assert await shim.wait() == 1
    assert "spec.json" in played.pane


def test_what_is_no_id_of_an_agent_is_refused(played: Played) -> None:
    with pytest.raises(InputError):
        main(played.place.root, "../x")


def test_it_says_that_it_lives_before_it_loads_what_takes_long() -> None:
    code = """
import sys
import kasen.teams.code.worker.main
heavy = {"jinja2", "jsonschema", "langgraph", "pydantic_settings", "typer", "yaml"}
print(sorted(heavy & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "[]"

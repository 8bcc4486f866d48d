from __future__ import annotations

import json
from pathlib import Path

from cli.code.stored import place, stored
from cli.conftest import Invoke
from kasen.settings.environment import plain_environment
from kasen.teams.code.processes.marked import marked
from kasen.teams.code.worker.spec import MARK


def test_a_run_that_nobody_drives_has_no_agents_after_it(kasen: Invoke, clean_environment: Path) -> None:
    import subprocess

    home = clean_environment / "home"
    row = stored(home, status="running")
    place(home, row, "impl-1")
    env = plain_environment() | {MARK: f"{row.id}/impl-1"}
    left = subprocess.Popen(["sleep", "600"], start_new_session=True, env=env)
    try:
        shown = kasen("code", "stop", row.id)
        assert shown.exit_code == 0, shown.stderr
        assert "was not going on" in shown.stderr
        assert f"kasen code continue {row.id}" in shown.stderr
        assert f"{row.id}/impl-1" not in marked(MARK)
        assert json.loads(kasen("code", "stop", "--json").stdout)["run"] == row.id
    finally:
        left.kill()
        left.wait()


def test_without_a_run_there_is_nothing_to_stop(kasen: Invoke) -> None:
    assert kasen("code", "stop").exit_code == 2

"""The wheel in an empty environment outside of the repository; `scripts/wheel.py` does the same with every extra."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.slow
def test_every_command_runs_from_the_wheel_in_an_empty_environment(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "scripts" / "wheel.py"), "--json", "--keep", str(tmp_path)]
    done = subprocess.run([*command, "--extras", "code"], capture_output=True, text=True, check=False)
    found = json.loads(done.stdout)
    assert found["failed"] == []
    assert found["commands_run"] > 60
    assert done.returncode == 0

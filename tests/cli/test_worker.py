from __future__ import annotations

import pytest
from typer.testing import CliRunner

from kasen.cli.app import app


def test_a_worker_without_its_engine_or_its_database_says_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it does with both is shown in `tests/runtime/engines/temporal/test_worker.py`."""
    ended = CliRunner().invoke(app, ["worker"])
    assert ended.exit_code == 3
    assert "the engine is `embedded`" in ended.stderr
    monkeypatch.setenv("KASEN_ENGINE", "temporal")
    ended = CliRunner().invoke(app, ["worker"])
    assert ended.exit_code == 3
    assert "needs a database that servers and workers share" in ended.stderr

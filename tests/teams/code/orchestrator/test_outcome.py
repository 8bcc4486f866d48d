from __future__ import annotations

import dataclasses

import pytest

from kasen.teams.code.orchestrator.outcome import Asked, Ended


def test_how_it_ended_cannot_be_changed() -> None:
    ended = Ended(outcome="stopped", reason="the budget is spent")
    with pytest.raises(dataclasses.FrozenInstanceError):
        ended.outcome = "completed"  # type: ignore[misc]
    assert ended == Ended(outcome="stopped", reason="the budget is spent")
    assert Asked(name="1-T1", question="?", choices=("yes", "no")).about == ""

from __future__ import annotations

from kasen.team import load_object
from kasen.teams.code.leaving import leave
from kasen.teams.code.team import TEAM


def test_what_goes_on_outside_of_the_process_can_be_ended() -> None:
    assert load_object(TEAM.leaves) is leave


def test_long_work_does_not_run_out_of_steps() -> None:
    assert TEAM.limits.steps >= 1000, "each answer of a person takes two"
    assert TEAM.limits.seconds is TEAM.limits.maximum_s is None, "agents get the time that they need"

from __future__ import annotations

import pytest

from kasen.errors import InputError, UnknownName
from kasen.server.asked import OptionsGiven
from kasen.server.caller import Caller
from kasen.server.context import ServerDeps
from kasen.server.estimating import estimate_for
from kasen.team import load

RESEARCH = load("research")


async def test_rules_cost_nothing_and_the_mode_is_the_one_that_would_be_taken(deps: ServerDeps) -> None:
    given = OptionsGiven(preset="none")
    shown = await estimate_for(deps, Caller("yuki"), RESEARCH, {"question": "宇治茶とは何か"}, None, given)
    assert (shown.mode, shown.preset, shown.usd.high, shown.calls.high) == ("quick", "none", 0, 0)
    assert {role.model for role in shown.roles} == {"rule"}


async def test_what_a_start_would_refuse_is_refused(deps: ServerDeps) -> None:
    asked = {"question": "茶", "docs": ["/etc"]}
    with pytest.raises(InputError):
        await estimate_for(deps, Caller("yuki"), RESEARCH, asked, None, OptionsGiven())
    with pytest.raises(UnknownName):
        await estimate_for(deps, Caller("yuki"), RESEARCH, {}, "none", OptionsGiven())

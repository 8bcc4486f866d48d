from __future__ import annotations

import shlex
from typing import Any, get_args

import pytest

from kasen.cli.app import TEAM_COMMAND, Later
from kasen.cli.team_options import EXAMPLES, PANELS, about, common
from kasen.form import Section
from kasen.team import load


@pytest.mark.parametrize(("team", "rest"), [(team, rest) for team, rests in EXAMPLES.items() for rest in rests])
def test_every_example_of_a_team_can_be_typed(team: str, rest: str) -> None:
    """Parsed by the real parser, up to but without running it."""
    real: Any = Later(team, TEAM_COMMAND, "", team=team).real()
    assert real.make_context(team, shlex.split(rest)).params
    assert f"    kasen {team} {rest}" in about(load(team)).splitlines()


def test_a_team_without_examples_says_what_it_is_for() -> None:
    assert about(load("echo")) == load("echo").summary


def test_options_stand_under_headings(kasen: Any) -> None:
    assert set(PANELS) < set(get_args(Section))
    shown = kasen("research", "--help").stdout
    for heading in ("Where to look", "What is written", "How it is worked", "Who answers", "Limits", "Results"):
        assert f"─ {heading} ─" in shown
    assert set(common(load("research"))) >= {"mode", "budget_usd", "out", "json", "batch"}

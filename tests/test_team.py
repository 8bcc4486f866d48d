from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import BaseModel

import kasen.teams
from kasen.errors import UnknownName
from kasen.models.role import Role
from kasen.runtime.rows import Options
from kasen.team import Limits, RoleCost, RunFigures, Team, load, load_object, names, request_type

AGENTS = ("code",)
"""Teams whose models are those of programs that they start."""
ADVERTISED = [name for name in names() if not load(name).internal]


def test_every_folder_of_the_package_is_a_team() -> None:
    folder = Path(kasen.teams.__path__[0])
    assert list(names()) == sorted(path.parent.name for path in folder.glob("*/__init__.py"))
    assert {"echo", "research"} <= set(names())


def test_a_graph_ends_after_100_steps_unless_a_team_or_a_person_says_otherwise() -> None:
    assert (Limits().steps, Options().steps) == (100, 100)


@pytest.mark.parametrize("name", names())
def test_what_a_team_declares_can_be_loaded(name: str) -> None:
    team = load(name)
    assert team.name == name
    assert issubclass(request_type(team), BaseModel)
    assert issubclass(load_object(team.result), BaseModel)
    assert team.default_mode in team.known_modes
    assert set(team.aliases.values()) <= set(team.modes)
    assert all(callable(load_object(reference)) for reference in team.modes.values())
    roles = [load_object(reference) for reference in team.roles]
    assert all(isinstance(role, Role) for role in roles)
    assert len({role.name for role in roles}) == len(roles)
    assert roles or name in AGENTS, "a team asks models, or has agents that do"


@pytest.mark.parametrize("name", names())
def test_a_team_says_what_it_is_for_in_both_languages(name: str) -> None:
    team = load(name)
    assert team.summary.endswith(".")
    assert team.summary_ja.endswith("。")
    assert len(team.summary) <= 120


@pytest.mark.parametrize("name", names())
def test_every_field_of_a_request_is_described_because_the_command_shows_it(name: str) -> None:
    fields = request_type(load(name)).model_fields
    assert fields
    assert [key for key, field in fields.items() if not field.description] == []


def test_an_unknown_team_names_the_known() -> None:
    with pytest.raises(UnknownName, match=r"there is no team `reserch`; there is: .*research"):
        load("reserch")


def test_a_mode_is_found_by_name_by_alias_and_by_default() -> None:
    team = load("research")
    assert team.mode("quick") == team.mode("quick_research") == "quick"
    assert team.mode(None) == team.mode("auto") == "auto"
    with pytest.raises(UnknownName, match="team `research` has no mode `slow`; it has: auto, quick, deep"):
        team.mode("slow")


def test_a_team_cannot_be_changed_after_it_was_declared() -> None:
    team = load("echo")
    assert isinstance(team, Team)
    with pytest.raises(AttributeError):
        team.name = "other"  # type: ignore[misc]


def test_the_cost_table_marks_models_without_an_answer_and_puts_rules_below_the_models_they_stood_in_for() -> None:
    figures = RunFigures(
        by_role={"writer": "b:y", "planner": "rule", "critic": "rule"},
        costs=(
            RoleCost(role="planner", model="a:x", calls=2, input_tokens=1, output_tokens=1, usd=None),
            RoleCost(role="writer", model="a:x", calls=1, input_tokens=1, output_tokens=1, usd=0.5),
            RoleCost(role="writer", model="b:y", calls=1, input_tokens=1, output_tokens=1, usd=0.5),
        ),
    )
    assert [(row.role, row.model, row.answered) for row in figures.table()] == [
        ("planner", "a:x", False),
        ("planner", "rule", True),
        ("writer", "a:x", False),
        ("writer", "b:y", True),
        ("critic", "rule", True),
    ]
    assert RunFigures().table() == ()


def test_a_mode_may_have_limits_of_its_own() -> None:
    team = load("research")
    assert team.limits_of("quick") == team.limits
    longer = team.limits_of("deep").maximum_s
    assert team.limits.maximum_s is not None
    assert longer is not None
    assert longer > team.limits.maximum_s

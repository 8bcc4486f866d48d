from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from kasen.errors import InputError
from kasen.form import MARKS
from kasen.server.mcp.offered import (
    PATH,
    AnswerGiven,
    TeamGiven,
    checked,
    public_teams,
    schema_of,
    split,
    tools,
)
from kasen.server.mcp.said import Said
from kasen.team import load

MARKS_OF_FIELDS = ("file", "many", "folder", "forms", "words", "pauses", "on_terminal", "address", "writes", *MARKS)
TEAMS = [team.name for team in public_teams()]


def test_each_public_team_is_a_tool_and_two_are_about_runs() -> None:
    found = {tool.name: tool for tool in tools(Said.model_json_schema())}
    assert list(found) == [*TEAMS, "answer", "continue"]
    assert "echo" not in found
    for team in map(load, TEAMS):
        assert found[team.name].description.startswith(team.summary)  # type: ignore[union-attr]
    for tool in found.values():
        Draft202012Validator.check_schema(tool.input_schema)
        Draft202012Validator.check_schema(tool.output_schema)
        assert tool.input_schema["type"] == "object"


@pytest.mark.parametrize("name", TEAMS)
def test_the_schema_of_a_team_is_plain_and_has_a_mode_and_a_budget(name: str) -> None:
    team = load(name)
    schema = schema_of(name)
    fields = schema["properties"]
    assert fields["mode"]["enum"] == list(team.known_modes)
    assert {"budget_usd", "budget_seconds", "preset", "local_only", "continues", "wait_seconds"} <= fields.keys()
    assert not any(mark in field for field in fields.values() for mark in MARKS_OF_FIELDS)
    assert set(schema["required"]) <= fields.keys()
    assert schema["additionalProperties"] is False


def test_files_are_paths_and_their_marks_are_no_patterns() -> None:
    resume = schema_of("resume")["properties"]
    assert PATH in resume["resume"]["description"]
    assert "pattern" not in resume["accept"]
    assert "write" not in resume  # nobody but its owner writes into a file of theirs


def test_what_is_null_is_left_out_and_the_rest_is_divided() -> None:
    request, beside = split(load("research"), {"question": "宇治", "kb": None, "mode": None, "budget_usd": 0.5})
    assert request == {"question": "宇治"}
    assert (beside.mode, beside.budget_usd) == (None, 0.5)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"colour": 1}, "`colour`: is no argument of this tool"),
        ({"budget_usd": "much"}, "`budget_usd`: must be a valid number"),
        ({"budget_seconds": 0}, "`budget_seconds`: "),
        ({"wait_seconds": -1}, "`wait_seconds`: "),
        ({"local_only": []}, "`local_only`: must be a valid boolean"),
    ],
)
def test_what_cannot_be_meant_is_named(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError) as told:
        split(load("research"), {"question": "x", **arguments})
    assert str(told.value).startswith(said)


def test_writing_into_a_file_is_no_argument() -> None:
    with pytest.raises(InputError, match="`write`: is no argument"):
        split(load("resume"), {"resume": "/cv.md", "write": True})


def test_arguments_about_runs_are_checked() -> None:
    with pytest.raises(InputError, match="`run`: is missing"):
        checked(AnswerGiven, {"answer": 1})
    with pytest.raises(InputError, match="`x`: is no argument of this tool"):
        checked(TeamGiven, {"x": 1})

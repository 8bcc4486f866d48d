"""Every role that a team names is asked with a prompt that was read as a whole: its text is kept in `asked`."""

from __future__ import annotations

from pathlib import Path

import pytest

from kasen.team import load, load_object
from kasen.teams import code

HERE = Path(__file__).parent
READ = ("research", "slides", "resume", "desk")


def kept(team: str) -> set[str]:
    """Prompts whose text is kept, whatever the language."""
    return {file.name.partition(".")[0] for file in (HERE / team / "asked").glob("*.md")}


@pytest.mark.parametrize("team", READ)
def test_the_prompt_of_every_role_is_kept_as_it_was_reviewed(team: str) -> None:
    roles = [load_object(reference) for reference in load(team).roles]
    assert roles
    assert sorted(role.name for role in roles if role.prompt_name not in kept(team)) == []


def test_every_turn_of_an_agent_is_kept_as_it_was_reviewed() -> None:
    turns = {file.stem for file in (Path(code.__file__).parent / "prompts" / "turns").glob("*.md")}
    assert turns
    assert turns <= kept("code")


def test_no_team_is_left_out_but_the_one_that_shows_how_teams_are_made() -> None:
    folders = {file.parent.name for file in Path(code.__file__).parents[1].glob("*/team.py")}
    assert folders == {*READ, "code", "echo"}

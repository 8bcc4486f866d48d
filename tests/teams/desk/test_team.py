from __future__ import annotations

from pathlib import Path

from kasen.team import load, load_object
from kasen.teams import desk
from kasen.teams.desk.team import TEAM


def test_the_desk_is_run_by_name_and_not_advertised() -> None:
    assert TEAM.internal
    assert load("desk") is TEAM
    assert TEAM.mode(None) == "talk"


def test_its_role_is_a_node_with_a_prompt_of_its_name() -> None:
    folder = Path(desk.__path__[0])
    assert [load_object(one).name for one in TEAM.roles] == ["coordinator"]
    assert (folder / "nodes" / "coordinator.py").is_file()
    assert (folder / "prompts" / "coordinator.md").is_file()


def test_the_page_of_the_team_names_files_that_are_there() -> None:
    folder = Path(desk.__path__[0])
    words = (folder / "README.md").read_text(encoding="utf-8").split()
    named = [word.strip("`,") for word in words if word.startswith("`")]
    named = [name for name in named if name.endswith((".py", "/"))]
    assert len(named) >= 5
    assert [name for name in named if not (folder / name).exists()] == []

from __future__ import annotations

from pathlib import Path

from kasen.teams import echo
from kasen.teams.echo.team import TEAM


def test_echo_is_run_by_name_and_not_advertised() -> None:
    assert TEAM.internal
    assert TEAM.mode(None) == "echo"


def test_every_role_is_a_node_with_a_prompt_of_its_name() -> None:
    folder = Path(echo.__path__[0])
    for reference in TEAM.roles:
        module, _, constant = reference.partition(":")
        name = module.rpartition(".")[2]
        assert constant == name.upper()
        assert (folder / "nodes" / f"{name}.py").is_file()
        assert (folder / "prompts" / f"{name}.md").is_file()


def test_the_page_of_the_team_names_files_that_are_there() -> None:
    folder = Path(echo.__path__[0])
    text = (folder / "README.md").read_text(encoding="utf-8")
    named = [
        word.strip("`") for word in text.split() if word.startswith("`") and word.strip("`").endswith((".py", "/"))
    ]
    assert len(named) >= 4
    assert [name for name in named if not (folder / name).exists()] == []

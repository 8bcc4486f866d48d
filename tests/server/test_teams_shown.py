from __future__ import annotations

import pytest

from kasen.errors import UnknownName
from kasen.runtime.graphs import graph_of
from kasen.server.teams_shown import GraphShown, public_team, team_brief, team_shown
from kasen.team import load, names


@pytest.mark.parametrize("name", names())
def test_every_team_can_be_shown(name: str) -> None:
    shown = team_shown(name)
    assert shown.argument in {"", *shown.request["properties"]}
    assert set(shown.files) <= set(shown.request["properties"])
    assert shown.default_mode in shown.modes
    assert team_brief(load(name)).modes == shown.modes == [mode.name for mode in shown.about_modes]


def test_pauses_are_those_that_the_schema_marks() -> None:
    found = {name: team_shown(name).pauses for name in ("echo", "research", "slides", "resume")}
    assert found == {
        "echo": ["parts"],
        "research": ["plan", "draft"],
        "slides": ["plan", "outline"],
        "resume": ["edits"],
    }


@pytest.mark.parametrize("name", ["", "..", "os.path", "no such", "kasen/teams", "９９"])
def test_what_names_no_team_is_refused_before_anything_is_looked_for(name: str) -> None:
    with pytest.raises(UnknownName):
        public_team(name)


def test_a_graph_is_shown_with_its_team_and_mode() -> None:
    shown = GraphShown.of(load("echo"), "echo", graph_of(load("echo")))
    assert (shown.team, shown.mode, shown.nodes[0].id) == ("echo", "echo", "__start__")

"""The pictures in the README of the team are those of its graphs."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from kasen.team import load, load_object

README = (Path(load_object.__code__.co_filename).parent / "teams" / "research" / "README.md").read_text(
    encoding="utf-8"
)
SECTIONS = dict(re.findall(r"^## `([\w-]+)`\n(.*?)(?=^## |\Z)", README, re.MULTILINE | re.DOTALL))
ENDS = {"start((request))": "__start__", "out((result))": "__end__"}
ARROW = re.compile(r"\s+(?:-->|-- (?:\"[^\"]*\"|\w+) -->)\s+")
TEAM = load("research")


def drawn(picture: str) -> set[tuple[str, str]]:
    """The arrows of a picture."""
    found = set()
    for line in picture.strip().splitlines()[1:]:
        stops = [[ENDS.get(name, name) for name in stop.strip().split(" & ")] for stop in ARROW.split(line.strip())]
        found |= {(one, other) for here, there in pairwise(stops) for one in here for other in there}
    return found


def built(mode: str) -> set[tuple[str, str]]:
    """The arrows of a graph, those that its nodes choose among them."""
    graph = load_object(TEAM.modes[mode])()
    chosen = {(name, end) for name, node in graph.nodes.items() for end in node.ends or ()}
    joined = {(start, end) for starts, end in graph.waiting_edges for start in starts}
    return set(graph.edges) | chosen | joined


def test_every_mode_has_its_section_and_no_other() -> None:
    assert set(SECTIONS) == set(TEAM.modes)


@pytest.mark.parametrize("mode", TEAM.modes)
def test_the_picture_of_a_mode_shows_its_arrows_and_no_others(mode: str) -> None:
    [picture] = re.findall(r"```mermaid\n(.*?)```", SECTIONS[mode], re.DOTALL)
    assert drawn(picture) == built(mode)


def test_every_role_of_the_team_is_told_of() -> None:
    roles = {load_object(path).name for path in TEAM.roles}
    assert {role for role in roles if role not in README} == set()

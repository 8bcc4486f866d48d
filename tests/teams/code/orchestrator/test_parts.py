from __future__ import annotations

import inspect

from kasen.teams.code.orchestrator.parts import Acceptance, Agents, Own
from kasen.teams.code.watchdog.crew import Crew


def names(of: type) -> set[str]:
    return {name for name, _ in inspect.getmembers(of, inspect.isfunction) if not name.startswith("_")}


def test_the_teams_own_parts_can_all_that_the_loop_asks_for() -> None:
    own = Own()
    for name in names(Acceptance):
        wanted = list(inspect.signature(getattr(Acceptance, name)).parameters)[1:]
        assert list(inspect.signature(getattr(own, name)).parameters) == wanted, name


def test_the_crew_of_processes_can_all_that_the_loop_asks_for() -> None:
    for name in names(Agents):
        wanted = list(inspect.signature(getattr(Agents, name)).parameters)
        assert list(inspect.signature(getattr(Crew, name)).parameters) == wanted, name

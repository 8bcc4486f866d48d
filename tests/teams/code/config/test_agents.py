from __future__ import annotations

import pytest

from kasen.errors import ConfigurationError
from kasen.teams.code.config.agents import agents_of
from kasen.teams.code.config.lined import Lined
from kasen.teams.code.config.loading import default
from kasen.teams.code.reservations import most_specific
from teams.code.config.written import changed, five_phases, text_of


def test_each_role_has_its_agents_and_files_their_owner() -> None:
    found = agents_of(Lined("agents.yaml", text_of("agents.yaml")), five_phases())
    assert [agent.type for agent in found.of("impl-frontend")] == ["codex"]
    handles = {agent.role: agent.handles for agent in found.agents if agent.handles}
    paths = ["src/frontend/a.tsx", "src/backend/a.py", "docs/a.md", "src/frontend/x.test.ts", "a.test.py", "Makefile"]
    owners = ["impl-frontend", "impl-backend", "impl-document", "impl-test", "impl-test", "impl-backend"]
    assert [most_specific(handles, path) for path in paths] == owners


WRONG = {
    ("id: impl-backend-1", "id: impl-frontend-1"): r"agents.yaml:15: there is an agent `impl-frontend-1` already",
    (
        "phase: implementation",
        "phase: implementtion",
    ): r"agents.yaml:12: phase `implementtion` does not exist. Did you mean",
    (
        "type: codex",
        "type: codx",
    ): r"agents.yaml:8: `agents.5.type`: `codx` is none of claude-code, codex, command, team:NAME$",
    (
        'handles: ["docs/**"]',
        'handles: ["../docs"]',
    ): r"agents.yaml:2\d: `agents.8`: `../docs` does not name",
    ("role: planner", "role: planer"): r"agents.yaml:2: the workflow needs the role `planner`, and no agent has it",
    ("type: codex\n    role: impl-frontend", "type: command\n    role: impl-frontend"): r"`command` is for the type",
    ("role: reviewer, phase: persistent", "role: reviewer, phase: planning"): r"is persistent in one file and not in",
    (
        "policy: policies/frontend.md",
        "policy: policies/frontend.md\n    env: [A B]",
    ): r"agents.yaml:1\d: `agents.6.env.0`",
    ("id: planner-1", "id: ../planner"): r"agents.yaml:7: `agents.4.id`",
}


@pytest.mark.parametrize(("change", "message"), WRONG.items(), ids=range(len(WRONG)))
def test_agents_that_cannot_be_meant_are_said_with_their_line(change: tuple[str, str], message: str) -> None:
    with pytest.raises(ConfigurationError, match=message):
        agents_of(changed("agents.yaml", *change), five_phases())


def test_the_web_is_for_those_that_only_look_and_whose_program_has_it() -> None:
    found = agents_of(changed("agents.yaml", "role: planner,", "role: planner, web: true,"), five_phases())
    assert [agent.id for agent in found.of("planner") if agent.web] == ["planner-1"]
    with pytest.raises(ConfigurationError, match=r"agents.yaml:\d+: agent `impl-frontend-1` writes files"):
        agents_of(
            changed("agents.yaml", "role: impl-frontend\n", "role: impl-frontend\n    web: true\n"), five_phases()
        )
    with pytest.raises(ConfigurationError, match="`web` is for claude-code and codex"):
        agents_of(
            changed(
                "agents.yaml", "type: claude-code, role: planner,", 'type: "team:research", role: planner, web: true,'
            ),
            five_phases(),
        )


def test_the_researchers_of_the_five_phases_look_on_the_web_and_nobody_else_does() -> None:
    assert [one.role for one in default("five-phase").agents.agents if one.web] == [
        "researcher-market",
        "researcher-paper",
        "researcher-competitor",
    ]
    assert not [one for one in default("pair").agents.agents if one.web]

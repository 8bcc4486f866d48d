"""The policies of the default workflows say what the orchestrator counts on."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from kasen.teams.code.config.loading import DEFAULTS, default
from kasen.teams.code.schemas import answers

FIELDS = {
    field
    for one in (
        answers.Done,
        answers.Mended,
        answers.Plan,
        answers.PlannedTask,
        answers.Reviewed,
        answers.Defect,
        answers.Ruled,
    )
    for field in one.model_fields
} | {"critical", "major"}
POLICIES = [
    pytest.param(agent.role, config.policies[agent.id], id=f"{name}-{agent.id}")
    for name in DEFAULTS
    for config in [default(name)]
    for agent in config.agents.agents
]


def reviews(role: str) -> bool:
    return role == "reviewer" or role.startswith("reviewer-") or role.endswith("-reviewer")


@pytest.mark.parametrize("name", DEFAULTS)
def test_every_policy_is_somebodys(name: str) -> None:
    folder = files("kasen.teams.code.defaults") / name
    written = {f"policies/{one.name}" for one in (folder / "policies").iterdir()}
    assert written == {agent.policy for agent in default(name).agents.agents}


@pytest.mark.parametrize(("role", "policy"), POLICIES)
def test_a_policy_is_short_and_says_what_the_role_does_not(role: str, policy: str) -> None:
    assert policy.startswith("# ")
    assert 150 <= len(policy.split()) <= 400
    headings = re.findall(r"^## (.+)$", policy, re.MULTILINE)
    assert "Does not" in headings
    assert len(headings) >= 3


@pytest.mark.parametrize(("role", "policy"), [one for one in POLICIES if reviews(str(one.values[0]))])
def test_a_reviewer_knows_what_passes_and_what_blocks(role: str, policy: str) -> None:
    for word in ("**PASS**", "**FAIL**", "**NO_VERDICT**", "`file`", "`non_blocking`", "Change files"):
        assert word in policy


@pytest.mark.parametrize(
    ("role", "policy"), [one for one in POLICIES if str(one.values[0]).startswith(("impl-", "coder"))]
)
def test_who_builds_stays_in_its_files_and_is_honest(role: str, policy: str) -> None:
    for words in ("Leave the files of its task", "Push, merge", "secrets", "failures too", "not there", "it refutes"):
        assert words in policy


@pytest.mark.parametrize(("role", "policy"), POLICIES)
def test_fields_that_a_policy_names_are_fields_of_an_answer(role: str, policy: str) -> None:
    named = set(re.findall(r"`([a-z]+(?:_[a-z]+)*)`", policy))
    assert named - FIELDS == set()

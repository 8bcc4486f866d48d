from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest
from pydantic import BaseModel

from kasen.models.role import Role
from kasen.team import Team
from kasen.testing.prompts import check_prompts


class Plan(BaseModel):
    title: str = ""


def rule(topic: str, lang: str) -> Plan:
    return Plan(title=topic + lang)


@pytest.fixture
def team_of(package_of: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Team]:
    """A team whose package holds these prompts and whose roles are made from the package's name."""

    def make(roles: Callable[[str], list[Any]], **prompts: str) -> Team:
        package = package_of(**prompts)
        module = ModuleType(f"{package}.roles")
        made = roles(package)
        module.__dict__.update({f"R{n}": role for n, role in enumerate(made)})
        monkeypatch.setitem(sys.modules, module.__name__, module)
        return Team(
            name="test",
            summary="",
            summary_ja="",
            request=f"{package}.schemas:Request",
            result=f"{package}.schemas:Result",
            modes={},
            default_mode="",
            roles=tuple(f"{module.__name__}:R{n}" for n in range(len(made))),
        )

    return make


def planner(package: str) -> Role[Plan]:
    return Role(name="planner", package=package, reply=Plan, rule=rule)


GOOD = '{{ topic }} {% include "partials/language.md" %}{% include "own.md" %}'


def test_a_team_whose_prompts_fit_has_no_faults(team_of: Callable[..., Team]) -> None:
    check = check_prompts(team_of(lambda package: [planner(package)], planner=GOOD, own="text"))
    assert check.faults == []
    assert len(check.looked) == 1


@pytest.mark.parametrize(
    ("prompts", "fault"),
    [
        ({"planner": GOOD, "own": "x", "forgotten": "y"}, r"no role uses `package_\d+/prompts/forgotten\.md`"),
        ({"planner": "{{ topic }}"}, r"takes \['topic'\], the rule of `planner` takes \['lang', 'topic'\]"),
        ({"planner": "{{ topic }}{{ lang }}{{ more }}"}, r"takes \['lang', 'more', 'topic'\]"),
        ({"other": "x"}, r"there is no file `planner\.md`"),
        ({"planner": "{% if %}"}, "is broken"),
    ],
)
def test_each_misfit_is_named(team_of: Callable[..., Team], prompts: dict[str, str], fault: str) -> None:
    found = check_prompts(team_of(lambda package: [planner(package)], **prompts)).faults
    assert any(re.search(fault, one) for one in found), found


def test_a_role_may_use_another_prompt_and_what_is_no_role_is_named(team_of: Callable[..., Team]) -> None:
    check = check_prompts(
        team_of(lambda package: [replace(planner(package), prompt="p"), "text"], p="{{ topic }}{{ lang }}")
    )
    assert [fault.split("`")[2] for fault in check.faults] == [" is not a Role"]


def test_a_team_without_roles_still_has_its_files_looked_at(team_of: Callable[..., Team]) -> None:
    check = check_prompts(team_of(lambda _: [], planner="x"))
    assert check.looked == []
    assert len(check.faults) == 1

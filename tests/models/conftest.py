from __future__ import annotations

from collections.abc import Callable

import pytest
from pydantic import BaseModel

from kasen.models.role import Role


class Plan(BaseModel):
    title: str
    steps: list[str] = []
    weight: float = 1.0


@pytest.fixture
def planner(package_of: Callable[..., str]) -> Role[Plan]:
    """A role with one variable, whose rule makes a plan of one step."""

    def rule(topic: str) -> Plan:
        return Plan(title=f"rule: {topic}", steps=[topic])

    return Role(
        name="planner", package=package_of(planner="Plan 「{{ topic }}」."), reply=Plan, rule=rule, shows="title"
    )

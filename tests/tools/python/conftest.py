from __future__ import annotations

from collections.abc import Iterator

import pytest

from kasen.tools.python.sandbox import available
from tools.python.people import NotHere, Person, person


@pytest.fixture(scope="session")
def root() -> Iterator[Person]:
    yield from _somebody("root")


@pytest.fixture(scope="session")
def user() -> Iterator[Person]:
    yield from _somebody("user")


@pytest.fixture(params=["root", "user"])
def anybody(request: pytest.FixtureRequest) -> Person:
    """Root of the machine, then an ordinary user."""
    found: Person = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def sandboxed() -> None:
    """Skips where there is no sandbox, with the reason that `kasen doctor` gives."""
    problem = available()
    assert "interpreter" not in problem, problem
    if problem:
        pytest.skip(problem)


def _somebody(who: str) -> Iterator[Person]:
    try:
        with person(who) as found:
            yield found
    except NotHere as why:
        pytest.skip(str(why))

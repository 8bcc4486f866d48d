from __future__ import annotations

from pathlib import Path

import pytest

from kasen.errors import Fenced, InputError, KasenError, Refused, Stopped, StoreFailed
from kasen.teams.slides.research.asking import AT_ONCE, asked
from kasen.teams.slides.schemas.outputs import ResearchTask
from kasen.teams.slides.schemas.request import Request
from kasen.testing.deps import fake_deps
from kasen.testing.teams import FakeTeam, research_answer

REQUEST = Request(wish="tea", docs=[Path("/docs")], kb=["mine"])


def tasks(count: int) -> list[ResearchTask]:
    return [ResearchTask(id=f"R{n}", question=f"q{n}") for n in range(1, count + 1)]


async def test_questions_are_asked_at_once_but_only_so_many() -> None:
    team = FakeTeam(research_answer())
    outcomes = await asked(fake_deps(team=team), REQUEST, "ja", tasks(6))
    assert [outcome.task.id for outcome in outcomes] == ["R1", "R2", "R3", "R4", "R5", "R6"]
    assert team.at_once == AT_ONCE
    assert team.asked[0] == {
        "team": "research",
        "role": "researcher",
        "mode": "quick",
        "request": {"question": "q1", "docs": ["/docs"], "kb": ["mine"], "lang": "ja", "length": "short"},
    }


@pytest.mark.parametrize("error", [Refused("gone"), InputError("no such folder"), KasenError("odd")])
async def test_a_question_that_fails_is_an_outcome(error: KasenError) -> None:
    team = FakeTeam(lambda request: error if request["question"] == "q2" else research_answer())
    outcomes = await asked(fake_deps(team=team), REQUEST, "en", tasks(3))
    assert [outcome.error for outcome in outcomes] == ["", str(error), ""]
    assert outcomes[1].answer is None


@pytest.mark.parametrize("error", [Stopped("stop"), Fenced("late"), StoreFailed("disk full"), ZeroDivisionError()])
async def test_what_ends_this_run_is_raised_when_the_others_are_done(error: Exception) -> None:
    team = FakeTeam(lambda request: error if request["question"] == "q1" else research_answer())
    with pytest.raises(type(error)):
        await asked(fake_deps(team=team), REQUEST, "en", tasks(6))
    assert len(team.asked) == 6

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from langgraph.runtime import Runtime

from kasen.teams.resume.nodes.approve_edits import _question, approve_edits
from kasen.teams.resume.patch import Edit, composed
from kasen.teams.resume.schemas.feedback import Scored
from kasen.teams.resume.schemas.request import Request
from kasen.teams.resume.schemas.result import Comparison
from kasen.testing.deps import FakeDeps, fake_deps
from teams.resume.bench import BETTER, ENGLISH, WEAK
from teams.resume.scenes import improved_ja

AT = ENGLISH.index(WEAK)
CHANGES = composed(ENGLISH, [], [Edit(AT, AT + len(WEAK), BETTER, "1R1", 1, "one:m")])


def state(accept: str, *, preferred: str = "revision", **more: Any) -> Any:
    given = {
        "request": Request(resume="/x/cv.qmd", accept=accept),
        "versions": [[], CHANGES],
        "best": 2,
        "history": [Scored(iteration=n, score=7.0, judged=True) for n in (1, 2)],
        "comparison": Comparison(preferred=preferred),
        "stopped": "plateau",
        "feedback": [],
    }
    return {**given, **more}


async def states(given: Any, deps: FakeDeps | None = None) -> list[str]:
    found = await approve_edits(given, Runtime(context=deps or fake_deps()))
    return [one.state for one in found["decisions"]]


@pytest.mark.parametrize(
    ("accept", "preferred", "expected"),
    [
        ("none", "revision", "open"),
        ("all", "revision", "accepted"),
        ("all", "original", "open"),
        ("ask", "revision", "accepted"),
        ("ask", "original", "rejected"),
    ],
)
async def test_what_becomes_of_the_edits(accept: str, preferred: str, expected: str) -> None:
    assert await states(state(accept, preferred=preferred)) == [expected]


async def test_without_edits_nobody_is_asked() -> None:
    deps = fake_deps()
    assert await states(state("ask", versions=[[]], best=1), deps) == []
    assert deps.approve.asked == []


async def test_a_person_is_told_when_the_comparison_preferred_the_original() -> None:
    deps = fake_deps()
    await states(state("ask", preferred="original"), deps)
    assert deps.approve.asked[0]["question"].startswith("The comparison preferred the original.")
    assert deps.approve.asked[0]["default"] == {"accept": []}


async def test_edits_of_an_earlier_review_are_taken_by_their_ids() -> None:
    prior = improved_ja()
    first = prior.changes[0].id
    request = Request(resume=str(Path("/x/cv.qmd")), accept=first)
    found = await states({"request": request, "prior": prior, "taken": [first], "edited": {}})
    assert found == ["accepted", *["rejected"] * (len(prior.changes) - 1)]


@pytest.mark.parametrize(
    ("lang", "count", "said"),
    [
        ("en", 1, "Do you take the one edit over?"),
        ("en", 2, "Which of the 2 edits do you take over?"),
        ("ja", 1, "1 件の修正を採り入れますか。"),
        ("ja", 2, "2 件の修正のうち、どれを採り入れますか。"),
    ],
)
def test_one_edit_is_asked_about_as_one(lang: str, count: int, said: str) -> None:
    assert _question(count, "improved", lang) == said
    assert _question(count, "no_gain", lang).endswith(said)

from __future__ import annotations

from typing import Any

import pytest

from kasen.errors import Paused
from kasen.teams.slides.nodes.clarify import MOST, clarify
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.deps import ScriptedApprovals as Approvals
from teams.slides.nodes.stating import runtime


async def answered(answer: Any = None, **more: Any) -> tuple[list[str], FakeDeps]:
    deps = fake_deps(answers={} if answer is None else {"clarify": answer})
    given: Any = {"question": "Which tea?", "options": ["Green", "Black"], **more}
    return (await clarify(given, runtime(deps)))["answers"], deps


async def test_the_answer_is_kept_with_its_question_on_one_line() -> None:
    assert (await answered({"answer": " Only\n sencha "}))[0] == ["Which tea? → Only sencha"]
    assert (await answered({"answer": "煎茶だけ"}, question="どのお茶ですか。"))[0] == ["どのお茶ですか。 → 煎茶だけ"]


@pytest.mark.parametrize("answer", [None, {}, {"answer": ""}, {"answer": " \n　"}])
async def test_no_answer_means_go_on(answer: Any) -> None:
    assert (await answered(answer))[0] == []


async def test_the_person_is_asked_once_with_what_is_likely() -> None:
    _, deps = await answered()
    (asked,) = deps.approve.asked
    assert (asked["name"], asked["question"], asked["shown"]) == ("clarify", "Which tea?", ["Green", "Black"])
    assert asked["schema"]["properties"]["answer"]["maxLength"] == MOST


@pytest.mark.parametrize("options", [{}, {"options": []}])
async def test_a_question_without_likely_answers_shows_none(options: dict[str, Any]) -> None:
    deps = fake_deps()
    given: Any = {"question": "Which tea?", **options}
    await clarify(given, runtime(deps))
    assert deps.approve.asked[0]["shown"] is None


async def test_while_nobody_answers_nothing_is_made_up() -> None:
    deps = fake_deps()
    waiting = Approvals(waits=frozenset({"clarify"}))
    object.__setattr__(deps, "approve", waiting)
    given: Any = {"question": "Which tea?"}
    with pytest.raises(Paused):
        await clarify(given, runtime(deps))
    assert len(waiting.asked) == 1

from __future__ import annotations

from typing import Any

import pytest
from langgraph.runtime import Runtime

from kasen.errors import Refused
from kasen.models.provider import ModelRequest
from kasen.teams.resume.nodes.judge import JUDGE, judge
from kasen.teams.resume.patch import Edit, applied, composed
from kasen.teams.resume.schemas.feedback import Scored
from kasen.testing.deps import fake_deps
from kasen.testing.scripted import ScriptedModel
from teams.resume.bench import BETTER, ENGLISH, WEAK, prefers


def state(*, judged: bool = True, by: str = "one:m", best: int = 2) -> Any:
    at = ENGLISH.index(WEAK)
    changes = composed(ENGLISH, [], [Edit(at, at + len(WEAK), BETTER, "1R1", 1, by)])
    return {
        "qmd_content": ENGLISH,
        "lang": "en",
        "hidden": [],
        "target_role": "Backend engineer",
        "job_posting_content": "",
        "best": best,
        "versions": [[], changes],
        "texts": [ENGLISH, applied(ENGLISH, changes)],
        "history": [Scored(iteration=n, score=7.0, judged=judged) for n in (1, 2)],
    }


async def compared(said: Any, given: Any) -> Any:
    deps = fake_deps(model=ScriptedModel(said, id="two:m"))
    return (await judge(given, Runtime(context=deps)))["comparison"]


async def test_both_orders_are_asked_without_labels_and_without_names() -> None:
    model = ScriptedModel(prefers(BETTER), id="two:m")
    await judge(state(), Runtime(context=fake_deps(model=model)))
    assert len(model.requests) == 2
    orders = [request.prompt.index(BETTER) < request.prompt.index(WEAK) for request in model.requests]
    assert sorted(orders) == [False, True]
    for request in model.requests:
        assert "Sample Person" not in request.prompt
        assert not {"original", "revision", "revised", "score"} & set(request.prompt.lower().split())


@pytest.mark.parametrize(
    ("said", "preferred"),
    [
        (prefers(BETTER), "revision"),
        (prefers(WEAK), "original"),
        (lambda _: {"better": "tie"}, "original"),
        (lambda _: {"better": "A"}, "original"),
        (lambda _: {"better": "B"}, "original"),
        (lambda _: Refused("gone"), "nobody"),
        (lambda _: "the second one", "nobody"),
    ],
)
async def test_the_revision_has_to_win_in_both_orders(said: Any, preferred: str) -> None:
    assert (await compared(said, state())).preferred == preferred


async def test_one_order_without_an_answer_is_no_win() -> None:
    def half(request: ModelRequest) -> Any:
        first = request.prompt.index(BETTER) < request.prompt.index(WEAK)
        return prefers(BETTER)(request) if first else Refused("gone")

    assert (await compared(half, state())).preferred == "nobody"


async def test_it_is_said_when_judge_and_revisor_are_of_one_vendor() -> None:
    assert (await compared(prefers(BETTER), state(by="two:other"))).same_vendor
    assert not (await compared(prefers(BETTER), state(by="one:m"))).same_vendor


async def test_whoever_revised_first_is_still_a_revisor_when_another_went_over_the_same_words() -> None:
    given = state(by="one:m", best=3)
    [first] = given["versions"][1]
    given["versions"].append([first.model_copy(update={"by": "three:m"})])
    given["texts"].append(given["texts"][1])
    given["history"].append(Scored(iteration=3, score=7.5, judged=True))
    assert not (await compared(prefers(BETTER), given)).same_vendor
    given["versions"][1] = [first.model_copy(update={"by": "two:other"})]
    assert (await compared(prefers(BETTER), given)).same_vendor


async def test_another_vendor_than_the_revisors_is_asked_first() -> None:
    seen: list[Any] = []
    deps = fake_deps(model=ScriptedModel(prefers(BETTER)))
    plain = deps.ask.__call__

    class Heard:
        async def __call__(self, role: Any, /, **given: Any) -> Any:
            seen.append((role is JUDGE, given["avoid"]))
            return await plain(role, **given)

    import dataclasses

    await judge(state(by="google:g"), Runtime(context=dataclasses.replace(deps, ask=Heard())))  # type: ignore[arg-type]
    assert seen == [(True, {"google"})] * 2


@pytest.mark.parametrize("given", [state(judged=False), state(best=1)])
async def test_nobody_is_asked_where_there_is_nothing_to_compare(given: Any) -> None:
    model = ScriptedModel([])
    assert (await judge(given, Runtime(context=fake_deps(model=model))))["comparison"] is None
    assert model.requests == []

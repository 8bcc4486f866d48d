from __future__ import annotations

from collections.abc import AsyncIterator
from types import ModuleType
from typing import Any

import pytest
from sqlalchemy import select

from kasen.errors import InputError, UnknownName, UsageError
from kasen.runtime import follow_up
from kasen.runtime.evidence import evidence_of
from kasen.runtime.request import parse_request
from kasen.runtime.rows import Options, RunRow
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.runtime.tables import EARLIER


@pytest.fixture
async def runner(store: Store, people: ModuleType) -> AsyncIterator[Runner]:
    runner = Runner(store, people.host(store.home))
    yield runner
    await runner.close(grace_s=0)


async def ran(runner: Runner, request: Any, mode: str | None = None, **options: Any) -> RunRow:
    run_id = await runner.start("people", request, mode=mode, options=Options(**options))
    return await runner.wait(run_id)


async def test_a_follow_up_knows_what_was_asked_and_found_and_may_cite_it(runner: Runner) -> None:
    first = await ran(runner, {"question": "tea in Uji"})
    second = await ran(runner, {"question": "and since when was that?"}, continues=first.id[:20])
    assert second.result == {
        "text": "and since when was that?",
        "quotes": ["About tea in Uji."],
        "after": "tea in Uji: tea in Uji",
    }
    assert second.options.continues == first.id
    texts = {passage.text for passage, _ in await evidence_of(runner.store, second.id)}
    assert texts == {"About tea in Uji.", "About and since when was that?."}
    events = await runner.store.events(second.id)
    assert [event.type for event in events[:3]] == ["run_started", "source", "node_started"]


async def test_what_the_request_does_not_say_is_that_of_the_earlier_run(runner: Runner, people: ModuleType) -> None:
    asked = {"question": "お茶", "docs": ["a", "b"], "domains": ["example.org"], "turns": 2}
    first = await ran(runner, asked, mode="other", thread="t1")
    plain = await ran(runner, {"question": "2023?"}, continues=first.id)
    assert plain.request == {**first.request, "question": "2023?"}
    assert (plain.mode, plain.lang, plain.options.thread) == ("other", "ja", "t1")
    assert plain.options.mode_why == f"{first.id} の続き"
    typed = people.Topic(question="what about the coffee there", docs=["c"], turns=1)
    given = await ran(runner, typed, mode="auto", continues=first.id, thread="t2")
    assert (given.request["docs"], given.request["domains"], given.request["turns"]) == (["c"], ["example.org"], 1)
    assert (given.mode, given.lang, given.options.thread) == ("talk", "en", "t2")
    assert given.options.mode_why == f"follow-up of {first.id}; auto: two things are compared"


@pytest.mark.parametrize(
    ("before", "question", "said", "lang"),
    [
        ("ja", "PFAS 2024?", "auto", "ja"),
        ("ja", "and what of Germany", "auto", "en"),
        ("en", "ドイツは？", "auto", "ja"),
        ("en", "2024?", "auto", "en"),
        ("en", "2024?", "ja", "ja"),
        ("ja", "お茶", "en", "en"),
    ],
)
def test_a_follow_up_speaks_the_language_it_is_written_in_or_that_of_the_earlier_run(
    people: ModuleType, before: str, question: str, said: str, lang: str
) -> None:
    fields: dict[str, Any] = {"lang": before}
    row = RunRow.model_construct(**fields)
    request = parse_request(people.TEAM, {"question": question, "lang": said})
    assert follow_up.language(row, request) == lang


async def test_a_follow_up_of_a_follow_up_may_cite_both(runner: Runner) -> None:
    first = await ran(runner, {"question": "one"})
    second = await ran(runner, {"question": "two"}, continues=first.id)
    third = await ran(runner, {"question": "three"}, continues=second.id)
    assert third.result is not None
    assert sorted(third.result["quotes"]) == ["About one.", "About two."]


async def test_deleting_the_earlier_run_leaves_the_later_one_whole(runner: Runner, people: ModuleType) -> None:
    first = await ran(runner, {"question": "tea in Uji"})
    second = await ran(runner, {"question": "why"}, continues=first.id, interrupt_before=("publisher",))
    assert second.status == "paused"
    await runner.delete(first.id)
    again = Runner(runner.store, people.host(runner.store.home))
    await again.answer(second.id, "before publisher", {})
    await again.continue_(second.id)
    done = await again.wait(second.id)
    assert done.result is not None
    assert (done.result["quotes"], done.result["after"]) == (["About tea in Uji."], "tea in Uji: tea in Uji")
    replayed = await ran(again, done.request, mode=done.mode, continues=first.id, replay_of=done.id)
    assert replayed.result == done.result
    await again.delete(done.id)
    copies = await runner.store.read(lambda c: c.execute(select(EARLIER.c.run_id)).scalars().all())
    assert copies == [replayed.id]


async def test_a_run_that_cannot_be_gone_on_from_is_refused_in_one_sentence(runner: Runner) -> None:
    with pytest.raises(UnknownName, match="no run `NOPE`"):
        await ran(runner, {"question": "x"}, continues="NOPE")
    echo = await runner.start("echo", {"text": "a b"})
    await runner.wait(echo)
    with pytest.raises(UsageError, match="stays within its team"):
        await ran(runner, {"question": "x"}, continues=echo)
    paused = await ran(runner, {"question": "x"}, interrupt_before=("supervisor",))
    with pytest.raises(UsageError, match="is paused and has no result") as caught:
        await ran(runner, {"question": "x"}, continues=paused.id)
    assert caught.value.hint == f"Answer it first: `kasen runs answer {paused.id}`."
    done = await ran(runner, {"question": "x"})
    with pytest.raises(InputError, match="`question`"):
        await ran(runner, {}, continues=done.id)
    assert len(await runner.store.runs()) == 3


async def test_a_run_that_is_deleted_while_its_follow_up_begins_leaves_none(runner: Runner, people: ModuleType) -> None:
    first = await ran(runner, {"question": "one"})
    await runner.delete(first.id)
    row = dict(team="people", mode="talk", title="t", lang="en", request={}, options=Options())  # noqa: C408
    with pytest.raises(UnknownName, match="any more"):
        await runner.store.create(**row, also=lambda c, id: follow_up.record(c, id, people.TEAM, first))  # type: ignore[arg-type]
    assert await runner.store.runs() == []

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from kasen.runtime.appending import append
from kasen.runtime.attempt import Attempt
from kasen.runtime.node import CURRENT, NodeRun
from kasen.runtime.rows import Options
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.runtime.texts import compact
from kasen.testing.scripted import ScriptedModel

NODE = NodeRun(name="writer", task="t1")


@pytest.fixture
async def run_id(store: Store) -> str:
    row = await store.create(team="echo", mode="echo", title="t", lang="en", request={}, options=Options())
    return row.id


async def write(store: Store, run_id: str, *pieces: tuple[str, str]) -> Attempt:
    """A new attempt in which the node writes these pieces (id, words), each at once."""
    attempt = Attempt(store, run_id, await store.claim(run_id))
    token = CURRENT.set(NODE)
    for text_id, words in pieces:
        await attempt.texts.add(text_id, words)
        await attempt.texts.flush(NODE.task)
    CURRENT.reset(token)
    return attempt


async def finish(attempt: Attempt) -> list[tuple[str, str]]:
    """The final texts after the node ended."""

    def job(connection: Any) -> None:
        append(connection, attempt.run_id, attempt.fence, compact(connection, attempt.run_id, NODE.task))

    await attempt.write(job)
    events = [event for event in await attempt.store.events(attempt.run_id) if event.type == "text"]
    assert all(event.final for event in events)
    return [(event.id, event.text) for event in events]


async def test_words_are_stored_as_they_come_and_replaced_by_one_text_at_the_end(store: Store, run_id: str) -> None:
    attempt = await write(store, run_id, ("w-c1-1", "こん"), ("w-c1-1", "にちは"))
    deltas = [event for event in await store.events(run_id) if event.type == "text"]
    assert [(event.text, event.final, event.node) for event in deltas] == [
        ("こん", False, "writer"),
        ("にちは", False, "writer"),
    ]
    assert await finish(attempt) == [("w-c1-1", "こんにちは")]


async def test_words_that_come_quickly_share_an_event(store: Store, run_id: str) -> None:
    attempt = Attempt(store, run_id, await store.claim(run_id))
    token = CURRENT.set(NODE)
    for n in range(500):
        await attempt.texts.add("w-c1-1", f"{n} ")
    await attempt.texts.flush(NODE.task)
    CURRENT.reset(token)
    assert len(await store.events(run_id)) < 100
    assert await finish(attempt) == [("w-c1-1", "".join(f"{n} " for n in range(500)))]


async def test_the_words_of_a_dead_attempt_do_not_stand_twice(store: Store, run_id: str) -> None:
    await write(store, run_id, ("w-c1-1", "half a sen"))
    attempt = await write(store, run_id, ("w-c1-1", "half a sentence, "), ("w-c1-1", "whole"))
    assert await finish(attempt) == [("w-c1-1", "half a sentence, whole")]


async def test_words_whose_answer_a_dead_attempt_had_recorded_stay(store: Store, run_id: str) -> None:
    await write(store, run_id, ("w-c1-1", "said before the crash"))
    attempt = await write(store, run_id, ("w-c2-1", "said after it"))
    assert await finish(attempt) == [("w-c1-1", "said before the crash"), ("w-c2-1", "said after it")]


async def test_of_an_ask_that_is_made_again_only_the_new_calls_stay(store: Store, run_id: str) -> None:
    await write(store, run_id, ("w-c1-1", "malformed"), ("w-c1-2", "repai"))
    attempt = await write(store, run_id, ("w-c1-1", "good"))
    assert await finish(attempt) == [("w-c1-1", "good")]


async def test_the_words_of_a_call_that_failed_are_taken_back_and_only_the_last_call_stays(
    store: Store, run_id: str
) -> None:
    attempt = await write(store, run_id, ("w-c1-1", "malfor"), ("w-c1-1", "med"))
    CURRENT.set(NODE)
    await attempt.texts.add("w-c1-1", "never stored")
    await attempt.texts.close("w-c1-1")
    await attempt.texts.add("w-c1-2", "good")
    await attempt.texts.flush(NODE.task)
    assert await finish(attempt) == [("w-c1-1", ""), ("w-c1-2", "good")]


async def test_words_that_nobody_has_seen_are_taken_back_without_a_word(store: Store, run_id: str) -> None:
    attempt = await write(store, run_id, ("w-c1-0", "x"))
    CURRENT.set(NODE)
    await attempt.texts.add("w-c1-1", "malformed")
    await attempt.texts.close("w-c1-1")
    assert await finish(attempt) == [("w-c1-0", "x")]


async def test_what_a_dead_attempt_took_back_does_not_silence_the_next_one(store: Store, run_id: str) -> None:
    dead = await write(store, run_id, ("w-c1-1", "malformed"))
    CURRENT.set(NODE)
    await dead.texts.close("w-c1-1")
    attempt = await write(store, run_id, ("w-c1-1", "good"))
    assert [text for text in await finish(attempt) if text[1]] == [("w-c1-1", "good")]


async def test_what_a_model_thinks_is_kept_apart_from_what_it_says(store: Store, run_id: str) -> None:
    attempt = Attempt(store, run_id, await store.claim(run_id))
    CURRENT.set(NODE)
    for word in ("まず", "次に"):
        await attempt.texts.add_reasoning("w-c1-1", word)
    await attempt.texts.add("w-c1-1", "答え")
    await attempt.texts.flush(NODE.task)
    assert await finish(attempt) == [("w-c1-1", "答え")]
    thoughts = [event for event in await store.events(run_id) if event.type == "reasoning"]
    assert [(event.text, event.final, event.node) for event in thoughts] == [("まず次に", True, "writer")]


async def test_texts_of_another_node_and_final_ones_are_left_alone(store: Store, run_id: str) -> None:
    attempt = await write(store, run_id, ("w-c1-1", "mine"))
    token = CURRENT.set(NodeRun(name="other", task="t2"))
    await attempt.texts.add("o-c1-1", "another's")
    await attempt.texts.flush("t2")
    await attempt.emit("text", id="draft", text="by rule", final=True)
    CURRENT.reset(token)
    await attempt.write(lambda c: append(c, run_id, attempt.fence, compact(c, run_id, NODE.task)))
    texts = {(e.id, e.final) for e in await store.events(run_id) if e.type == "text"}
    assert texts == {("w-c1-1", True), ("o-c1-1", False), ("draft", True)}


async def test_two_texts_at_once_are_kept_apart(store: Store, run_id: str) -> None:
    attempt = Attempt(store, run_id, await store.claim(run_id))
    CURRENT.set(NODE)

    async def say(text_id: str) -> None:
        for n in range(20):
            await attempt.texts.add(text_id, f"{n}.")
            await asyncio.sleep(0)

    await asyncio.gather(say("a-1"), say("b-1"))
    await attempt.texts.flush(NODE.task)
    whole = "".join(f"{n}." for n in range(20))
    assert sorted(await finish(attempt)) == [("a-1", whole), ("b-1", whole)]


async def test_a_streaming_model_is_seen_while_it_writes_and_once_afterwards(
    runner_with: Callable[..., Runner], scenes: Any
) -> None:
    runner = runner_with(scenes.Streaming())
    text = "one two three four five six seven eight nine ten " * 4
    run_id = await runner.start("echo", {"text": text})
    seen = [event async for event in runner.events(run_id) if event.type == "text"]
    deltas = [event for event in seen if not event.final]
    finals = [event for event in seen if event.final]
    assert deltas, "somebody who looks sees words before the node ends"
    assert text.startswith("".join(event.text for event in deltas))
    assert [event.text for event in finals] == [text]
    kept = [event for event in await runner.store.events(run_id) if event.type == "text"]
    assert kept == finals


async def test_a_model_that_does_not_stream_gives_no_deltas(runner_with: Callable[..., Runner], scenes: Any) -> None:
    runner = runner_with(ScriptedModel(scenes.good))
    run_id = await runner.start("echo", {"text": "one two"})
    await runner.wait(run_id)
    kept = [event for event in await runner.store.events(run_id) if event.type == "text"]
    assert [(event.text, event.final) for event in kept] == [("one two", True)]

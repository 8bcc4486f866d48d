from __future__ import annotations

import httpx
import pytest

from kasen.server.caller import Caller
from kasen.server.chat.conversations import Leg
from kasen.server.chat.reading import message, stream
from kasen.server.context import ServerDeps
from kasen.server.ui_stream.message import message_of
from server.chat.talking import chunks, history, say, words_of


async def test_a_replay_says_the_same_as_the_first_reader_heard(deps: ServerDeps, client: httpx.AsyncClient) -> None:
    first = await say(client, "c", "the same words", team="echo")
    leg = Leg("c", first[0]["messageId"], {})
    again = [chunk.wire() async for page in stream(deps, Caller(), leg) for chunk in page]
    assert [one["type"] for one in again if one["type"] != "data-role"] == [
        one["type"] for one in first if one["type"] != "data-role"
    ]
    assert words_of(again) == words_of(first)


async def test_what_is_kept_is_what_a_reader_has_in_the_end(deps: ServerDeps, client: httpx.AsyncClient) -> None:
    found = await say(client, "c", "some words", team="echo")
    turn = (await deps.conversations.chats.get("", "c")).turns[0]
    read = [chunk async for page in stream(deps, Caller(), Leg("c", turn.message_id, {})) for chunk in page]
    assert await message(deps, turn) == message_of(found[0]["messageId"], read)


async def test_an_answer_whose_run_was_deleted_says_so(deps: ServerDeps, client: httpx.AsyncClient) -> None:
    await say(client, "c", "some words", team="echo")
    await deps.runner.delete((await deps.runner.store.runs())[0].id)
    kept = (await history(client, "c"))["messages"][1]
    assert [part["text"] for part in kept["parts"]] == ["The run that made this answer was deleted."]


async def test_an_answer_whose_document_lies_elsewhere_ends_well(
    deps: ServerDeps, client: httpx.AsyncClient, caplog: pytest.LogCaptureFixture
) -> None:
    found = await say(client, "c", "some words", team="echo")
    (row,) = await deps.runner.store.runs()
    (deps.runner.store.folder(row.id) / "artifacts" / "echo.md").unlink()
    turn = (await deps.conversations.chats.get("", "c")).turns[0]
    read = [chunk.wire() async for page in stream(deps, Caller(), Leg("c", turn.message_id, {})) for chunk in page]
    assert read[-1] == found[-1]
    assert f"the document of run {row.id} cannot be shown" in caplog.text


async def test_a_run_that_was_carried_on_is_told_in_the_answer_that_carried_it_on(
    deps: ServerDeps, client: httpx.AsyncClient
) -> None:
    failed = await say(client, "c", "why is there nothing", team="research")
    assert failed[-1]["type"] == "error"
    again = await say(client, "c", "続けて")
    assert len(await deps.runner.store.runs()) == 1
    kinds = [one["type"] for one in again]
    assert kinds[0] == "start"
    kept = (await history(client, "c"))["messages"]
    assert len(kept) == 4
    assert "nothing to search" in words_of(chunks_of(kept[1]))
    assert "nothing to search" in words_of(chunks_of(kept[3]))


def chunks_of(kept: dict[str, object]) -> list[dict[str, object]]:
    parts = kept["parts"]
    assert isinstance(parts, list)
    return [{"type": "text-delta", "delta": part["text"]} for part in parts if part["type"] == "text"]


async def test_an_outsider_reads_their_own_stream_only(deps: ServerDeps, client: httpx.AsyncClient) -> None:
    found = await say(client, "c", "mine", team="echo")
    leg = Leg("c", found[0]["messageId"], {})
    assert [chunk.wire() async for page in stream(deps, Caller("ken"), leg) for chunk in page] == [
        {"type": "start", "messageId": leg.message_id},
        {"type": "finish", "finishReason": "stop"},
    ]
    assert chunks(await client.post("/api/chat", json={"id": "c", "messages": [], "trigger": "regenerate-message"}))

from __future__ import annotations

import httpx

from kasen.runtime.chats import Turn, TurnRun, Wanted
from kasen.runtime.lock import owned
from kasen.runtime.rows import Options
from kasen.server.context import ServerDeps
from server.chat.talking import history, person, say


async def test_a_chat_holds_its_messages_in_order(client: httpx.AsyncClient) -> None:
    await say(client, "c", "一つ目", team="echo")
    await say(client, "c", "二つ目", team="echo")
    kept = await history(client, "c")
    assert (kept["title"], kept["active"]) == ("一つ目", False)
    assert [one["role"] for one in kept["messages"]] == ["user", "assistant"] * 2
    assert len(kept["runs"]) == 1


async def test_an_answer_that_is_under_way_is_left_out(deps: ServerDeps, client: httpx.AsyncClient) -> None:
    store = deps.runner.store
    row = await store.create(team="echo", mode="echo", title="x", lang="en", request={}, options=Options())
    turn = Turn(message_id="m", user=person("x"), wanted=Wanted(words="x", team="echo"), runs=(TurnRun(id=row.id),))
    await deps.conversations.chats.say("", "c", turn, title="x")
    with owned(store.folder(row.id), row.id):
        await store.claim(row.id)
        kept = await history(client, "c")
        assert (kept["active"], [one["role"] for one in kept["messages"]]) == (True, ["user"])
    left = await history(client, "c")
    assert (left["active"], [one["role"] for one in left["messages"]]) == (False, ["user", "assistant"])
    texts = [part["text"] for part in left["messages"][1]["parts"] if part["type"] == "text"]
    assert len(texts) == 1
    assert "Write “continue”" in texts[0]  # the process that was at it is gone

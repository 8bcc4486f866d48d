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


async def test_a_list_of_chats_says_what_was_said_last(client: httpx.AsyncClient) -> None:
    await say(client, "tea", "宇治茶について", team="echo")
    await say(client, "tea", "表で\n まとめて", team="echo")
    await say(client, "file", "", {"type": "file", "url": "data:text/plain,x", "filename": "a.txt"})
    await say(client, "long", "x" * 300, team="echo")
    found = {one["id"]: one["last"] for one in (await client.get("/api/chat")).json()["chats"]}
    assert found == {"tea": "表で まとめて", "file": "a.txt", "long": "x" * 199 + "…"}


async def test_chats_are_listed_page_by_page_each_with_its_own_words(client: httpx.AsyncClient) -> None:
    for number in range(3):
        await say(client, f"c{number}", f"words {number}", team="echo")
    first = (await client.get("/api/chat", params={"limit": 2})).json()
    rest = (await client.get("/api/chat", params={"limit": 2, "before": first["next"]})).json()
    assert [one["last"] for one in [*first["chats"], *rest["chats"]]] == ["words 2", "words 1", "words 0"]
    assert rest["next"] is None

from __future__ import annotations

import httpx

from kasen.server.caller import Caller
from kasen.server.chat.conversations import Conversations
from kasen.server.context import ServerDeps
from server.chat.talking import history, person, runs_of, say, words_of


async def test_a_greeting_is_answered_at_the_desk(client: httpx.AsyncClient) -> None:
    found = await say(client, "c", "こんにちは")
    assert found[0] == {"type": "start", "messageId": found[0]["messageId"]}
    assert [one["type"] for one in found].count("start") == 1
    assert runs_of(found) == [("desk", "done")]
    assert words_of(found) == "こんにちは。何を作りましょうか。\n"
    assert found[-1] == {"type": "finish", "finishReason": "stop"}


async def test_a_team_that_is_named_begins_at_once(client: httpx.AsyncClient) -> None:
    found = await say(client, "c", "the words", team="echo", options={"preset": "none"})
    assert runs_of(found) == [("echo", "done")]
    assert words_of(found).startswith("the words\n")


async def test_a_message_under_a_result_goes_on_with_it(deps: ServerDeps, client: httpx.AsyncClient) -> None:
    first = await say(client, "c", "first", team="echo")
    second = await say(client, "c", "second")
    assert runs_of(second) == [("echo", "done")]
    (one,) = (part["id"] for part in first[1:2])
    (two,) = (part["id"] for part in second[1:2])
    assert (await deps.runner.store.run(two)).options.continues == one


async def test_the_desk_hands_off_in_the_same_answer(client: httpx.AsyncClient) -> None:
    url = "data:text/markdown;base64,IyBUZWEKClVqaSBiZWNhbWUgZmFtb3VzIGJlY2F1c2Ugb2YgaXRzIGZvZy4K"
    file = {"type": "file", "mediaType": "text/markdown", "filename": "tea.md", "url": url}
    found = await say(client, "c", "Why did Uji become famous for tea?", file)
    assert runs_of(found) == [("desk", "done"), ("research", "done")]
    assert "because of its fog" in words_of(found)
    kept = await history(client, "c")
    assert [one["role"] for one in kept["messages"]] == ["user", "assistant"]
    assert kept["messages"][0]["parts"][0]["filename"] == "tea.md"
    assert kept["messages"][0]["parts"][0]["url"].startswith("upload:")


async def test_files_alone_under_work_that_failed_do_it_again(client: httpx.AsyncClient) -> None:
    failed = await say(client, "c", "Why did Uji become famous for tea?")
    assert runs_of(failed) == [("desk", "done"), ("research", "failed")]
    assert failed[-1]["type"] == "error"
    url = "data:text/markdown,%23%20Tea%0A%0AUji%20became%20famous%20for%20tea%20because%20of%20its%20fog."
    again = await say(client, "c", "", {"type": "file", "mediaType": "text/markdown", "filename": "t.md", "url": url})
    assert runs_of(again) == [("research", "done")]


async def test_a_hand_off_that_cannot_begin_is_told(client: httpx.AsyncClient) -> None:
    file = {"type": "file", "mediaType": "text/markdown", "filename": "resume.md", "url": "data:text/markdown,%00%01"}
    found = await say(client, "c", "Please review my resume", file)
    assert runs_of(found)[0] == ("desk", "done")
    assert found[-1]["type"] in {"finish", "error"}
    assert len(words_of(found)) > 20


async def test_a_message_that_is_sent_twice_is_answered_once(deps: ServerDeps, client: httpx.AsyncClient) -> None:
    message = person("twice")
    bodies = [{"id": "c", "messages": [message], "team": "echo"}] * 2
    first, second = [(await client.post("/api/chat", json=body)).text for body in bodies]
    assert first.split("\n\n")[0] == second.split("\n\n")[0]
    assert len(await deps.runner.store.runs()) == 1


async def test_an_answer_made_anew_and_a_message_that_is_edited_take_the_place_of_what_was(
    client: httpx.AsyncClient,
) -> None:
    message = person("one", id="u-one")
    first = await say(client, "c", "x", message=message, team="echo")
    again = await say(client, "c", "x", trigger="regenerate-message", messageId=first[0]["messageId"])
    assert again[0]["messageId"] != first[0]["messageId"]
    assert words_of(again).startswith("one")
    edited = person("other", id="u-one")
    found = await say(client, "c", "x", message=edited, messageId="u-one", team="echo")
    kept = await history(client, "c")
    assert [one["id"] for one in kept["messages"]] == ["u-one", found[0]["messageId"]]


async def test_files_that_no_field_takes_are_named(client: httpx.AsyncClient) -> None:
    file = {"type": "file", "mediaType": "image/png", "filename": "a.png", "url": "data:image/png;base64,YQ=="}
    assert "These files were not used: a.png" in words_of(await say(client, "c", "hello", file, team="echo"))


async def test_a_restart_between_the_word_of_the_desk_and_the_run_that_follows_loses_nothing(
    deps: ServerDeps, client: httpx.AsyncClient
) -> None:
    """What the process that died had not done is done by the next one that is asked."""
    found = await say(client, "c", "What is the height of the Akashi bridge?")
    turn = (await deps.conversations.chats.get("", "c")).turns[0]
    undone = {"runs": turn.runs[:1], "is_open": True, "told": ""}
    await deps.conversations.chats.change("", "c", turn.message_id, lambda old: old.model_copy(update=undone))
    later = Conversations(deps)
    assert await later.is_active((await later.chats.get("", "c")).turns[0])
    resumed = await client.get("/api/chat/c/stream")
    assert f'"messageId":"{found[0]["messageId"]}"' in resumed.text
    turn = (await later.chats.get("", "c")).turns[0]
    assert (len(turn.runs), turn.is_open) == (2, False)


async def test_forgetting_a_chat_keeps_the_runs_of_teams_and_drops_what_was_said_at_the_desk(
    deps: ServerDeps, client: httpx.AsyncClient
) -> None:
    await say(client, "c", "hello")
    await say(client, "c", "words", team="echo")
    await deps.conversations.delete(Caller(), "c")
    assert [row.team for row in await deps.runner.store.runs()] == ["echo"]

from __future__ import annotations

from dataclasses import replace

import httpx
import pytest

from kasen.runtime.approvals import approvals
from kasen.runtime.runner import Runner
from kasen.server.app import create_app
from kasen.server.context import ServerDeps
from kasen.server.limits import ServerLimits
from server.chat.talking import chunks, respond, runs_of, say, words_of


async def paused(client: httpx.AsyncClient, chat: str = "c") -> tuple[str, str]:
    """A chat whose run waits: its answer, and the call."""
    found = await say(client, chat, "two words", team="echo", request={"ask_first": True})
    assert found[-1] == {"type": "finish", "finishReason": "tool-calls"}
    call = next(one for one in found if one["type"] == "tool-approval-request")
    return found[0]["messageId"], call["approvalId"]


@pytest.mark.parametrize(("approved", "kind"), [(True, "tool-output-available"), (False, "tool-output-denied")])
async def test_the_second_leg_begins_with_the_same_message_and_has_nothing_of_the_first(
    client: httpx.AsyncClient, approved: bool, kind: str
) -> None:
    message_id, call = await paused(client)
    found = chunks(await respond(client, "c", message_id, call, approved=approved, reason="as it is"))
    assert found[0] == {"type": "start", "messageId": message_id}
    kinds = [one["type"] for one in found]
    assert kind in kinds
    assert "tool-input-available" not in kinds
    assert "data-plan" not in kinds
    assert ("two words" in words_of(found)) is approved


async def test_an_answer_that_does_not_fit_is_refused_and_the_pause_waits_on(
    deps: ServerDeps, client: httpx.AsyncClient
) -> None:
    message_id, call = await paused(client)
    refused = await respond(client, "c", message_id, call, approved=True, answer={"go_on": "perhaps"})
    assert refused.status_code == 422
    assert "does not fit" in refused.json()["message"]
    rows = await approvals(deps.runner.store, call.partition(".")[0])
    assert [row.answered for row in rows] == [False]
    assert "two words" in words_of(chunks(await respond(client, "c", message_id, call, approved=True)))


async def test_an_answer_that_came_from_elsewhere_counts_and_the_rest_is_streamed(
    deps: ServerDeps, client: httpx.AsyncClient
) -> None:
    message_id, call = await paused(client)
    run_id = call.partition(".")[0]
    await deps.runner.answer(run_id, "parts", {"go_on": True, "comment": "from the terminal"})
    await deps.runner.continue_(run_id)
    await deps.runner.wait(run_id)
    found = chunks(await respond(client, "c", message_id, call, approved=False))
    output = next(one for one in found if one["type"] == "tool-output-available")
    assert output["output"]["answer"]["comment"] == "from the terminal"
    assert "data-plan" not in [one["type"] for one in found]


@pytest.mark.parametrize("call", ["nothing", "01KB3V8Q5T0M8W6S1E7Z4R2N9C.1", "{run}.1", "{run}.x"])
async def test_a_pause_that_the_chat_does_not_have_is_unknown(client: httpx.AsyncClient, call: str) -> None:
    message_id, known = await paused(client)
    answer = await respond(client, "c", message_id, call.format(run=known.partition(".")[0]), approved=True)
    assert (answer.status_code, answer.json()["message"]) == (404, "there is no such pause in this chat")
    assert (await respond(client, "other", message_id, known, approved=True)).status_code == 404


async def test_words_under_a_pause_answer_it_in_a_message_of_their_own(client: httpx.AsyncClient) -> None:
    message_id, _call = await paused(client)
    found = await say(client, "c", "進めてください")
    assert found[0]["messageId"] != message_id
    assert "two words" in words_of(found)
    assert not [one for one in found if one["type"].startswith("tool-")]
    kept = (await client.get("/api/chat/c")).json()["messages"]
    waiting = [part for part in kept[1]["parts"] if part["type"] == "dynamic-tool"]
    assert [part["state"] for part in waiting] == ["output-error"]
    assert kept[3]["id"] == found[0]["messageId"]
    assert runs_of(found) == [("echo", "done")]


@pytest.mark.parametrize("in_words", [False, True])
async def test_a_run_that_is_about_to_end_at_its_pause_needs_no_second_place_to_go_on(
    deps: ServerDeps, monkeypatch: pytest.MonkeyPatch, in_words: bool
) -> None:
    small = replace(deps, limits=ServerLimits(runs_at_work=1, waiting_each=0))
    app = httpx.ASGITransport(app=create_app(small))
    async with httpx.AsyncClient(transport=app, base_url="http://127.0.0.1") as client:
        message_id, call = await paused(client)
        run_id = call.partition(".")[0]
        monkeypatch.setattr(Runner, "driven", property(lambda _: frozenset({run_id})))
        if in_words:
            found = await say(client, "c", "go on")
        else:
            found = chunks(await respond(client, "c", message_id, call, approved=True))
        assert "two words" in words_of(found)

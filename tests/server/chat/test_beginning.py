from __future__ import annotations

import httpx
import pytest

from kasen.errors import InputError
from kasen.runtime.rows import RunRow
from kasen.server.chat.beginning import _known, can_go_on, is_go_on, options_given, worked
from kasen.server.context import ServerDeps
from server.chat.talking import say


@pytest.mark.parametrize(
    "words", ["続けて", "続けてください。", "continue", "Please go on", "続きをお願いします", "Resume."]
)
def test_some_words_only_ask_to_carry_on(words: str) -> None:
    assert is_go_on(words)


@pytest.mark.parametrize("words", ["", "続けて調べて", "continue with slide 3", "resume を見て", "go"])
def test_other_words_ask_for_something(words: str) -> None:
    assert not is_go_on(words)


def test_the_desk_is_told_of_the_teams_that_are_offered_and_what_they_need() -> None:
    teams = {one["name"]: one for one in _known("ja")}
    assert {"research", "resume", "slides"} <= teams.keys()
    assert not {"desk", "echo"} & teams.keys()
    assert teams["resume"]["needs"]
    assert "スライド" in teams["slides"]["summary"]
    assert "deck" in _known("en")[-1]["modes"]


def test_options_that_cannot_be_meant_are_refused_with_their_place() -> None:
    assert options_given({"budget_usd": 1}).budget_usd == 1
    with pytest.raises(InputError, match=r"`options\.budget_usd`"):
        options_given({"budget_usd": "much"})
    with pytest.raises(InputError, match=r"`options\.colour`"):
        options_given({"colour": 1})


async def test_runs_of_the_desk_are_not_work(deps: ServerDeps, client: httpx.AsyncClient) -> None:
    await say(client, "c", "hello")
    await say(client, "c", "one", team="echo")
    await say(client, "c", "two", team="echo")
    turns = (await deps.conversations.chats.get("", "c")).turns
    rows: list[RunRow] = await worked(deps, turns)
    assert [row.title for row in rows] == ["two", "one"]
    listed = (await client.get("/api/runs")).json()["runs"]
    assert [one["team"] for one in listed] == ["echo", "echo"]
    assert len((await client.get("/api/runs", params={"team": "desk"})).json()["runs"]) == 1
    await deps.runner.delete(rows[0].id)
    assert [row.title for row in await worked(deps, turns)] == ["one"]
    assert not can_go_on(rows[1])

from __future__ import annotations

import pytest

from kasen.errors import UnknownName
from kasen.runtime.chats import TITLE, Chats, Turn, TurnRun, Wanted
from kasen.runtime.store import Store


def turn(words: str, *, message_id: str = "", user_id: str = "") -> Turn:
    user = {"id": user_id or f"u-{words}", "role": "user", "parts": [{"type": "text", "text": words}]}
    return Turn(message_id=message_id or f"m-{words}", user=user, wanted=Wanted(words=words))


async def test_turns_are_kept_in_order_and_found_by_either_message(store: Store) -> None:
    chats = Chats(store)
    for words in ("茶", "two", "three"):
        await chats.say("", "c", turn(words), title=words)
    chat = await chats.get("", "c")
    assert (chat.title, [(one.nth, one.wanted.words) for one in chat.turns]) == (
        "茶",
        [(0, "茶"), (1, "two"), (2, "three")],
    )
    assert chat.turn_of("u-two") == chat.turn_of("m-two") == chat.turns[1]
    assert chat.turn_of("nobody") is None
    assert chat.last == chat.turns[2]


async def test_chats_of_others_do_not_exist_and_may_have_the_same_id(store: Store) -> None:
    chats = Chats(store)
    await chats.say("yuki", "c", turn("hers"), title="hers")
    await chats.say("ken", "c", turn("his"), title="his")
    assert (await chats.get("yuki", "c")).title == "hers"
    assert [one.title for one in await chats.latest("ken")] == ["his"]
    assert await chats.find("", "c") is None
    with pytest.raises(UnknownName, match="there is no chat `c`"):
        await chats.delete("", "c")
    await chats.delete("ken", "c")
    assert (await chats.get("yuki", "c")).turns[0].wanted.words == "hers"
    with pytest.raises(UnknownName):
        await chats.get("ken", "c")


async def test_what_is_edited_takes_the_place_of_all_that_came_after_it(store: Store) -> None:
    chats = Chats(store)
    for words in ("a", "b", "c"):
        await chats.say("", "x", turn(words), title=words)
    await chats.say("", "x", turn("other b"), title="", keep=1)
    assert [(one.nth, one.wanted.words) for one in (await chats.get("", "x")).turns] == [(0, "a"), (1, "other b")]


async def test_a_turn_changes_in_one_transaction_or_not_at_all(store: Store) -> None:
    chats = Chats(store)
    await chats.say("", "x", turn("a"), title="a")
    run = TurnRun(id="R", after=3)
    changed = await chats.change("", "x", "m-a", lambda old: old.model_copy(update={"runs": (run,), "is_open": False}))
    assert changed == (await chats.get("", "x")).turns[0]
    assert changed is not None
    assert (changed.runs, changed.is_open) == ((run,), False)
    assert await chats.change("", "x", "m-gone", lambda old: old) is None
    assert await chats.change("", "x", "m-a", lambda _old: None) is None
    assert (await chats.get("", "x")).turns[0] == changed


async def test_the_latest_come_first_and_pages_follow_each_other(store: Store) -> None:
    chats = Chats(store)
    for name in ("a", "b", "c"):
        await chats.say("", name, turn(name), title=name)
        await store.write(
            lambda c, name=name: c.exec_driver_sql(  # type: ignore[misc]
                "UPDATE chats SET updated_at = ? WHERE id = ?", (f"2026-01-0{ord(name) - 96}", name)
            )
        )
    first = await chats.latest("", limit=2)
    assert [one.id for one in first] == ["c", "b"]
    assert [one.id for one in await chats.latest("", before=first[-1].updated_at)] == ["a"]


async def test_a_title_is_one_short_line(store: Store) -> None:
    await Chats(store).say("", "x", turn("a"), title="長い\n" * 100)
    title = (await Chats(store).get("", "x")).title
    assert len(title) == TITLE
    assert "\n" not in title

from __future__ import annotations

import threading

import pytest

from kasen.testing.providers.script import Match, Queue
from kasen.testing.providers.wire import Asked


def asked(**more: object) -> Asked:
    given = {
        "number": 1,
        "provider": "openai",
        "operation": "chat",
        "path": "/",
        "prompt": "宇治茶",
        "model": "gpt-5-mini",
    }
    return Asked(**{**given, **more})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("match", "fits"),
    [
        (Match(), True),
        (Match(provider="openai"), True),
        (Match(provider="google"), False),
        (Match(contains="治"), True),
        (Match(contains="静"), False),
        (Match(model="mini"), True),
        (Match(model="nano"), False),
        (Match(operation="embed"), False),
        (Match(schema="outline"), True),
        (Match(schema="Outline of a deck"), True),
        (Match(schema="other"), False),
    ],
)
def test_which_requests_an_entry_is_for(match: Match, fits: bool) -> None:
    assert match.fits(asked(schema={"title": "Outline of a deck"}, schema_name="outline")) is fits


def test_searches_are_answered_by_name() -> None:
    search = asked(provider="tavily")
    assert not Match(searches_too=False).fits(search)
    assert Match(provider="tavily", searches_too=False).fits(search)
    assert Match().fits(search)


def test_what_is_asked_by_the_way_is_meant_only_by_name() -> None:
    assert not Match(provider="ollama").fits(asked(provider="ollama", operation="show"))
    assert Match(operation="show").fits(asked(provider="ollama", operation="show"))
    assert Match(provider="ollama").fits(asked(provider="ollama", operation="list"))


def test_entries_are_taken_in_order_and_as_often_as_said() -> None:
    queue: Queue[str] = Queue()
    queue.put("only google", Match(provider="google"))
    queue.put("twice", Match(), 2)
    queue.put("always", Match(), None)
    assert queue.waiting == 2
    assert [queue.take(asked()) for _ in range(4)] == ["twice", "twice", "always", "always"]
    assert queue.take(asked(provider="google")) == "only google"
    assert queue.waiting == 0
    queue.clear()
    assert queue.take(asked()) is None


def test_what_may_not_be_taken_stays() -> None:
    queue: Queue[str] = Queue()
    queue.put("for later", Match())
    assert queue.take(asked(), lambda said: said != "for later") is None
    assert queue.waiting == 1


def test_each_entry_is_taken_once_by_many_threads() -> None:
    queue: Queue[int] = Queue()
    for number in range(400):
        queue.put(number, Match())
    taken: list[int | None] = []
    threads = [threading.Thread(target=lambda: taken.extend(queue.take(asked()) for _ in range(100))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(number for number in taken if number is not None) == list(range(400))

from __future__ import annotations

import json

from kasen.testing.providers import Grounding
from kasen.testing.providers.unscripted import TEXT, reply_to
from kasen.testing.providers.wire import Asked


def asked(**more: object) -> Asked:
    given = {"number": 3, "provider": "google", "operation": "generateContent", "path": "/", "prompt": "宇治茶"}
    return Asked(**{**given, **more})  # type: ignore[arg-type]


def test_what_is_asked_for_is_given() -> None:
    assert reply_to(asked()).text == TEXT
    assert json.loads(reply_to(asked(schema={"type": "array"})).text) == []
    assert json.loads(reply_to(asked(schema={})).text) == {}
    assert len(json.loads(reply_to(asked(provider="tavily", operation="search")).text)) == 2


def test_a_picture_has_a_draft_before_it_and_differs_from_call_to_call() -> None:
    draft, final = reply_to(asked(pictures_wanted=True)).images
    assert draft != final
    assert reply_to(asked(pictures_wanted=True, number=4)).images[1] != final


def test_a_model_that_may_search_says_that_it_did() -> None:
    told = reply_to(asked(searches=True)).grounding
    assert isinstance(told, Grounding)
    assert told.queries == ("宇治茶",)

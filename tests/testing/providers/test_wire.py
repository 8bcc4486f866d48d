from __future__ import annotations

import json

import pytest

from kasen.models.role import Usage
from kasen.testing.providers.wire import data, either, event, nothing, texts


@pytest.mark.parametrize(
    ("body", "found"),
    [({"mimeType": 1}, 1), ({"mime_type": 2}, 2), ({"mimeType": None, "mime_type": 2}, None), ({}, None)],
)
def test_keys_are_found_in_both_cases(body: dict[str, object], found: object) -> None:
    assert either(body, "mimeType") == found


def test_events_are_one_line_of_json_with_japanese_as_it_is() -> None:
    usage = Usage(input_tokens=1)
    plain, named = data({"題": "茶\n"}, usage), event({"type": "done", "題": "茶"})
    assert plain.data == 'data: {"題":"茶\\n"}\n\n'.encode()
    assert plain.usage is usage
    first, second = named.data.decode().rstrip("\n").split("\n")
    assert first == "event: done"
    assert json.loads(second.removeprefix("data: ")) == {"type": "done", "題": "茶"}


def test_texts_are_found_however_they_are_nested() -> None:
    messages = [
        {"role": "user", "content": "一"},
        {"content": [{"type": "text", "text": "二"}, {"image": "x"}]},
        None,
        3,
    ]
    assert list(texts(messages)) == ["一", "二"]
    assert list(texts({"parts": [{"text": "三"}]})) == ["三"]


def test_nothing_is_told() -> None:
    assert nothing(Usage(input_tokens=5)) == Usage()

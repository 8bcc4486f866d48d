from __future__ import annotations

from itertools import islice

import pytest
from pydantic import BaseModel

from kasen.testing.providers.reply import Reply, as_reply, cut


class Outline(BaseModel):
    title: str


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("宇治", "宇治"),
        ({"題": "茶"}, '{"題": "茶"}'),
        (Outline(title="茶"), '{"title":"茶"}'),
        ([1], "[1]"),
        (None, "null"),
        (Reply(text="そのまま"), "そのまま"),
    ],
)
def test_what_a_test_wrote_becomes_the_text(said: object, text: str) -> None:
    assert as_reply(said).text == text


def test_pieces_add_up_to_the_text() -> None:
    text = "宇治茶は覆下栽培で知られる。🍵" * 3
    assert "".join(Reply(text=text).pieces()) == text
    assert len(list(cut(text))) > 3
    assert list(Reply().pieces()) == []


def test_an_endless_reply_goes_on() -> None:
    pieces = list(islice(Reply(text='{"a": "', endless=True).pieces(), 100))
    assert len(pieces) == 100
    assert "".join(pieces).startswith('{"a": "')

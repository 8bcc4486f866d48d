from __future__ import annotations

import json

import pytest

from kasen.models.stream import FieldText, Stream, Written
from kasen.testing.clock import FakeClock

TEXT = '宇治茶は「覆下栽培」で知られる。\nSecond "line" \\ with 👍 and\ttabs.' * 4


@pytest.mark.parametrize("size", [1, 2, 7, 1000])
def test_the_words_of_one_field_come_out_as_they_are_written(size: int) -> None:
    answer = json.dumps({"before": "x" * 30, "text": TEXT, "after": ["y"] * 10})
    field = FieldText("text")
    pieces = [field.feed(answer[start : start + size]) for start in range(0, len(answer), size)]
    assert "".join(pieces) == TEXT
    if size < 10:
        assert sum(1 for piece in pieces if piece) > 5


@pytest.mark.parametrize(
    "answer", ['{"other": "words"}', '{"text": 3}', '["text"]', "no json at all", "", '{"text": {"text": "inner"}}']
)
def test_an_answer_without_the_field_shows_nothing(answer: str) -> None:
    assert FieldText("text").feed(answer) == ""


def test_a_second_answer_after_the_first_is_not_appended() -> None:
    field = FieldText("text")
    assert field.feed('{"text": "first"}') == "first"
    assert field.feed('{"text": "second"}') == ""


def test_following_a_long_answer_parses_it_in_strides() -> None:
    field = FieldText("text")
    shown = "".join(field.feed(character) for character in '{"text": "' + "あ" * 5000)
    assert 4900 < len(shown) <= 5000


def test_a_field_that_is_written_twice_is_shown_once() -> None:
    field = FieldText("text")
    assert field.feed('{"text": "first words", "other": 1') == "first words"
    assert field.feed(', "text": "quite other and longer words"}') == ""


async def test_one_call_streams_its_field_its_thoughts_and_its_end() -> None:
    told: list[tuple[str, ...]] = []

    async def text(id: str, delta: str) -> None:
        told.append(("text", id, delta))

    async def reasoning(id: str, delta: str) -> None:
        told.append(("reasoning", id, delta))

    async def close(id: str) -> None:
        told.append(("close", id))

    stream = Stream("w-1", "title", text, reasoning, close)
    await stream.reasoning("まず")
    await stream.reasoning("")
    await stream.text('{"title": "茶"}')
    await stream.close()
    assert told == [("reasoning", "w-1", "まず"), ("text", "w-1", "茶"), ("close", "w-1")]
    deaf = Stream("w-1", "title", None, None, None)
    await deaf.text('{"title": "茶"}')
    await deaf.reasoning("x")
    await deaf.close()
    assert len(told) == 3


async def test_how_much_is_written_is_told_now_and_then_where_no_words_are_shown() -> None:
    clock, told = FakeClock(), list[int]()

    async def tell(characters: int) -> None:
        told.append(characters)

    stream = Stream("p-1", "", None, None, None, Written(tell, clock))
    for _ in range(20):
        clock.advance(1.0)
        await stream.text("四文字だ")
    assert told == [20, 40, 60, 80]


def test_half_a_surrogate_pair_shows_nothing_and_ends_nothing() -> None:
    shown = FieldText("title")
    assert shown.feed('{"title": "宇治\ud83d", "steps": [], "x": 1}') == ""

from __future__ import annotations

from typing import Any

from kasen.runtime.events import Reasoning, Text
from kasen.server.ui_stream.chunks import Chunk
from kasen.server.ui_stream.texts import Said, Texts
from server.ui_stream.events import event


def text(words: str, *, attempt: int = 1, id: str = "w-1", final: bool = False, type: str = "text") -> Any:
    made = event(type, id=id, text=words, final=final, attempt=attempt)
    assert isinstance(made, Text | Reasoning)
    return made


def told(texts: Texts, *events: Any) -> list[tuple[str, str]]:
    return [brief(chunk) for one in events for chunk in texts.take(one)]


def brief(chunk: Chunk) -> tuple[str, str]:
    wire = chunk.wire()
    void = "void" if wire.get("providerMetadata", {}).get("kasen", {}).get("void") else ""
    return str(wire["type"]), str(wire.get("delta", void))


def test_deltas_open_a_part_once_and_the_final_text_only_closes_it() -> None:
    texts = Texts()
    assert told(texts, text("ab"), text("cd"), text("abcd", final=True)) == [
        ("text-start", ""),
        ("text-delta", "ab"),
        ("text-delta", "cd"),
        ("text-end", ""),
    ]
    assert texts.told == "abcd"


def test_the_id_of_a_part_is_role_call_and_attempt() -> None:
    chunk = next(iter(Texts().take(text("ab", attempt=3))))
    assert chunk.wire()["id"] == "writer.w-1.3"
    assert chunk.wire()["providerMetadata"] == {"kasen": {"role": "writer", "id": "writer.w-1.3"}}


def test_a_final_text_says_what_was_not_said_yet() -> None:
    assert told(Texts(), text("ab"), text("abcd", final=True))[2:] == [("text-delta", "cd"), ("text-end", "")]
    assert told(Texts(), text("whole", final=True)) == [("text-start", ""), ("text-delta", "whole"), ("text-end", "")]


def test_words_that_are_taken_back_are_closed_as_void_and_left_out_of_what_was_told() -> None:
    texts = Texts()
    assert told(texts, text("ab"), text("", final=True))[2:] == [("text-end", "void")]
    assert texts.told == ""
    assert told(texts, text("ok", id="w-2", final=True))[1] == ("text-delta", "ok")


def test_a_final_text_with_other_words_takes_the_place_of_what_was_shown() -> None:
    assert told(Texts(), text("abx"), text("abcd", final=True))[2:] == [
        ("text-end", "void"),
        ("text-start", ""),
        ("text-delta", "abcd"),
        ("text-end", ""),
    ]


def test_deltas_of_a_dead_attempt_are_left_out_of_a_replay() -> None:
    texts = Texts(alive=2)
    assert told(texts, text("dead"), text("alive", attempt=2)) == [("text-start", ""), ("text-delta", "alive")]
    assert told(Texts(alive=2), text("kept", final=True))[1] == ("text-delta", "kept")


def test_words_that_are_known_to_be_taken_back_are_left_out_of_a_replay() -> None:
    gone = Said("text", "writer", "w-1", 1)
    assert told(Texts(taken_back={gone}), text("ab"), text("", final=True)) == []


def test_what_a_later_attempt_repeats_is_not_said_twice() -> None:
    """The attempt that was cut off had said it all; the next one has the answer from its receipt."""
    texts = Texts()
    told(texts, text("whole"))
    assert [brief(chunk) for chunk in texts.close()] == [("text-end", "")]
    assert told(texts, text("whole", attempt=2, final=True)) == []


def test_an_attempt_that_begins_voids_only_what_others_before_it_left_open() -> None:
    texts = Texts()
    told(texts, text("one"), text("two", attempt=2, id="w-2"))
    assert [brief(chunk) for chunk in texts.close(before=2, void=True)] == [("text-end", "void")]
    assert [brief(chunk) for chunk in texts.close()] == [("text-end", "")]


def test_reasoning_has_parts_of_its_own_and_is_not_told() -> None:
    texts = Texts()
    found = told(texts, text("hm", type="reasoning"), text("hm", type="reasoning", final=True), text("ok", final=True))
    assert [kind for kind, _ in found[:3]] == ["reasoning-start", "reasoning-delta", "reasoning-end"]
    assert texts.told == "ok"

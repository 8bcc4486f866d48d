from __future__ import annotations

from collections.abc import Callable

from kasen.knowledge.document import Ready, Writer


def test_blocks_point_at_their_text_and_blank_ones_are_left_out() -> None:
    writer = Writer()
    for text in ("一つ目", "  ", "second"):
        writer.add(text, page=1)
    made = writer.done(title="t")
    assert made.text == "一つ目\n\nsecond"
    assert [made.text[b.start : b.end] for b in made.blocks] == ["一つ目", "second"]


def test_a_ready_document_survives_the_way_between_processes(ready: Callable[..., Ready], tea: str) -> None:
    made = ready("a.txt", tea * 20)
    assert made.chunks[0].signature
    assert Ready.model_validate_json(made.model_dump_json()) == made

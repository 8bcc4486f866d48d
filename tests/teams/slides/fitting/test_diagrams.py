"""Labels and texts in the boxes of a diagram."""

from __future__ import annotations

from kasen.teams.slides.fitting.diagrams import USUAL, hopeless, sized, trimmed
from kasen.teams.slides.schemas.part import Box
from teams.slides.fitting.decks import JA, design, diagram

WIDE = Box(x=0, y=0, w=10_000_000, h=4_000_000)


def test_a_few_short_words_have_their_usual_size() -> None:
    found = sized(diagram("process", 3, "短い"), WIDE, design("light"))
    assert found.sizes == USUAL
    assert found.ratio <= 1


def test_more_words_are_smaller_and_too_many_say_by_how_much() -> None:
    more = sized(diagram("process", 5, JA * 3), WIDE, design("light"))
    assert 12 <= more.sizes[0] < USUAL[0]
    assert more.ratio <= 1
    over = sized(diagram("process", 5, JA * 20), WIDE, design("light"))
    assert over.sizes == (12.0, 12.0)
    assert over.ratio > 1


def test_what_is_trimmed_fits_and_keeps_labels() -> None:
    found = trimmed(diagram("process", 5, JA * 20), WIDE, design("light"))
    assert sized(found, WIDE, design("light")).ratio <= 1
    assert [item.label for item in found.items] == [f"手順{at}" for at in range(5)]
    assert all(item.text and (JA * 20).startswith(item.text.removesuffix("…")) for item in found.items)


def test_boxes_without_room_for_labels_are_hopeless() -> None:
    assert hopeless(diagram("pyramid", 12), WIDE.model_copy(update={"h": 1_000_000}), design("light"))
    assert not hopeless(diagram("pyramid", 4), WIDE, design("light"))

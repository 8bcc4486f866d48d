from __future__ import annotations

import pytest

from kasen.models.images import Sitting, Turn
from kasen.teams.slides.pictures.sittings import MOST_CHARACTERS, continued, last_exchange


def sitting(exchanges: int, size: int = 10) -> Sitting:
    turns = [Turn(content_json=f"{n}" + who * size) for n in range(exchanges) for who in "um"]
    return Sitting(model="google:m", turns=tuple(turns))


def numbers(held: Sitting) -> list[str]:
    return [turn.content_json[0] for turn in held.turns]


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_a_short_sitting_goes_on_as_it_is(count: int) -> None:
    held = sitting(count)
    assert continued(held) == (held if count else Sitting())


def test_a_long_one_keeps_its_first_wish_and_the_last_ones_whole() -> None:
    assert numbers(continued(sitting(9))) == ["0", "0", "7", "7", "8", "8"]
    assert continued(sitting(9)).model == "google:m"


def test_it_is_never_more_than_can_be_sent() -> None:
    half = MOST_CHARACTERS // 5
    assert numbers(continued(sitting(9, half))) == ["7", "7", "8", "8"]
    assert continued(sitting(1, MOST_CHARACTERS)) == Sitting()


def test_a_change_of_one_picture_needs_its_own_exchange_only() -> None:
    assert numbers(last_exchange(sitting(4))) == ["3", "3"]
    assert last_exchange(Sitting()) == Sitting()

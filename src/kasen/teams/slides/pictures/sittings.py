"""Sittings that are taken up again: no longer than a request may be."""

from __future__ import annotations

from kasen.models.images import Sitting, Turn

MOST_CHARACTERS = 14_000_000
"""Of JSON: the service takes 20 MB in one request, and references come on top."""
MOST_EXCHANGES = 3
"""Wishes with their pictures: the first, which set the style, and the last ones."""
_PAIR = 2


def continued(sitting: Sitting) -> Sitting:
    """As much of a sitting as can be sent again: whole exchanges, each turn as it was; none when one is too long."""
    pairs = [sitting.turns[at : at + _PAIR] for at in range(0, len(sitting.turns), _PAIR)]
    if len(pairs) > MOST_EXCHANGES:
        pairs = [pairs[0], *pairs[1 - MOST_EXCHANGES :]]
    while pairs and sum(map(_length, pairs)) > MOST_CHARACTERS:
        pairs = pairs[1:]
    turns = tuple(turn for pair in pairs for turn in pair)
    return Sitting(model=sitting.model, turns=turns) if turns else Sitting()


def last_exchange(sitting: Sitting) -> Sitting:
    """The wish and the picture that ended it: all that a change of this picture needs."""
    return Sitting(model=sitting.model, turns=sitting.turns[-_PAIR:])


def _length(pair: tuple[Turn, ...]) -> int:
    return sum(len(turn.content_json) for turn in pair)

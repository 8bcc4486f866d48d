"""From what to what: a change that an edit turns round."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from kasen.teams.resume.ledger.figures import Figure
from kasen.teams.resume.ledger.pair import Pair
from kasen.teams.resume.ledger.reading import Text
from kasen.teams.resume.schemas.change import Doubt

_ONWARD = re.compile(r"(?:^|[\s)）])to\s|から|より|[〜→⇒]|->|=>")
_BACKWARD = re.compile(r"(?:^|\s)from\s")
_BREAK = re.compile(r"[,;、。\n]|\sand\s")
_FURTHEST = 40
"""Characters between both ends of a change."""


def turned(pair: Pair) -> Iterator[Doubt]:
    """Changes of the original that the edit tells the other way round: from 3 hours to 25 minutes."""
    known = list(_changes(pair.before))
    for start, end in _changes(pair.after):
        for first, last in known:
            if start.same(last) and end.same(first) and not start.same(end):
                yield pair.doubt("moved", f"{start.text} → {end.text}", f"{first.text} → {last.text}")


def _changes(text: Text) -> Iterator[tuple[Figure, Figure]]:
    for left, right in pairwise(text.figures):
        between = text.folded[left.span[1] : right.span[0]]
        if len(between) > _FURTHEST or _BREAK.search(between):
            continue
        if _ONWARD.search(between):
            yield left, right
        elif _BACKWARD.search(between):
            yield right, left

"""Figures that stand with another statement of a text than in the original."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kasen.evidence.sentences import sentences
from kasen.teams.resume.ledger.figures import Figure
from kasen.teams.resume.ledger.pair import Pair
from kasen.teams.resume.ledger.reading import Text
from kasen.teams.resume.schemas.change import Doubt

_CLAUSE = re.compile(r"[;；、,](?!\d)|\s(?:and|but|while|whereas)\s|\n")


def strayed(pair: Pair) -> Iterator[Doubt]:
    """Figures whose clause says what another statement of the original says, which has no such figure."""
    parts = _parts(pair.before)
    if len(parts) < 2:
        return
    for one in pair.after.figures:
        homes = [part for part in parts if any(one.same(other) for other in part[0].figures)]
        if len(homes) != 1 or not homes[0][1]:
            continue
        words = _words(_clause(pair.after, one))
        here = len(words & homes[0][1])
        best = max((len(words & part[1]) for part in parts if part is not homes[0]), default=0)
        if best >= 2 and not here:
            yield pair.doubt("moved", one.text, homes[0][0].written)
            return


def _parts(text: Text) -> list[tuple[Text, set[object]]]:
    found = [Text(text.original[start:end]) for start, end in sentences(text.original)]
    return [(part, _words(part)) for part in found]


def _words(text: Text) -> set[object]:
    return {key for token in text.tokens if not token.free for key in (token.groups or token.roots)}


def _clause(text: Text, figure: Figure) -> Text:
    start = max((match.end() for match in _CLAUSE.finditer(text.folded) if match.end() <= figure.span[0]), default=0)
    after = next((match.start() for match in _CLAUSE.finditer(text.folded) if match.start() >= figure.span[1]), None)
    return Text(text.written[start:after])

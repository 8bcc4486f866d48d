"""Replacements: claims of both sides are aligned, and what stands for what is compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kasen.teams.resume.ledger.aligning import aligned
from kasen.teams.resume.ledger.pair import Pair
from kasen.teams.resume.ledger.reading import Text
from kasen.teams.resume.ledger.weighing import weigh
from kasen.teams.resume.schemas.change import Doubt


def replaced(before: str, after: str, confirmed: Sequence[str]) -> Iterator[Doubt]:
    """Doubts about an edit that replaces words."""
    said = [Text(one) for one in confirmed]
    for old, new, rest in aligned(before, after):
        pair = Pair(Text(old), Text(new), rest=Text(rest))
        found = weigh(pair)
        if found and said and new.strip():
            found = weigh(Pair(pair.before, pair.after, said=_about(pair.after, said), rest=pair.rest))
        yield from found


def _about(text: Text, said: Sequence[Text]) -> list[Text]:
    """The confirmed sentences that speak of what the edit speaks of, and deny only what it denies."""
    mine = _keys(text)
    return [one for one in said if mine & _keys(one) and len(one.denials) <= len(text.denials)]


def _keys(text: Text) -> set[object]:
    return {key for token in text.tokens if not token.free for key in (*token.roots, *token.groups)}

"""Cutting a run of kanji or katakana into words that are known and stretches that are not."""

from __future__ import annotations

from kasen.teams.resume.ledger.words import Entry, Words

Piece = tuple[int, int, Entry | None]
_LONGEST_RUN = 60
_UNKNOWN = 1.0
"""Cost of a character that no known word covers."""
_WORD = 0.3
_LONGER = 0.01
_SINGLE = 0.6
"""Cost of a word of one character: it rarely stands for itself inside a run."""


def segments(text: str, start: int, end: int, known: Words, *, whole: bool) -> list[Piece]:
    """The cheapest cut of `text[start:end]`; a last word may reach beyond with its kana.

    With `whole`, one stretch that is not known makes all of the run unknown: a katakana name may begin with a word.
    """
    end = min(end, start + _LONGEST_RUN) if not whole else end
    best: dict[int, tuple[float, list[Piece]]] = {start: (0.0, [])}
    for at in range(start, end):
        if at not in best:
            continue
        cost, pieces = best[at]
        _offer(best, at + 1, cost + _UNKNOWN, _with_unknown(pieces, at))
        for size in range(1, known.longest_other + 1):
            if at + size > len(text):
                break
            entry = known.other.get(text[at : at + size])
            if entry is not None:
                to = at + size
                _offer(
                    best,
                    to if to <= end else end,
                    cost + (_SINGLE if size == 1 else _WORD - _LONGER * size),
                    [*pieces, (at, to, entry)],
                )
    found = best[end][1]
    if whole and any(entry is None for _, _, entry in found):
        return [(start, end, None)]
    return found


def _offer(best: dict[int, tuple[float, list[Piece]]], at: int, cost: float, pieces: list[Piece]) -> None:
    if at not in best or cost < best[at][0]:
        best[at] = (cost, pieces)


def _with_unknown(pieces: list[Piece], at: int) -> list[Piece]:
    if pieces and pieces[-1][2] is None and pieces[-1][1] == at:
        return [*pieces[:-1], (pieces[-1][0], at + 1, None)]
    return [*pieces, (at, at + 1, None)]

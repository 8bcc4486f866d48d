"""The facts of two texts, and what became of each."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from kasen.evidence.dates import When
from kasen.teams.resume.ledger.bearing import Bearer
from kasen.teams.resume.ledger.facts import Stated, stated
from kasen.teams.resume.ledger.figures import Figure
from kasen.teams.resume.ledger.periods import spoken
from kasen.teams.resume.schemas.facts import Fact


def compared(before: str, after: str, confirmed: Sequence[str] = ()) -> list[Fact]:
    """Every fact of `before`, kept or lost, then those of `after` that neither it nor `confirmed` states, as changed.

    A figure is kept when its value and what it measures stand there, in whatever form: 30% and 3割, 令和3年 and 2021.
    """
    old = stated(before)
    if before == after:
        return [one.fact for one in old]
    new, said = stated(after), [one for text in confirmed for one in stated(text)]
    return [
        *(one.fact if is_kept else _as(one.fact, "lost") for one, is_kept in _kept(old, new)),
        *(_as(one.fact, "changed") for one, is_kept in _kept(new, [*old, *said]) if not is_kept),
    ]


def _as(fact: Fact, status: str) -> Fact:
    return fact.model_copy(update={"status": status})


def _kept(mine: list[Stated], theirs: list[Stated]) -> list[tuple[Stated, bool]]:
    """Whether each fact stands on the other side too; how often it is said does not matter."""
    known = {_key(one) for one in theirs}
    bearer = Bearer({id(one.text): one.text for one in theirs}.values())
    return [
        (one, _key(one) in known if isinstance(one.read, Figure | When) else bearer.bears(one.read)) for one in mine
    ]


def _key(one: Stated) -> Hashable:
    read = one.read
    if isinstance(read, Figure):
        return "number", read.base, read.kind if read.base is not None else read.text
    if isinstance(read, When):
        return "date", spoken(read)
    return "word", read.text

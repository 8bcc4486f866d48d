"""Words that limit a statement: about, up to, planned, in a team, helped with, part of, 約, 予定, 一部."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from kasen.teams.resume.ledger.words import table

_NUMBER = (
    r"\s?(?:[\d$€£¥]|an?\s(?=dozen|hundred|thousand|million|half|third|quarter|year|month|week|day|hour|minute|fifth|tenth)|half|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|"
    r"seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|(?:the\s)?(?:first|last)\s)"
)
"""What follows where a word such as `about` limits a figure."""


@dataclass(frozen=True)
class Mark:
    """A limiting word at `span` of the folded text."""

    limit: str
    """Name of its table in `lexicon/markers.toml`."""
    span: tuple[int, int]
    text: str


@dataclass(frozen=True)
class Limit:
    """One kind of limiting words, and what an edit that drops or brings the only one is suspected of."""

    name: str
    kind: str
    lost: bool
    added: bool
    pattern: re.Pattern[str]
    known: re.Pattern[str] | None


@lru_cache(maxsize=1)
def limits() -> dict[str, Limit]:
    """All kinds of limiting words."""
    found = {}
    for name, row in table("markers").items():
        assert isinstance(row, dict)
        known = row.get("known")
        found[name] = Limit(
            name,
            row["kind"],
            row["lost"],
            row["added"],
            _pattern(row["patterns"]),
            _pattern([*row["patterns"], *known]) if known else None,
        )
    return found


def _pattern(alternatives: Sequence[str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{one})" for one in alternatives).replace("{N}", _NUMBER))


def marks(folded: str) -> list[Mark]:
    """Limiting words of a folded text, in order."""
    found = [
        Mark(limit.name, match.span(), match.group())
        for limit in limits().values()
        for match in limit.pattern.finditer(folded)
        if match.group()
    ]
    return sorted(found, key=lambda one: one.span)

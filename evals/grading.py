"""Graders of what a team made that need no model: each takes the result and what it was made from, and names faults.

A fault is one line, `grader: what is wrong`. An empty list means that nothing was found, not that the work is good.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ValidationError

FORBIDDEN = re.compile(
    r"(?i)\bas an ai\b|language model|\blet me know\b|i hope this helps|feel free to|lorem ipsum|\bTODO\b|\bTBD\b"
    r"|お気軽に|お役に立て|ご不明な点|AI(?:として|アシスタント)|〇〇|◯◯|\{\{|\}\}|\bundefined\b|\bNaN\b|\[object "
)
"""What a finished text does not say: talk of chats, places that were left open, what a program printed by mistake."""
KANA = re.compile(r"[\u3041-\u30ff]")
LATIN = re.compile(r"[A-Za-z]")
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
LEAST_NUMBER = 32
"""Smaller whole numbers are counts, days, marks and numbers of slides, and prove nothing."""
BOUNDS = {"research": (200, 20_000), "slides": (60, 40_000), "resume": (500, 80_000), "code": (20, 80_000)}
"""Characters that what a person reads has at least and at most."""


@dataclass(frozen=True)
class Made:
    """What a team gave for one case."""

    team: str
    lang: str
    result: BaseModel
    texts: tuple[str, ...]
    """What a person reads of it, in the language of the request."""
    claims: tuple[str, ...] = ()
    """Sentences that say what sources say."""
    sources: str = ""
    """All text that it may rest on, the words and files of the request among them."""


def schema(made: Made) -> list[str]:
    """The result is what its type says, also after it was stored and read again."""
    try:
        again = type(made.result).model_validate_json(made.result.model_dump_json(warnings=False))
    except ValidationError as error:
        return [f"schema: {error.error_count()} fields are not what the type says"]
    return [] if again == made.result else ["schema: it is another one when it is read again"]


def language(made: Made) -> list[str]:
    """Most paragraphs are written in the language of the request; quotations may be in any."""
    said = [line for text in made.texts for line in text.splitlines() if len(line) >= 40 and not _is_quoted(line)]
    if not said:
        return []
    other = [line for line in said if _is_japanese(line) != (made.lang == "ja")]
    if len(other) * 2 <= len(said):
        return []
    return [f"language: {len(other)} of {len(said)} lines are not {made.lang}: {other[0][:60]}"]


def length(made: Made) -> list[str]:
    """It is neither nothing nor endless."""
    least, most = BOUNDS[made.team]
    size = sum(map(len, made.texts))
    return [] if least <= size <= most else [f"length: {size} characters, {least} to {most} are expected"]


def forbidden(made: Made) -> list[str]:
    """Nothing of it is talk of a chat, a place left open or a slip of a program; what a source says may be quoted."""
    known = unicodedata.normalize("NFKC", made.sources).casefold()
    found = [match[0] for text in made.texts for match in FORBIDDEN.finditer(text)]
    return [f"forbidden: {words}" for words in found if words.casefold() not in known]


def numbers(made: Made) -> list[str]:
    """Every number of a claim stands in a source or in the request."""
    known = set(_numbers(made.sources))
    seen = {one for text in made.claims for one in _numbers(text)}
    return [f"numbers: {one} stands in no source" for one in sorted(seen - known)]


def citations(made: Made) -> list[str]:
    """Every citation of a report leads to a passage that it lists; every key finding has one."""
    document = made.result.document  # type: ignore[attr-defined]
    faults = [f"citations: {one} leads nowhere" for one in document.unresolved()]
    bare = [one.text for one in document.key_findings if not one.citations]
    return [*faults, *(f"citations: nothing is cited for: {text[:60]}" for text in bare)]


def references(made: Made) -> list[str]:
    """Every id that a point, table or chart of a deck names is one of its sources."""
    deck = made.result.deck  # type: ignore[attr-defined]
    if deck is None:
        return ["references: there is no deck"]
    known = {one.id for one in deck.refs}
    used = {ref for slide in deck.slides for ref in _refs(slide.model_dump())}
    return [f"references: {one} is no source of the deck" for one in sorted(used - known)]


def invented(made: Made) -> list[str]:
    """No number of a revised résumé is new, and each change stands where it says that it does."""
    result: Any = made.result
    allowed = set(_numbers(result.original + " " + made.sources))
    new = sorted(set(_numbers(result.revised)) - allowed)
    lost = [one.id for one in result.changes if result.original[one.start : one.end] != one.old]
    faults = [f"invented: {number} is not in the original" for number in new]
    return [*faults, *(f"invented: {one} changes what is not there" for one in lost)]


def outcome(made: Made) -> list[str]:
    """A run of agents ended as it should, with a branch."""
    result: Any = made.result
    return [] if result.outcome == "completed" and result.branch else [f"outcome: {result.outcome}"]


GRADERS: Mapping[str, tuple[Callable[[Made], list[str]], ...]] = {
    "research": (schema, language, length, forbidden, numbers, citations),
    "slides": (schema, language, length, forbidden, numbers, references),
    "resume": (schema, language, length, forbidden, invented),
    "code": (schema, language, length, forbidden, outcome),
}


def graded(made: Made) -> list[str]:
    """Faults by every grader of its team."""
    return [fault for grader in GRADERS[made.team] for fault in grader(made)]


def _refs(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value.get("refs") or ()
        value = list(value.values())
    if isinstance(value, list | tuple):
        for one in value:
            yield from _refs(one)


def _numbers(text: str) -> Iterator[str]:
    for match in NUMBER.finditer(unicodedata.normalize("NFKC", text)):
        plain = match[0].replace(",", "").rstrip(".")
        if "." in plain or int(plain) >= LEAST_NUMBER:
            yield plain


def _is_quoted(line: str) -> bool:
    return line.lstrip().startswith((">", "“", "「", "|", "```", "[", "- [", "<"))


def _is_japanese(line: str) -> bool:
    kana = len(KANA.findall(line))
    return kana > 0 and kana * 4 >= len(LATIN.findall(line))

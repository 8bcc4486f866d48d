"""A claim that is made of a sentence, and what changing sentences needs in every language."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

_LONG_NUMBER = re.compile(r"(?<![A-Za-z\d.,])[1-9][\d,]*\d(?![A-Za-z\d.,年月日世]|-)")
_LEAST_REST = 15
"""Characters that a sentence needs from its figure on, to be a claim."""


class Planted(NamedTuple):
    """A claim made of a sentence; `true` when its paragraph still says it."""

    kind: str
    claim: str
    true: bool


@dataclass(frozen=True)
class Given:
    """A sentence to be changed, where it stands, and what may be put into it."""

    sentence: str
    paragraph: str
    strangers: Sequence[str] = field(default=())
    """Names that other paragraphs speak of."""
    chance: random.Random = field(default_factory=random.Random)

    def stranger(self) -> str:
        """A name that the paragraph does not have; empty when there is none."""
        fresh = [name for name in self.strangers if name not in self.paragraph]
        return self.chance.choice(fresh) if fresh else ""


Change = Callable[[Given], str]
"""The sentence with one thing changed; empty where it has no such thing."""


def made(given: Given, changes: Mapping[str, Change], *, true: bool) -> Iterator[Planted]:
    """What each of the changes makes of a sentence, where it makes something of it."""
    for kind, change in changes.items():
        claim = change(given)
        if claim and (true or claim != given.sentence):
            yield Planted(kind, claim, true)


def cut_short(given: Given) -> str:
    """From within a figure to the end, as a careless quotation begins: `500 people came` of `2,500 people came`."""
    number = _LONG_NUMBER.search(given.sentence)
    rest = given.sentence[number.start() + 1 :].lstrip(",0") if number else ""
    return rest if rest[:1].isdigit() and len(rest) > _LEAST_REST else ""


def with_span(text: str, span: tuple[int, int], new: str) -> str:
    """The text with other words at a range."""
    return text[: span[0]] + new + text[span[1] :]


def exchanged(text: str, one: tuple[int, int], other: tuple[int, int]) -> str:
    """The text with two ranges, the first of them first, in each other's place."""
    first, second = text[slice(*one)], text[slice(*other)]
    return text[: one[0]] + second + text[one[1] : other[0]] + first + text[other[1] :]


def replaced(text: str, pairs: Sequence[tuple[str, str]]) -> str:
    """The text with the first of the pairs that it holds replaced, once; empty when it holds none."""
    for old, new in pairs:
        if match := re.search(old, text):
            return with_span(text, match.span(), match.expand(new))
    return ""

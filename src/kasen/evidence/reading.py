"""A text as verification sees it: folded once, with its terms, numbers, dates and denials."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property

from kasen.evidence.dates import When, dates
from kasen.evidence.negation import Denial, denials
from kasen.evidence.normal import normalise
from kasen.evidence.numbers import Number, numbers
from kasen.evidence.sentences import sentences
from kasen.evidence.terms import stem, terms
from kasen.evidence.units import CLOCK

_ACCENTED = re.compile("[\u00c0-\u024f\u1e00-\u1eff]")
_CJK_WORD = re.compile("[\u3005\u30a1-\u30fa\u30fc\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff]+")
_KANA_OR_KANJI = re.compile("[\u3041-\u30fe\u3400-\u4dbf\u4e00-\u9fff]")
_LATIN = re.compile("[A-Za-z]")
_LATIN_WORD = re.compile("[a-z]+")
_SPACES = re.compile(r"\s+")
_STOP_WORDS = """
a an the of in on at by for from to and or but as is are was were be been being it its this that these those
he she they his her their we our you i not no with which who whom whose what when where while had has have do
does did can could will would may might must should also than then there so such into about over under between
during through after before because both each more most other some only very year years century
"""
_STOP = frozenset(stem(word) for word in _STOP_WORDS.split())


class Reading:
    """One text. Everything is computed once, when it is first asked for."""

    def __init__(self, original: str) -> None:
        self.original = original

    @cached_property
    def plain(self) -> str:
        """NFKC, spaces single, Latin letters without accents, case kept."""
        return _ACCENTED.sub(_bare, normalise(self.original, spaces=True).text)

    @cached_property
    def folded(self) -> str:
        """`plain` without case."""
        return self.plain.casefold()

    @cached_property
    def weights(self) -> dict[str, float]:
        """Content terms: pairs of kanji or katakana and Latin words weigh 1, single kanji 0.3, all else nothing.

        Numbers and dates are left out: they are compared as such.
        """
        found: dict[str, float] = {}
        for term in terms(self.wordy.casefold()):
            if term in _STOP or (term.isascii() and len(term) == 1):
                continue
            if not _KANA_OR_KANJI.search(term):
                found[term] = 1.0
            elif _CJK_WORD.fullmatch(term):
                found[term] = 1.0 if len(term) > 1 else 0.3
        return found

    @cached_property
    def dates(self) -> list[When]:
        return dates(self.folded)

    @cached_property
    def numbers(self) -> list[Number]:
        return numbers(self.folded, [when.span for when in self.dates])

    @cached_property
    def denials(self) -> list[Denial]:
        return denials(self.folded)

    @cached_property
    def wordy(self) -> str:
        """`plain` with each number and date replaced by `0` and blanks, at the same offsets; the space before stays."""
        text = self.plain
        if len(text) != len(self.folded):
            return text
        for start, end in sorted({n.span for n in self.numbers} | {d.span for d in self.dates}):
            written = text[start:end]
            space = written[: len(written) - len(written.lstrip())]
            text = text[:start] + space + "0".ljust(len(written) - len(space)) + text[end:]
        return text

    @cached_property
    def timed(self) -> str:
        """`plain` with each time of day written as `21:30`."""
        text = self.plain
        if len(text) != len(self.folded):
            return text
        for number in reversed([number for number in self.numbers if number.unit is CLOCK]):
            hour, minute = divmod(int(number.base), 60)
            text = f"{text[: number.span[0]]}{hour}:{minute:02d}{text[number.span[1] :]}"
        return text

    @cached_property
    def is_cjk(self) -> bool:
        """Written in Japanese rather than in Latin letters."""
        wide = len(_KANA_OR_KANJI.findall(self.plain))
        return wide * 3 > len(_LATIN.findall(self.plain))

    @cached_property
    def sentences(self) -> list[Sentence]:
        return [Sentence(Reading(self.original[a:b]), a, b) for a, b in sentences(self.original)]

    @cached_property
    def words(self) -> frozenset[str]:
        """Stems of the words in Latin letters."""
        return frozenset(stem(word) for word in _LATIN_WORD.findall(self.folded))

    def held(self, claim: Reading) -> dict[str, float]:
        """The claim's content terms that this text holds, with their weights."""
        return {t: w for t, w in claim.weights.items() if (t in self.words if t.isascii() else t in self.folded)}

    def share_of(self, claim: Reading) -> float:
        """0–1: the share of the claim's content that this text holds."""
        total = sum(claim.weights.values())
        return sum(self.held(claim).values()) / total if total else 0.0

    @cached_property
    def squeezed(self) -> str:
        """NFKC without any white space."""
        return _SPACES.sub("", normalise(self.original).text)

    def place(self, start: int, end: int) -> tuple[int, int]:
        """The range of the original that gave `squeezed[start:end]`."""
        folded = normalise(self.original)
        places = [i for i, c in enumerate(folded.text) if not _SPACES.match(c)]
        return folded.original(places[start], places[end - 1] + 1)


@dataclass(frozen=True)
class Sentence:
    """A sentence of a passage and its half-open range in the passage's text."""

    reading: Reading
    start: int
    end: int


def _bare(match: re.Match[str]) -> str:
    return unicodedata.normalize("NFD", match.group())[0]

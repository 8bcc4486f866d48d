"""What a claim puts in the place of something else, where it repeats a sentence otherwise.

Every word of such a claim may stand in the passage: two names have changed places, a figure was taken from the next
clause. Only the place tells. A claim in words of its own has no places to compare, and nothing is said of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from fractions import Fraction
from itertools import combinations
from typing import Literal

from kasen.evidence.names import is_noun, is_plain

_KANJI = "\u3005\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff"
_TOKEN = re.compile(
    rf"[{_KANJI}]+|[\u30a1-\u30fa\u30fc]+|[A-Za-zÀ-ɏ]+(?:['’-][A-Za-zÀ-ɏ]+)*|\d{{1,2}}:\d{{2}}(?!\d)|\d+(?:[.,]\d+)*|[ぁ-ん]|[^\s\w]"
)
_SAME = 0.8
"""Share of the claim's tokens that must stand in the sentence in the same order."""
_LEAST = 6
"""Tokens of a claim from which its order says something."""
_LONGEST = 5
"""Tokens of a name."""
_JOINED = re.compile(r"(?:and|or|und|,|、|，|・|と|や|&|/)+")
_BOTH_WAYS = re.compile(
    r"\W+(?:(?:had|has|have|first|later|finally|then|also|was|got|is) ){0,2}"
    r"(?:met|meets?|married|marr(?:ies|y)|divorced?|divorces)\W+(?:(?:with|to|from|up with) )?(?:the )?"
    r"|\W+(?:[a-z]+ ){0,2}(?:joined|merged|met|collaborated|cooperated|co-operated|corresponded|competed"
    r"|negotiated|talked|worked|traded|allied|lived)(?: [a-z]+){0,2}? (?:with|alongside) (?:the )?"
)
"""What stands between two names of which each does it with the other."""
_BOTH_WAYS_JA = re.compile(
    r"と(?:は|も|の間で|共に|ともに|共同で|、)?(?:初めて|再び|正式に)?"
    r"(?:会[いうえっわ談]|出会|面会|対面|結婚|再婚|婚約|離婚|交際|提携|協力|合併|統合|対戦|対談|競争|競合|連携|同盟|文通)"
)
_LATIN_NAME = re.compile(r"[A-Z][\w'’-]*(?: (?:(?:of|the|von|van|de|no) )?[A-Z][\w'’-]*)*")
_NUMBER_WORDS = {
    word: str(value)
    for value, word in enumerate(
        ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"), start=2
    )
}


@dataclass(frozen=True)
class Substitute:
    """`mine` stands in the claim where the sentence has `theirs`."""

    kind: Literal["figure", "exchanged", "name"]
    mine: str
    theirs: str


def substitutes(claim: str, sentence: str) -> list[Substitute]:
    """What was put in the place of something else; both texts are plain (NFKC), case kept."""
    mine, theirs = _tokens(claim), _tokens(sentence)
    if len(mine) < _LEAST:
        return []
    steps = SequenceMatcher(None, mine, theirs, autojunk=False).get_opcodes()
    if sum(b - a for tag, a, b, _, _ in steps if tag == "equal") < _SAME * len(mine):
        return []
    changed = [(mine[a:b], theirs[c:d], a) for tag, a, b, c, d in steps if tag == "replace"]
    return [*_figures(changed), *_names(changed, mine)]


def goes_both_ways(claim: str, one: str, other: str) -> bool:
    """Whether a claim says of two names what each does with the other, as *met*, *married*, と会った."""
    folded = claim.casefold()
    first, second = sorted((one.casefold(), other.casefold()), key=folded.find)
    start = folded.find(first)
    end = folded.find(second, start + len(first))
    if start < 0 or end < 0:
        return False
    between, after = folded[start + len(first) : end], folded[end + len(second) :]
    return bool(_BOTH_WAYS.fullmatch(between) or _BOTH_WAYS_JA.match(after))


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(text)


def _figures(changed: Sequence[tuple[list[str], list[str], int]]) -> Iterator[Substitute]:
    for own, other, _ in changed:
        if len(own) == len(other) == 1 and _differ(_value(own[0]), _value(other[0])):
            yield Substitute("figure", own[0], other[0])


def _differ(one: str, other: str) -> bool:
    """Whether both are figures, and not the same: `2014–15` is `2014–2015`, `5.00` is `5`."""
    return bool(one and other) and Fraction(one) != Fraction(other) and not (one.endswith(other) or other.endswith(one))


def _value(token: str) -> str:
    plain = _NUMBER_WORDS.get(token.casefold(), token).replace(",", "")
    hour, colon, minute = plain.partition(":")
    if colon:
        return f"{hour:0>2}.{minute}"
    return plain if re.fullmatch(r"\d+(?:\.\d+)?", plain) else ""


def _names(changed: Sequence[tuple[list[str], list[str], int]], mine: Sequence[str]) -> Iterator[Substitute]:
    nouns = [
        (" ".join(own), " ".join(other), at, at + len(own))
        for own, other, at in changed
        if max(len(own), len(other)) <= _LONGEST and _is_noun(own) and _is_noun(other)
    ]
    for (own, other, _, end), (back, forth, begin, _) in combinations(nouns, 2):
        if (own, other) == (forth, back) and not _JOINED.fullmatch("".join(mine[end:begin])):
            yield Substitute("exchanged", own, other)
    paired = {own for own, other, _, _ in nouns if any((other, own) == (a, b) for a, b, _, _ in nouns)}
    yield from (Substitute("name", own, other) for own, other, _, _ in nouns if own not in paired)


def _is_noun(tokens: Sequence[str]) -> bool:
    if tokens[0].isascii():
        return bool(_LATIN_NAME.fullmatch(" ".join(tokens))) and not (len(tokens) == 1 and is_plain(tokens[0]))
    return is_noun("".join(tokens))

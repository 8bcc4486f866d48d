"""What a number counts: its unit, the noun after it, or the subject that it is said of (`自治体は124に上る`)."""

from __future__ import annotations

import re

from kasen.evidence.numbers import Number
from kasen.evidence.reading import Reading
from kasen.evidence.terms import stem

_WIDE = "\u3005\u30a1-\u30fa\u30fc\u3400-\u4dbf\u4e00-\u9fff"
_NOUN_AFTER = re.compile(r"\s?(?:[a-z]{3,24})(?![a-z])|(?:つの)?[\u3400-\u4dbf\u4e00-\u9fffァ-ヴー]{1,6}")
_NO_WORDS = "and but for from has have her his its more most nor not one other than that the their was were"
_NO_NOUNS = frozenset(_NO_WORDS.split())
_SUBJECT_JA = re.compile(rf"([{_WIDE}]+)(?:の(?:総?数|合計))?\s?(?:は|が|も|:)")
_COUNT_JA = re.compile(r"(?<=.)(?:総数|数)$")
_SAID_JA = re.compile(r"\s?(?:に(?:上|のぼ|達|な|増|減|とど|留)|と(?:な|、)|だ(?!け)|で(?!は)|[。、,.)）]|$)")
"""After a number that is all that is said of its subject: not `124以上`, `124を採用`, `124の部署`."""
_NEAR = 24
"""Characters between a subject and its number."""
_COMPARED = re.compile("より|比べ|から|うち")
_SUBJECT_EN = re.compile(
    r"(?:\bnumber of (?P<many>(?:[a-z-]+ ?){1,4})(?:[^.;:]*\s)??|\b(?P<one>[a-z]{3,})\s)"
    r"(?:is|was|are|were|reached|reaches|totals|total?led|equals|hit|(?:stands|stood|remained) at"
    r"|(?:rose|grew|fell|came|amounted|increased|decreased) to|has (?:reached|risen to|grown to|fallen to))"
    r"(?: now| only| just)?\s?$"
)
_ENDS_EN = re.compile(r"\b(?:in|of|by|for|with|that|which|who|to|at|on|from|is|was|are|were|reached|rose|fell|has)\b")
_NO_SUBJECTS = "and but for her his its she that the there these they this those which who"
_PRONOUNS = frozenset(_NO_SUBJECTS.split())


def counted_thing(text: Reading, number: Number) -> str:
    """What a number counts: its kind of quantity, or the noun after it (`six lanes`); empty where neither is there."""
    if number.unit.kind:
        return number.unit.kind
    after = _NOUN_AFTER.match(text.folded, number.span[1])
    if after is None or after.group().strip() in _NO_NOUNS:
        return ""
    word = after.group().strip()
    return stem(word) if word.isascii() else word


def counted(text: Reading, number: Number) -> str:
    """As `counted_thing`; of a number with neither, the subject that it is said of, or empty."""
    return counted_thing(text, number) or _subject(text, number)


def _subject(text: Reading, number: Number) -> str:
    start, end = number.span
    begin = max(text.folded.rfind(mark, 0, start) + 1 for mark in "。;\n")
    others = [other.span[1] for other in text.numbers if begin < other.span[1] <= start]
    before = text.folded[max([begin, *others]) : start]
    if text.is_cjk:
        return _subject_ja(before) if _SAID_JA.match(text.folded, end) else ""
    return _subject_en(before)


def _subject_ja(before: str) -> str:
    found = list(_SUBJECT_JA.finditer(before))
    if not found or len(before) - found[-1].end() > _NEAR or _COMPARED.search(before, found[-1].end()):
        return ""
    return _COUNT_JA.sub("", found[-1][1])


def _subject_en(before: str) -> str:
    found = _SUBJECT_EN.search(before)
    if found is None:
        return ""
    if found["many"] is None:
        return "" if found["one"] in _PRONOUNS else stem(found["one"])
    words = _ENDS_EN.split(found["many"])[0].split()
    plural = [word for word in words if word.endswith("s")]
    return stem((plural or words or [""])[-1])

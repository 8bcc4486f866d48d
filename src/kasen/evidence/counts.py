"""What a number counts: its unit, the noun after it, or the subject that it is said of (`自治体は124に上る`)."""

from __future__ import annotations

import re

from kasen.evidence.numbers import Number
from kasen.evidence.reading import Reading
from kasen.evidence.terms import stem
from kasen.evidence.units import CLOCK, MEASURES

_WIDE = "\u3005\u30a1-\u30fa\u30fc\u3400-\u4dbf\u4e00-\u9fff"
_NOUN_AFTER = re.compile(r"\s?(?:[a-z]{3,24})(?![a-z])|(?:つの)?[\u3400-\u4dbf\u4e00-\u9fffァ-ヴー]{1,6}")
_NO_WORDS = (
    "and but for from has have her his its more most nor not one other than that the their was were are who which with "
    "into out over under after before per each ago old years year hundred thousand million billion trillion when while "
    "had did does can may will would could should also only just all both between through during since until then "
    "there they this these those where whose what because although though against among about around across along near"
)
_FIGURE = re.compile(
    r"^[^a-zぁ-ヿ\u3400-\u9fff%°]+|[\d,.一二三四五六七八九十百千万億兆〇]+|\b(?:thousand|million|billion|trillion)\b"
)
_NO_NOUNS = frozenset(_NO_WORDS.split())
_COUNTER = re.compile(
    r"(?!以上|以下|以内|以後|以前|未満|超|余|前後|程度|近|強|弱|増|減|高|安|内|外|中|目|もの|あまり)"
    "(?:(?:つの|の)?[\u3005\u3400-\u4dbf\u4e00-\u9fffァ-ヴー]{1,6})"
)
_ANY_PLACE = re.compile("^[かカヶヵケ箇ヵ]")
_ANY_THING = frozenset(("つ", "個", "点", "件", "者", "氏", "名", "もの", "箇", "所", "の"))
"""Counters of Japanese that count whatever there is."""
_BESIDE = 48
"""Characters around a figure in which its thing may stand in other words of the sentence."""
_BESIDE_JA = 12
_SENTENCE = re.compile(r"[.;:!?。；](?!\d)|\s(?:and|but)\s")
_WORDS = re.compile("[a-z]{3,}")
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


def counts_another(claim: Reading, mine: Number, text: Reading, theirs: Number) -> str:
    """What the text counts with a figure where the claim counts something else with an equal one; mostly empty.

    Asked where the unit of one of them is not known. A noun that stands near the figure on the other side is the same.
    """
    if (mine.unit.kind and theirs.unit.kind) or CLOCK in (mine.unit, theirs.unit) or claim.is_cjk != text.is_cjk:
        return ""
    own, other = _word(claim, mine), _word(text, theirs)
    if not own or not other:
        return ""
    if claim.is_cjk:
        own, other = (_ANY_PLACE.sub("", word) for word in (own, other))
        alike = not own or not other or own[0] == other[0] or bool({own, other, own[0], other[0]} & _ANY_THING)
        return "" if alike or own in _around(text, theirs) or other in _around(claim, mine) else other
    kinds = {mine.unit.kind, theirs.unit.kind} - {""}
    if kinds and not kinds & MEASURES:
        return ""
    near, nearer = (set(map(stem, _WORDS.findall(_around(*one)))) for one in ((text, theirs), (claim, mine)))
    return "" if stem(own) in near or stem(other) in nearer else other


def _word(text: Reading, number: Number) -> str:
    """The unit of a number as it is written, else the noun after it."""
    start, end = number.span
    if number.unit.kind:
        written = _FIGURE.sub("", text.folded[start:end])
        return written.split()[-1] if written.isascii() and written.split() else written
    if any(0 <= one.span[0] - end <= 1 for one in text.numbers):
        return ""
    after = (_COUNTER if text.is_cjk else _NOUN_AFTER).match(text.folded, end)
    word = after.group().strip() if after else ""
    return "" if word in _NO_NOUNS or word.endswith("ly") else word.removeprefix("つ").removeprefix("の")


def _around(text: Reading, number: Number) -> str:
    """What stands near a number in its sentence."""
    start, end = number.span
    reach = _BESIDE_JA if text.is_cjk else _BESIDE
    before = _SENTENCE.split(text.folded[max(0, start - reach) : start])[-1]
    return f"{before} {_SENTENCE.split(text.folded[end : end + reach])[0]}"


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

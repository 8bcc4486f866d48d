"""Which quantity a question asks for, and whether a sentence gives one: degrees to *how hot*, metres to *how tall*."""

from __future__ import annotations

import re
from functools import lru_cache

from kasen.evidence.dates import dates
from kasen.evidence.normal import normalise
from kasen.evidence.numbers import Number, numbers

_MONEY = frozenset({"yen", "dollar", "euro", "pound sterling"})
_TIME = frozenset({"time", "days", "months", "years", "ages"})
_NO_AMOUNT = re.compile(
    r"^\W*(?:(?:in|at|of|for|by|from|to|with) )?"
    r"(?:why|who|whose|whom|which(?! (?:temperature|length|share|percentage|percent|proportion)))\b"
    r"|なぜ|何故|どうして|だれ|誰|どの(?!くらい|ぐらい|程度)"
)
"""Questions for a reason, a person, one of several: no figure answers them, whatever they speak of."""
_IS = r"\bwhat(?: (?:is|was)|['’]s) the (?:[\w-]+ ){0,2}?"
_OF = r"(?= (?:of|for|per|in|at)\b|\W*$)"
_ASKED: tuple[tuple[re.Pattern[str], frozenset[str]], ...] = (
    (
        re.compile(r"\bhow (?:hot|cold|warm)\b|\b(?:what|which) temperature\b|何度|温度は|気温は"),
        frozenset({"celsius", "fahrenheit"}),
    ),
    (
        re.compile(
            rf"\bhow (?:tall|thick)\b|{_IS}(?:height|width|depth){_OF}"
            r"|(?:高さ|深さ|幅|直径|距離|厚さ|全長|標高)は|何(?:メートル|キロメートル|センチ)"
        ),
        frozenset({"length"}),
    ),
    (re.compile(r"\bhow long\b|\b(?:what|which) length\b|長さは"), _TIME | {"length"}),
    (re.compile(r"\bhow old\b|\bhow (?:soon|quickly)\b|何(?:年|日|時間|週|か月|ヶ月)間"), _TIME),
    (
        re.compile(rf"\bhow heavy\b|\bhow much\b[^?]*\bweighs?\b|{_IS}weight{_OF}|重さは|重量は|体重は"),
        frozenset({"mass"}),
    ),
    (
        re.compile(
            r"\bhow expensive\b|\bhow much\b[^?]*\bcosts?\b|\bwhat (?:price|cost|wage|salary)\b"
            rf"|{_IS}(?:price|cost|wage|salary){_OF}|いくらで|(?:値段|価格)は|何円|何ドル"
        ),
        _MONEY,
    ),
    (
        re.compile(r"\b(?:what|which) (?:share|percentage|percent|proportion)\b|割合は|何(?:%|パーセント|割)"),
        frozenset({"%"}),
    ),
    (re.compile(rf"\bhow many people\b|{_IS}population{_OF}|何人|人口は"), frozenset({"people"})),
)
_MAY_ASK = re.compile(r"\bhow (?:high|wide|deep|far)\b")
"""Asked of mountains and of risks: a length may answer, and none need be there."""


@lru_cache(maxsize=4096)
def wanted(question: str) -> frozenset[str]:
    """Kinds of quantity (`length`, `mass`, …) of which the question asks for one; none where it asks for no such."""
    text = normalise(question).text.casefold()
    if _NO_AMOUNT.search(text):
        return frozenset()
    return frozenset().union(*(kinds for pattern, kinds in _ASKED if pattern.search(text)))


def gives(sentence: str, question: str) -> bool:
    """Whether a sentence holds a quantity of the kind asked for, or may be, that the question does not say itself."""
    kinds = wanted(question) or _possible(question)
    known = {(number.unit.kind, number.base) for number in _numbers(question)}
    return any(n.unit.kind in kinds and (n.unit.kind, n.base) not in known for n in _numbers(sentence))


def _possible(question: str) -> frozenset[str]:
    text = normalise(question).text.casefold()
    return frozenset({"length"}) if _MAY_ASK.search(text) and not _NO_AMOUNT.search(text) else frozenset()


@lru_cache(maxsize=8192)
def _numbers(text: str) -> tuple[Number, ...]:
    folded = normalise(text).text.casefold()
    return tuple(numbers(folded, [when.span for when in dates(folded)]))

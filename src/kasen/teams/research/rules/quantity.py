"""Which quantity a question asks for, and whether a sentence gives one: degrees to *how hot*, metres to *how tall*."""

from __future__ import annotations

import re
from functools import lru_cache

from kasen.evidence.dates import dates
from kasen.evidence.normal import normalise
from kasen.evidence.numbers import Number, numbers

_MONEY = frozenset({"yen", "dollar", "euro", "pound sterling"})
_TIME = frozenset({"time", "days", "months", "years", "ages"})
_ASKED: tuple[tuple[re.Pattern[str], frozenset[str]], ...] = (
    (
        re.compile(r"\bhow (?:hot|cold|warm)\b|\b(?:what|which) temperature\b|何度|温度は|気温は"),
        frozenset({"celsius", "fahrenheit"}),
    ),
    (
        re.compile(
            r"\bhow (?:tall|high|wide|deep|thick|far)\b|\b(?:what|which) (?:is|was) the (?:height|width|depth)\b"
            r"|(?:高さ|深さ|幅|直径|距離|厚さ|全長|標高)は|何(?:メートル|キロメートル|センチ)"
        ),
        frozenset({"length"}),
    ),
    (re.compile(r"\bhow long\b|\b(?:what|which) length\b|長さは"), _TIME | {"length"}),
    (re.compile(r"\bhow old\b|\bhow (?:soon|quickly)\b|\bdelayed\b|何(?:年|日|時間|週|か月|ヶ月)間"), _TIME),
    (re.compile(r"\bhow heavy\b|\bweigh(?:s|t)?\b|重さは|重量は|体重は"), frozenset({"mass"})),
    (re.compile(r"\bhow expensive\b|\b(?:price|cost|costs|wage|salary)\b|いくらで|値段|価格は|何円|何ドル"), _MONEY),
    (
        re.compile(r"\b(?:what|which) (?:share|percentage|percent|proportion)\b|割合は|何(?:%|パーセント|割)"),
        frozenset({"%"}),
    ),
    (re.compile(r"\bhow many people\b|\bpopulation\b|何人|人口は"), frozenset({"people"})),
)


@lru_cache(maxsize=4096)
def wanted(question: str) -> frozenset[str]:
    """Kinds of quantity (`length`, `mass`, …) of which the question asks for one; none where it asks for no such."""
    text = normalise(question).text.casefold()
    return frozenset().union(*(kinds for pattern, kinds in _ASKED if pattern.search(text)))


def gives(sentence: str, question: str) -> bool:
    """Whether a sentence holds a quantity of the kind asked for that the question does not say itself."""
    kinds = wanted(question)
    known = {(number.unit.kind, number.base) for number in _numbers(question)}
    return any(n.unit.kind in kinds and (n.unit.kind, n.base) not in known for n in _numbers(sentence))


@lru_cache(maxsize=8192)
def _numbers(text: str) -> tuple[Number, ...]:
    folded = normalise(text).text.casefold()
    return tuple(numbers(folded, [when.span for when in dates(folded)]))

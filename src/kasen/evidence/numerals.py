"""Reading numerals: Arabic with separators, kanji (positional and with 十百千万億兆), and English words."""

from __future__ import annotations

import re
from fractions import Fraction

DIGITS = r"\d{1,3}(?:,\d{3}){1,8}(?:\.\d{1,20})?(?!\d)|\d{1,30}(?:\.\d{1,20})?"
KANJI_DIGITS = "〇一二三四五六七八九"
KANJI_NUMERAL = f"(?<![{KANJI_DIGITS}十百千万億兆])[{KANJI_DIGITS}十百千万億兆]{{1,30}}+"
_UNDER_10000 = (
    "(?:[一二三四五六七八九]?千)?(?:[一二三四五六七八九]?百)?(?:[一二三四五六七八九]?十)?[一二三四五六七八九]?"
)
KANJI_COUNT = (
    f"(?<![{KANJI_DIGITS}十百千万億兆数何幾])"
    "(?=[一二三四五六七八九十百千]{1,8}[十百千万億兆]|[十百千][一二三四五六七八九])"
    f"(?:{_UNDER_10000}兆)?(?:{_UNDER_10000}億)?(?:{_UNDER_10000}万)?{_UNDER_10000}(?![{KANJI_DIGITS}十百千万億兆])"
)
"""A numeral of two or more characters that says a count by itself, whatever is counted: its scales fall."""
_SMALL = {"十": 10, "百": 100, "千": 1000}
_BIG = {"万": 10**4, "億": 10**8, "兆": 10**12}
_ONES_TEXT = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
nineteen
"""
_TENS_TEXT = "twenty thirty forty fifty sixty seventy eighty ninety"
ENGLISH_SCALES = {
    "hundred": 100,
    "thousand": 1000,
    "million": 10**6,
    "mn": 10**6,
    "billion": 10**9,
    "bn": 10**9,
    "trillion": 10**12,
    "tn": 10**12,
}
_WORD_VALUES = {w: i for i, w in enumerate(_ONES_TEXT.split())} | {
    w: 10 * i for i, w in enumerate(_TENS_TEXT.split(), start=2)
}
_WORD = "|".join(sorted([*_WORD_VALUES, *ENGLISH_SCALES, "dozen"], key=len, reverse=True))
ENGLISH_NUMERAL = rf"(?<![a-z-])(?:a\s)?(?:{_WORD})(?:(?:[\s-]|\sand\s)(?:{_WORD})){{0,12}}(?![a-z])"
_CJK_TOKEN = re.compile(rf"{DIGITS}|[{KANJI_DIGITS}]+|[十百千万億兆]")


def cjk_value(text: str) -> Fraction:
    """Value of a numeral such as `3億5,000万`, `二〇二〇`, `百二十`."""
    total = section = Fraction(0)
    current: Fraction | None = None
    for token in _CJK_TOKEN.findall(text):
        if token in _SMALL:
            section += (Fraction(1) if current is None else current) * _SMALL[token]
            current = None
        elif token in _BIG:
            section += current or 0
            total += (section or 1) * _BIG[token]
            section, current = Fraction(0), None
        else:
            digits = "".join(str(KANJI_DIGITS.index(c)) if c in KANJI_DIGITS else c for c in token)
            current = Fraction(digits.replace(",", ""))
    return total + section + (current or 0)


def english_value(text: str) -> Fraction:
    """Value of words such as `three hundred million`, `twenty-five`, `a dozen`."""
    total = section = Fraction(0)
    for word in re.findall(r"[a-z]+", text):
        if word in _WORD_VALUES:
            section += _WORD_VALUES[word]
        elif word == "hundred":
            section = (section or Fraction(1)) * 100
        elif word == "dozen":
            section = (section or Fraction(1)) * 12
        elif word in ENGLISH_SCALES:
            total += (section or 1) * ENGLISH_SCALES[word]
            section = Fraction(0)
    return total + section

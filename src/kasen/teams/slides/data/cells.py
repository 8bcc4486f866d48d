"""What one cell says: a number with its unit, or nothing that can be reckoned with."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from typing import NamedTuple

from kasen.evidence.numerals import cjk_value

Raw = str | int | float | bool | None
"""A cell as a reader hands it over."""


class Percent(float):
    """A number that its cell shows with a percent sign: 12.5 where 0.125 is stored."""


class Money(float):
    """A number whose cell is formatted as money."""

    unit: str = ""


class Amount(NamedTuple):
    """A number and the unit that the cell itself names; empty for none."""

    value: float
    unit: str = ""


_SIGNS = {
    "¥": "円",
    "\\": "円",
    "$": "$",
    "US$": "$",
    "€": "€",
    "£": "£",
    "JPY": "円",
    "USD": "$",
    "EUR": "€",
    "GBP": "£",
}
_SCALES = {"千": 10**3, "百万": 10**6, "千万": 10**7, "十億": 10**9, "百億": 10**10, "千億": 10**11}
_LETTERS = {"k": 10**3, "m": 10**6, "mn": 10**6, "million": 10**6, "bn": 10**9, "b": 10**9, "billion": 10**9}
_LETTERS |= {"thousand": 10**3, "trillion": 10**12}
_WORDS = (
    "円 ドル ユーロ ポンド 元 ウォン 人 名 件 個 台 本 社 店 店舗 戸 世帯 冊 枚 票 株 頭 羽 食 泊 杯 軒",
    "か国 カ国 ヶ国 校 箇所 か所 ヶ所",
    "% パーセント 割 ポイント pt pts bps ‰ 倍 回 kg g mg t トン キロ m cm mm km m2 m3 ㎡ km2 ha ヘクタール l ml kl cc",
    "リットル 秒 分 時間 か月 ヶ月 カ月 歳 才 °c ℃ kwh mwh gwh wh kw mw gw w v a hz khz mhz ghz gb mb kb tb db",
    "kcal cal j kj hours minutes seconds tons tonnes",
    "people persons cases units items pieces companies stores shops households countries",
    "yen dollars euros usd jpy eur gbp",
)
_UNITS = frozenset(unicodedata.normalize("NFKC", word) for line in _WORDS for word in line.split())
_PLAIN = re.compile(r"-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?")
_CURRENCY = r"(?P<money>US\$|JPY|USD|EUR|GBP|[¥\\$€£])?\s*"
_AMOUNT = re.compile(
    rf"""
    (?P<open>\()?\s*(?P<sign>[-−–▲△▼+]|マイナス)?\s*{_CURRENCY}(?P<sign2>[-−▲△])?\s*
    (?P<digits>(?:\d{{1,3}}(?:,\d{{2,3}})*,\d{{3}}|\d{{1,3}}(?:\x20\d{{3}})+|\d{{1,15}})(?:\.\d{{1,15}})?|\.\d{{1,15}})
    (?P<exp>e[+-]?\d{{1,2}})?\s*
    (?P<scale>(?:十|百|千)?(?:億|兆)|千万|百万|万|千)?(?P<more>[\d,]+(?:\.\d+)?\s*千?万)?
    \s*(?P<letter>(?:k|mn?|bn?|million|billion|thousand|trillion)(?![a-z]))?\s*
    (?P<unit>[^\d\s()（）][^\d()]{{0,11}})?\s*(?P<close>\))?
    """,
    re.VERBOSE | re.IGNORECASE,
)
_EUROPEAN = re.compile(r"-?(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?")
_NOTHING = "- ‐ – — ― ー … ... n/a na nan null *** #n/a"
NOTHING = frozenset({"", *_NOTHING.split()})
"""What a cell of numbers says where there is none; NFKC, casefolded."""
_LEADING_ZERO = re.compile(r"[-+]?0\d+")


def amount(raw: Raw) -> Amount | None:
    """The number of a cell; None for words, codes (`00123`), and numbers of a thing that is no quantity (`10代`).

    Full-width digits, separators, ▲ and brackets for minus, percent and currency signs, 億 and 万 are read.
    """
    if isinstance(raw, bool) or raw is None:
        return None
    if isinstance(raw, Money):
        return Amount(float(raw), raw.unit)
    if isinstance(raw, Percent):
        return Amount(round(float(raw), 10), "%")
    if isinstance(raw, int | float):
        return Amount(float(raw))
    if _PLAIN.fullmatch(raw):
        return Amount(float(raw))
    text = unicodedata.normalize("NFKC", raw).strip()
    if not text or len(text) > 40 or _LEADING_ZERO.fullmatch(text):
        return None
    match = _AMOUNT.fullmatch(text)
    return _read(match) if match else None


def european(raw: Raw) -> Amount | None:
    """The number of a cell that writes `1.234,5`."""
    if isinstance(raw, str) and _EUROPEAN.fullmatch(raw.strip()) and not _LEADING_ZERO.fullmatch(raw.strip()):
        return Amount(float(raw.strip().replace(".", "").replace(",", ".")))
    return None


def is_nothing(raw: Raw) -> bool:
    """Whether the cell is empty, or says that there is no value."""
    return raw is None or (isinstance(raw, str) and unicodedata.normalize("NFKC", raw).strip().casefold() in NOTHING)


def is_unit(text: str) -> bool:
    """Whether a word is a unit of amounts, with a scale before it or not: `百万円`, `kg`, `USD million`."""
    text = unicodedata.normalize("NFKC", text).strip().casefold()
    text = re.sub(r"^(?:in|単位\s*[::]?|unit\s*:?)\s*", "", text)
    if (
        text in {"$", "¥", "€", "£", "%", "pct", "percent", "百万", "万", "億", "千"}
        or text in _UNITS
        or text in _LETTERS
    ):
        return True
    if match := re.fullmatch(r"(.+?)\s*(?:/|\bper\b)\s*.+", text):
        return is_unit(match[1])
    parts = re.fullmatch(r"(?:十|百|千|万|億|兆)*(?P<ja>\D{1,4})", text)
    if parts and parts["ja"] in _UNITS:
        return True
    words = re.findall(r"[a-z$€£¥%]+", text)
    return bool(words) and all(word in _UNITS or word in _LETTERS or word in "$€£¥" or word == "of" for word in words)


def scale_of(unit: str) -> int:
    """By what the numbers of a unit are multiplied: 1,000,000 of `百万円`, `USD million`; 1 of `円`."""
    text = unicodedata.normalize("NFKC", unit).casefold()
    if match := re.match(r"(?:十|百|千)?(?:万|億|兆)|千", text):
        return int(cjk_value(match[0]))
    return next(
        (_LETTERS[word] for word in re.findall(r"[a-z]+?(?=s?\b)", text) if len(word) > 2 and word in _LETTERS), 1
    )


def _read(match: re.Match[str]) -> Amount | None:
    unit = (match["unit"] or "").strip()
    if (unit and unit.casefold() not in _UNITS) or bool(match["open"]) != bool(match["close"]):
        return None
    value = Fraction(match["digits"].replace(",", "").replace(" ", ""))
    if match["exp"]:
        value *= Fraction(10) ** int(match["exp"][1:])
    value = _scaled(value, match)
    negative = match["open"] or (match["sign"] or match["sign2"] or "+") != "+"
    money = match["money"]
    named = unit or (_SIGNS[money.upper()] if money else "")
    if named in ("パーセント",):
        named = "%"
    number = float(-value if negative else value)
    return Amount(number, named)


def _scaled(value: Fraction, match: re.Match[str]) -> Fraction:
    if match["scale"]:
        value *= _SCALES.get(match["scale"]) or cjk_value(match["scale"])
    if match["more"]:
        value += cjk_value(match["more"].replace(" ", ""))
    if match["letter"]:
        value *= _LETTERS[match["letter"].lower()]
    return value

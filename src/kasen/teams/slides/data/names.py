"""Names of columns, categories and units as sentences of a deck say them: in its language, or quoted as they are."""

from __future__ import annotations

import re

from kasen.teams.slides.data.cells import scale_of
from kasen.teams.slides.data.table import Column
from kasen.teams.slides.data.written import is_rate
from kasen.teams.slides.schemas.part import Lang

_CJK = re.compile("[\u3041-\u30fe\u4e00-\u9fff]")
_WORD = re.compile(r"[A-Za-z]*[a-z][A-Za-z]+")
_BASES = {
    "円": "yen", "ドル": "USD", "ユーロ": "EUR", "ポンド": "GBP", "人": "people", "名": "people", "件": "cases",
    "個": "pieces", "台": "units", "社": "companies", "店": "stores", "店舗": "stores", "時間": "hours",
    "分": "minutes", "秒": "seconds", "日": "days", "年": "years", "か月": "months", "トン": "t", "キロ": "kg",
    "世帯": "households", "回": "times", "倍": "times", "歳": "years", "ポイント": "points",
}  # fmt: skip
_WORDS = {
    "yen": "円", "jpy": "円", "usd": "ドル", "dollars": "ドル", "dollar": "ドル", "eur": "ユーロ", "euros": "ユーロ",
    "gbp": "ポンド", "people": "人", "persons": "人", "cases": "件", "items": "個", "pieces": "個", "companies": "社",
    "stores": "店", "shops": "店", "households": "世帯", "hours": "時間", "minutes": "分", "seconds": "秒",
    "tons": "トン", "tonnes": "トン",
}  # fmt: skip
_SCALES = {"千": "thousand", "百万": "million", "十億": "billion", "兆": "trillion"}
_SCALED = re.compile(r"(?P<scale>千|百万|十億|兆)?(?P<base>\D+)")
_COUNTED = re.compile(r"(?P<of>件|人|席|個|台|社|店舗|店|冊|枚|戸|組|室|点|者|回)数$")
_BRACKETS = re.compile(r"\s*[(（][^()（）]*[)）]\s*$")
_LABEL = 40
LONG = {"ja": 14, "en": 28}
"""Characters from which a name is quoted, so that it is seen where it ends."""


def quoted(name: str, lang: Lang) -> str:
    """The name as it is; in marks of quotation where it is of the other language or long."""
    if "「" in name or "“" in name:
        return name
    if lang == "ja":
        foreign = _WORD.search(name) is not None and _CJK.search(name) is None
        return f"「{name}」" if (foreign or len(name) > LONG[lang]) else name
    foreign = _CJK.search(name) is not None
    return f"“{name}”" if (foreign or len(name) > LONG[lang]) else name


def short(name: str, lang: Lang) -> str:
    """A name for a title: quoted where it has to be, and cut where it is long, first of what is in brackets."""
    most = LONG[lang]
    name = _BRACKETS.sub("", name) or name if len(name) > most else name
    return quoted(name if len(name) <= most else f"{name[:most].rstrip()}…", lang)


def cut(label: str) -> str:
    """The name of a category as a chart has room for it."""
    return label if len(label) <= _LABEL else f"{label[: _LABEL - 1]}…"


def is_foreign(name: str, lang: Lang) -> bool:
    """Whether a name is of the other language, and is quoted for that."""
    return quoted(name[: LONG[lang]], lang) != name[: LONG[lang]]


def unit_in(unit: str, lang: Lang) -> str:
    """The unit in the language of the deck, of the same scale; one that has no word there stays as it is."""
    if lang == "en" and (match := _SCALED.fullmatch(unit)) and match["base"] in _BASES:
        base = _BASES[match["base"]]
        return f"{_SCALES[match['scale']]} {base}" if match["scale"] else base
    if lang == "ja" and unit.isascii() and (words := unit.casefold().replace("of", " ").split()):
        base = next((_WORDS[word] for word in words if word in _WORDS), "")
        scale = next((short for short, word in _SCALES.items() if word in words), "")
        if base and len(words) == 1 + bool(scale) and scale_of(unit) == scale_of(f"{scale}{base}"):
            return scale + base
    return unit


def unit_of(column: Column, lang: Lang) -> str:
    """The unit of a column; in Japanese that of a count is in its name: 件数 counts 件."""
    unit = column.profile.unit
    if not unit and lang == "ja" and (match := _COUNTED.search(column.name)):
        return {"者": "人"}.get(match["of"], match["of"])
    return unit_in(unit, lang)


def extremes(name: str, unit: str, lang: Lang) -> tuple[str, str]:
    """How the most and the least of a column are called: a rate is high, a count is many, an amount is large."""
    if lang == "en":
        return "highest", "lowest"
    if is_rate(name, unit):
        return "高い", "低い"
    return ("多い", "少ない") if name.endswith(("数", "人口", "件")) else ("大きい", "小さい")

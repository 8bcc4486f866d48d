"""What a question compares, and by what: read from its words, in Japanese and English."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kasen.evidence.normal import normalise
from kasen.teams.research.rules.question import content_words, folded, plain_words
from kasen.teams.research.schemas.compare import MOST, Compared, Criterion, direction

_END = r"(?=[.?;:!]|$)"
_BY_EN = r"(?:by|on|in terms of|regarding|with regard to|with respect to|according to|for|in)"
_LIST_EN = re.compile(
    r"\s*(?:\scompared?\s(?:to|with|against)\s|,\s*(?:and|or)\s+|,|;|\s(?:and|or|vs\.?|versus|with|to|against)\s)\s*",
    re.IGNORECASE,
)
_ENGLISH = (
    re.compile(
        rf"\bcompar(?:e|ing)\s+(?:the\s+)?(?P<criteria>[^.?;]+?)\s+of\s+(?P<items>[^.?;]+?(?:,|\band\b|\bwith\b|\bvs\.?\s)[^.?;]+?){_END}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:compare|comparing|contrast|comparison (?:of|between)|differences? between|difference of)\s+"
        rf"(?P<items>[^.?;]+?)(?:\s+{_BY_EN}\s+(?:the\s+|their\s+)?(?P<criteria>[^.?;]+?))?{_END}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\bhow\s+(?:does|do|is|are)\s+(?P<items>[^.?;]+?\scompared?\s(?:to|with|against)\s[^.?;]+?)"
        rf"(?:\s+{_BY_EN}\s+(?P<criteria>[^.?;]+?))?{_END}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?P<items>[^.?;,:]+?\s(?:vs\.?|versus)\s[^.?;:]+?)(?:\s*[:,]\s*(?P<criteria>[^.?;]+?)"
        rf"|\s+{_BY_EN}\s+(?P<by>[^.?;]+?))?{_END}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\bwhich\s+(?:one\s+)?(?:is|has|are)\s+(?P<criteria>[^,.?;]+?)\s*[,:]\s*(?P<items>[^.?;]+?\bor\b[^.?;]+?){_END}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\bis\s+(?P<items>[^.?;,]+?\bor\b[^.?;,]+?)\s+(?P<criteria>\w+er|better|more \w+|less \w+){_END}",
        re.IGNORECASE,
    ),
)
_TERM_JA = r"(?:[^とやのはをがで、。\s]|(?<=[0-9A-Za-zァ-ヶー]) (?=[0-9A-Za-zァ-ヶー])){1,40}?"
"""A name; a space stands in one between katakana, Latin letters and figures: `カゼノリ S3`."""
_LIST_JA = re.compile(
    r"\s*(?:、|，|,|・|及び|および|ならびに|対|\bvs\.?\s|\bversus\s|と(?!い|し|は|も|な|す|呼|言|称)|や)\s*",
    re.IGNORECASE,
)
_ITEMS_JA = rf"(?P<items>{_TERM_JA}(?:\s*(?:と|、|，|,|・|や|対|及び|および|\svs\.?\s)\s*{_TERM_JA})+)"
_LIST_OF_JA = r"[^をはが。で]{1,80}?"
_COMPARES_JA = r"(?:比較|比べ|違い|相違|差異|優劣|どちら|どっち|どれ|長所)"
_JAPANESE = (
    re.compile(
        rf"{_ITEMS_JA}\s*と?を\s*(?P<criteria>{_LIST_OF_JA})(?:の(?:観点|面|点)から|の(?:観点|面|点)で|で|から)\s*{_COMPARES_JA}"
    ),
    re.compile(rf"{_ITEMS_JA}\s*と?の\s*(?P<criteria>{_LIST_OF_JA})(?:を|は|の|で)\s*{_COMPARES_JA}"),
    re.compile(
        rf"{_ITEMS_JA}\s*と?(?:で)?は\s*(?:、)?(?:どちら|どっち|どれ)が(?:より|一番|最も)?(?P<criteria>[^、。?？]{{1,20}}?)(?:です|でしょう|ます)?か?(?=[、。?？]|$)"
    ),
    re.compile(rf"{_ITEMS_JA}\s*と?(?:を|の|は|では|で)\s*.{{0,8}}?{_COMPARES_JA}"),
    re.compile(rf"(?P<items>{_TERM_JA}\s*(?:vs\.?|対)\s*{_TERM_JA})(?=[、。?？\s]|$)", re.IGNORECASE),
)
_SAME = (
    "price cost priced 価格 値段 料金 費用",
    "weight mass 重さ 重量 質量",
    "size dimensions 大きさ 寸法 サイズ",
    "speed velocity 速さ 速度",
    "battery charge バッテリー 電池",
    "capacity 容量",
    "population 人口",
    "area 面積",
    "height 高さ",
    "length 長さ",
    "taste flavour flavor 味 風味",
    "caffeine カフェイン",
)
"""Criteria that people compare by, each with other words for the same; a rule knows no others."""
_DIRECTION = re.compile(r"\s*[(（]([^)）]*)[)）]\s*$")
_ARTICLE = re.compile(r"^(?:the|a|an|its|their|both|between|and|or)\s+", re.IGNORECASE)
_VERB_END_JA = re.compile(r"(?:し?て(?:ください|下さい)?|せよ|する)$")


def compared(question: str) -> tuple[list[str], list[str]]:
    """Items and criteria that a question names; empty lists where it does not say."""
    text = " ".join(normalise(question).text.split())
    japanese = not text.isascii()
    for pattern in (*_JAPANESE, *_ENGLISH) if japanese else _ENGLISH:
        match = pattern.search(text)
        if match is None:
            continue
        groups = match.groupdict()
        items = listed(match["items"], japanese=japanese)
        if len(items) > 1:
            said = groups.get("criteria") or groups.get("by") or ""
            return items, [one for one in listed(said, japanese=japanese) if content_words(one)][:MOST]
    return [], []


def listed(text: str, *, japanese: bool) -> list[str]:
    """The entries of a list in words: `A, B and C`, `AとBとC`."""
    parts = (_LIST_JA if japanese else _LIST_EN).split(text)
    if japanese and len(parts) == 1:
        parts = _LIST_EN.split(text)
    cleaned = [_VERB_END_JA.sub("", _ARTICLE.sub("", part.strip(" 「」『』\"'"))).strip() for part in parts]
    return list(dict.fromkeys(part for part in cleaned if any(c.isalnum() for c in part)))[:MOST]


def criterion(text: str) -> Criterion:
    """A criterion as people write it: `price (lower is better)`, `価格（安いほど良い）` say what is better."""
    told = _DIRECTION.search(text)
    way = direction(told[1]) if told else ""
    name = text[: told.start()].strip() if told and way and told.start() else text.strip()
    return Criterion(name=name, also=_same(name), better=way)


def _same(name: str) -> list[str]:
    own = next((words.split() for words in _SAME if folded(name) in words.split()), [])
    return [word for word in own if word != folded(name)]


def proposed(question: str, items: Sequence[str], vocabulary: Sequence[str], *, lang: str, most: int = 4) -> list[str]:
    """Criteria where the question names none: its other words, else words typical of the documents, else the whole."""
    own = {word for item in items for word in plain_words(item)}
    asks = {
        "compare",
        "comparison",
        "contrast",
        "versus",
        "vs",
        "better",
        "best",
        "which",
        "比較",
        "優劣",
        "長所",
        "短所",
    }
    left = [word for word in plain_words(question) if word not in own | asks]
    typical = [t for t in vocabulary if len(t) > 1 and content_words(t) and folded(t) not in own and not t[0].isdigit()]
    return list(dict.fromkeys(left or typical))[:most] or ["概要" if lang == "ja" else "overview"]


def items_of(names: Sequence[str]) -> list[Compared]:
    """Items by their names alone."""
    return [Compared(name=name) for name in names]

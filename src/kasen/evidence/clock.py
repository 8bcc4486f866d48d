"""Times of day in a text, each one value however it is written: `9:30 p.m.`, `21:30` and `午後9時半` are the same.

Ratios, scores, verses, durations, offsets and places in files are written with colons too. What stands beside them
tells, or their form does: minutes have two digits, and three parts (`1:23:45`) are a time only where that is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from kasen.evidence.numerals import cjk_value, english_value

Half = Literal["said", "open", ""]
_DAY, _HALF = 24, 12
_BACK = 24
"""Characters before a time in which the other end of its span is looked for."""
_MARKS = {
    "am": "午前|早朝|未明|朝|(?<![a-z])am",
    "pm": "午後|夕方|夕刻|夕|(?<![a-z])pm",
    "night": "深夜|夜|晩",
    "noon": "昼",
}
_BEFORE = rf"(?P<before>{'|'.join(_MARKS.values())})の?\s?"
_PART = r"\s(?P<part>in\sthe\s(?:early\s|late\s)?(?:morning|afternoon|evening)|at\snight)(?![a-z])"
_AFTER = rf"(?:\s?(?P<after>[ap]\.\s?m\.?|[ap]m)(?![a-z\d])|{_PART})"
_HOUR = r"(?:2[0-4]|1\d|0?\d)"
_TWELVE = r"(?:1[0-2]|0?[1-9])"
_MINUTE = r"[0-5]\d"
_KANJI = "一二三四五六七八九"
_KANJI_HOUR = f"二十[一二三四]?|十[{_KANJI}]?|[〇零{_KANJI}]"
_WORD = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_ALONE = r"(?<![a-z\d.,:+$€£¥])"
_OFFSET = r"(?<!utc[-−])(?<!gmt[-−])"
_PATTERNS = [
    # 2026-11-23t21:30:00z
    rf"(?<=\d[-/]\d\dt)(?P<hour>{_HOUR}):(?P<minute>{_MINUTE})(?::(?P<second>{_MINUTE})(?:\.\d{{1,9}})?)?"
    r"(?:z|[+-]\d\d:?\d\d)?(?![\d:])",
    # 午後9時半
    rf"(?:{_BEFORE})?(?<![\d:+第])(?<!\d[.,])(?P<hour>2\d|{_HOUR}|(?<![{_KANJI}十百千何数])(?:{_KANJI_HOUR}))\s?時"
    rf"(?![間限代点期刻差制雨])(?:(?P<half>半)(?![分数年月])|\s?(?P<minute>{_MINUTE}|\d|[二三四五]?十[{_KANJI}]?|[{_KANJI}])\s?分"
    rf"(?:\s?(?P<second>{_MINUTE}|\d)\s?秒(?!間))?)?",
    # 9:30, 9:30 p.m., 午後9:30
    rf"(?:{_BEFORE}|{_ALONE}{_OFFSET})(?P<hour>{_HOUR}):(?P<minute>{_MINUTE})(?![\d:]|[.,]\d)(?:{_AFTER}|(?![a-z%]))",
    # 9:30:15 p.m.
    rf"{_ALONE}(?P<hour>{_TWELVE}):(?P<minute>{_MINUTE}):(?P<second>{_MINUTE}){_AFTER}",
    # 9 p.m., 9.30 am
    rf"{_ALONE}(?P<hour>{_TWELVE})(?:\.(?P<minute>{_MINUTE}))?(?=\s?[ap]\.?\s?m)(?:{_AFTER})",
    # nine o'clock, half past nine
    rf"{_ALONE}(?P<hour>{_TWELVE}|(?:{_WORD}))\s?o['’]clock(?![a-z])(?:{_AFTER})?",
    rf"(?<![a-z])(?P<past>half|(?:a\s)?quarter)\spast\s(?P<hour>{_TWELVE}|(?:{_WORD}))(?![a-z\d:])(?:{_AFTER})?",
    rf"(?<![a-z])(?P<to>(?:a\s)?quarter)\sto\s(?P<hour>{_TWELVE}|(?:{_WORD}))(?![a-z\d:]|\s?(?:%|percent))(?:{_AFTER})?",
    # at nine in the morning
    rf"(?:(?<=at\s)|(?<=by\s)|(?<=to\s)|(?<=until\s)|(?<=till\s)|(?<=from\s)|(?<=after\s)|(?<=before\s))(?P<hour>{_TWELVE}|(?:{_WORD})){_PART}",
]
_NAMED = {"noon": 12, "midday": 12, "正午": 12, "midnight": 0}
_PATTERNS.append(rf"(?:{_ALONE}12\s)?(?<![a-z])(?P<hour>{'|'.join(_NAMED)})(?![a-z])")
_TIMES = [re.compile(pattern) for pattern in _PATTERNS]
_COLON = re.compile(r"\d{1,2}:\d\d")
_AT = re.compile(r"(?<![a-z])(?:at|from|until|till|to|before|after|since|between)\s$")
_OTHER_BEFORE = re.compile(
    r"(?:(?<![a-z])(?:ratio|odds|scale|proportions?|dilut[a-z]+)(?![a-z])|比率?|縮尺|割合)[^.。!?\d]{0,32}$"
    r"|(?:(?<![a-z])(?:score[ds]?|won|lost|beat|wins?|led|defeat(?:ed|s)?"
    r"|last(?:s|ed|ing)|took|takes|duration|length|running\stime|record|(?:a|the|his|her|best|finishing|winning)\stime)(?![a-z])"
    r"|スコア|得点|所要時間|演奏時間|上映時間|収録時間|記録|タイム)[^.。!?\d]{0,16}$"
    r"|(?:(?<![a-z])(?:quran|qur'an|surah|verses?|chapters?|bible|genesis|exodus|leviticus|deuteronomy|joshua|judges|samuel|kings"
    r"|chronicles|job|psalms?|proverbs|ecclesiastes|isaiah|jeremiah|ezekiel|daniel|hosea|matthew|mark|luke|john|acts"
    r"|romans|corinthians|galatians|ephesians|philippians|colossians|timothy|hebrews|james|peter|revelation)"
    r"|書|伝|記|詩篇|コーラン|クルアーン|ヨハネ|マタイ|マルコ|ルカ|黙示録)の?\s?$"
)
_OTHER_AFTER = re.compile(
    r"\s?-?(?:ratio|scale|odds|split|mix|dilution|score|win|victory|defeat|loss|minutes?|mins?|hours?|seconds?|long)(?![a-z])"
    r"|\s?の?(?:比|割合|縮尺|希釈|スコア|大差)|で(?:勝|敗|破|下し|混|割)|に(?:希釈|薄め)"
)
_RANGE = r"\s?(?:[-–—‐~〜]|to|till|until|から|より)\s?"
TO_ITS_END = re.compile(rf"{_RANGE}(?:翌(?:日の?)?)?(?:{'|'.join(_MARKS.values())})?")
"""What stands between the two ends of a span of hours."""
_TO = re.compile(rf"{TO_ITS_END.pattern}|\s?(?:and|と)\s?")
_HOUR_BEFORE = re.compile(
    rf"{_ALONE}(?<![a-z]\s)(?P<hour>{_HOUR}){_RANGE}$|(?:(?<=from\s)|(?<=open\s))(?P<from>{_HOUR}){_RANGE}$"
)


@dataclass(frozen=True)
class Clock:
    """A time of day at `span` of the folded text, in hours after midnight from 0 to below 24."""

    hours: Fraction
    span: tuple[int, int]
    half: Half = ""
    """Whether the half of the day is said (`p.m.`) or open (an hour from 1 to 12); empty where 24 hours are counted."""


def clocks(folded: str) -> list[Clock]:
    """Times of day of a text that is NFKC and casefolded, in order."""
    found: list[Clock] = []
    taken: set[int] = set()
    for pattern in _TIMES:
        for match in pattern.finditer(folded):
            if taken.isdisjoint(range(*match.span())):
                own = list(_read(match, folded))
                found += own
                taken.update(place for one in own for place in range(*one.span))
    return _ranges(sorted(found, key=lambda one: one.span), folded)


def _read(match: re.Match[str], folded: str) -> Iterator[Clock]:
    groups = match.groupdict()
    written = match["hour"]
    if written in _NAMED:
        yield Clock(Fraction(_NAMED[written]), match.span(), "said")
        return
    mark = _mark(groups)
    if not mark and (_is_other(match, folded) or (written == "一" and match.group() == "一時")):
        return
    value = (
        english_value(written) if written.isalpha() and written.isascii() else cjk_value(written.replace("零", "〇"))
    )
    hour = _hour(int(value), mark)
    minutes = cjk_value(groups.get("minute") or "0") + Fraction(int(groups.get("second") or 0), 60)
    minutes += {"h": 30, "q": 15}[groups["past"].removeprefix("a ")[0]] if groups.get("past") else 0
    minutes += 30 if groups.get("half") else -15 if groups.get("to") else 0
    half: Half = "said" if mark else "" if written.startswith("0") else _open(int(value))
    yield Clock((hour + minutes / 60) % _DAY, match.span(), half)


def _open(hour: int) -> Half:
    return "open" if 1 <= hour <= _HALF else ""


def _is_other(match: re.Match[str], folded: str) -> bool:
    """Whether a bare `9:30` is a ratio, a score, a verse or a duration by the words beside it."""
    if not _COLON.fullmatch(match.group()):
        return False
    before = folded[max(0, match.start() - 40) : match.start()]
    return bool(_OTHER_AFTER.match(folded, match.end()) or (not _AT.search(before) and _OTHER_BEFORE.search(before)))


def _mark(groups: dict[str, str | None]) -> str:
    """Which half of the day is said, a key of `_MARKS`; empty for none."""
    if after := groups.get("after"):
        return "am" if after.startswith("a") else "pm"
    if part := groups.get("part"):
        return "night" if part.endswith("night") else "am" if part.endswith("morning") else "pm"
    before = groups.get("before") or ""
    return next((name for name, words in _MARKS.items() if before and re.fullmatch(words, before)), "")


def _hour(hour: int, mark: str) -> int:
    if not mark or hour > _HALF:
        return hour
    hour %= _HALF
    late = {"am": False, "pm": True, "noon": hour < 10, "night": hour >= 5}[mark]
    return hour + _HALF if late else hour


def _ranges(found: Sequence[Clock], folded: str) -> list[Clock]:
    """Both ends of `9 to 5:30 p.m.` and 午後6時から9時: an end whose half is open lies within 12 hours of the other."""
    whole: list[Clock] = []
    for one in found:
        start = max(0, one.span[0] - _BACK)
        before = _HOUR_BEFORE.search(folded[start : one.span[0]])
        if before and not _COLON.fullmatch(folded[slice(*one.span)]):
            group = "hour" if before["hour"] else "from"
            hour = int(before[group])
            whole.append(
                Clock(Fraction(hour % _DAY), (start + before.start(group), start + before.end(group)), _open(hour))
            )
        whole.append(one)
    for i, (_, second) in enumerate(pairwise(whole)):
        first = whole[i]
        late = (second.hours - first.hours) % _DAY > _HALF or second.hours == first.hours
        if folded[slice(*second.span)].endswith("midnight"):  # It ends days that begin at 9 a.m. and nights alike.
            continue
        if {first.half, second.half} != {"said", "open"} or not _TO.fullmatch(folded[first.span[1] : second.span[0]]):
            continue
        at = i if first.half == "open" else i + 1
        whole[at] = replace(whole[at], hours=(whole[at].hours + _HALF * late) % _DAY, half="said")
    return whole

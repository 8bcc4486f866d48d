"""Points in time as tables write them, in one form that sorts: `令和6年4月` is `2024-04`, `2024年度` is `FY2024`."""

from __future__ import annotations

import re
import unicodedata
from datetime import date

from kasen.teams.slides.schemas.part import Lang

_ERAS = {"令和": 2019, "平成": 1989, "昭和": 1926, "大正": 1912, "明治": 1868, "R": 2019, "H": 1989, "S": 1926}
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_NAME = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\.?"
)
_CLOCK = r"(?:[T\s]\s*(?P<clock>\d{1,2}:\d{2})(?::\d{2}(?:\.\d+)?)?\s*(?:Z|[+-]\d{2}:?\d{2})?)?"
_ERA = r"(?P<era>令和|平成|昭和|大正|明治|(?-i:[RHS]))\s?"
_QUARTER = r"(?:第?\s*(?P<q>[1-4一二三四])\s*四半期|Q(?P<q2>[1-4])|(?P<q3>[1-4])Q)"
_FISCAL_EN = r"FY\s?'?(?P<fy>\d{4}|\d{2})"
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"(?P<y>[12]\d{{3}})\s?(?P<sep>[-/.年])\s?(?P<m>\d{{1,2}})\s?[-/.月]\s?(?P<d>\d{{1,2}})日?(?:\s?\(.\))?{_CLOCK}",
        r"(?P<y>[12]\d{3})\s?[-/年]\s?(?P<m>\d{1,2})月?(?:分|度|期|末)?",
        rf"(?P<y>[12]\d{{3}})年?(?P<fiscal>度)?[\s-]*{_QUARTER}",
        rf"{_QUARTER}[\s-]*(?P<y>[12]\d{{3}})",
        rf"{_FISCAL_EN}(?:[\s-]*{_QUARTER})?",
        rf"{_QUARTER}[\s-]*{_FISCAL_EN}",
        r"(?P<y>[12]\d{3})\s?年?(?P<fiscal>年度|年\s?3月期|FY)",
        r"(?P<y>[12]\d{3})\s?年",
        rf"{_ERA}(?P<ey>元|\d{{1,2}})\s?(?:年(?P<fiscal>度)?\s?(?:(?P<m>\d{{1,2}})\s?月(?:\s?(?P<d>\d{{1,2}})\s?日)?)?)",
        rf"{_ERA}(?P<ey>\d{{1,2}})[./](?P<m>\d{{1,2}})(?:[./](?P<d>\d{{1,2}}))?",
        rf"{_ERA}(?P<ey>元|\d{{1,2}})年(?P<fiscal>度)?[\s-]*{_QUARTER}",
        rf"(?P<d>\d{{1,2}})[\s-](?P<mon>{_NAME})[\s,-]+(?P<y>[12]\d{{3}})",
        rf"(?P<mon>{_NAME})\s(?P<d>\d{{1,2}}),?\s(?P<y>[12]\d{{3}})",
        rf"(?P<mon>{_NAME})[\s,'-]+(?P<y>[12]\d{{3}}|\d{{2}})",
    )
)
_SLASHED = re.compile(rf"(?P<a>\d{{1,2}})[/.](?P<b>\d{{1,2}})[/.](?P<y>[12]\d{{3}}){_CLOCK}")
_COMPACT = re.compile(r"(?P<y>(?:19|20)\d{2})(?P<m>0[1-9]|1[0-2])(?P<d>0[1-9]|[12]\d|3[01])")
_ORDERED = re.compile(
    rf"\d{{1,2}}月(?:度|期|分)?|{_NAME}|{_QUARTER}|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?"
    r"|[月火水木金土日](?:曜日?)?|\d{1,2}/\d{1,2}|[12]\d{3}[/-]\d{2}|(?:week|w|day)\s?\d{1,3}|第?\d{1,3}[週日]目?|\d{1,2}[時:](?:\d\d)?",
    re.IGNORECASE,
)
_ISO = re.compile(r"(FY)?(\d{4})(?:-(?:Q([1-4])|(\d{2})(?:-(\d{2})(?:T(\d{2}:\d{2}))?)?))?")
_KANJI = "一二三四"


def moment(text: str, *, day_first: bool | None = None, compact: bool = False) -> str:
    """A day, month, quarter or year as `2024-04-01`, `2024-04`, `2024-Q1`, `2024`, with `FY` before fiscal ones; or "".

    A bare number is no year. `day_first` reads `1/4/2024`, which is nothing otherwise; `compact` reads `20240401`.
    """
    text = unicodedata.normalize("NFKC", text).strip()
    if len(text) > 40 or not text:
        return ""
    for form in _FORMS:
        if match := form.fullmatch(text):
            return _read(match.groupdict())
    if day_first is not None and (match := _SLASHED.fullmatch(text)):
        named = match.groupdict()
        named["d"], named["m"] = (named["a"], named["b"]) if day_first else (named["b"], named["a"])
        return _read(named)
    if compact and (match := _COMPACT.fullmatch(text)):
        return _read(match.groupdict())
    return ""


def slashed(text: str) -> tuple[int, int] | None:
    """The first two numbers of `1/4/2024`, whose order only the column tells."""
    match = _SLASHED.fullmatch(unicodedata.normalize("NFKC", text).strip())
    return (int(match["a"]), int(match["b"])) if match else None


def is_ordered(text: str) -> bool:
    """Whether it is a part of a year, week or day without its year: its column is in order as it stands."""
    return _ORDERED.fullmatch(unicodedata.normalize("NFKC", text).strip()) is not None


def sort_key(moment: str) -> tuple[int, int, int, str]:
    """Orders what `moment` gives, of whatever grain; what is none of it comes last."""
    match = _ISO.fullmatch(moment)
    if match is None:
        return 9999, 0, 0, moment
    month = int(match[4] or 0) if not match[3] else int(match[3]) * 3 - 2
    return int(match[2]), month, int(match[5] or 0), match[6] or ""


def label(moment: str, lang: Lang) -> str:
    """It as people read it: `2024年4月`, `Apr 2024`."""
    match = _ISO.fullmatch(moment)
    if match is None:
        return moment
    fiscal, year, quarter, month, day, clock = match.groups()
    if lang == "ja":
        text = f"{year}年{'度' if fiscal else ''}" + (f"第{quarter}四半期" if quarter else "")
        text += f"{int(month)}月" if month else ""
        text += f"{int(day)}日" if day else ""
    elif quarter:
        text = f"Q{quarter} {fiscal or ''}{year}"
    elif month:
        text = f"{_MONTHS[int(month) - 1].capitalize()} {f'{int(day)}, ' if day else ''}{year}"
    else:
        text = f"{fiscal or ''}{year}"
    return f"{text} {clock}" if clock else text


def _read(named: dict[str, str | None]) -> str:
    year = _year(named)
    quarter = named.get("q") or named.get("q2") or named.get("q3")
    prefix = "FY" if named.get("fiscal") or named.get("fy") else ""
    if quarter:
        return f"{prefix}{year}-Q{_KANJI.index(quarter) + 1 if quarter in _KANJI else quarter}"
    month = int(named["m"] or 0) if named.get("m") else _month(named.get("mon"))
    if not month:
        return f"{prefix}{year}"
    day = int(named["d"] or 0) if named.get("d") else 0
    try:
        date(year, month, day or 1)
    except ValueError:
        return ""
    clock = named.get("clock")
    return f"{year}-{month:02}" + (f"-{day:02}" if day else "") + (f"T{clock.zfill(5)}" if clock and day else "")


def _year(named: dict[str, str | None]) -> int:
    if era := named.get("era"):
        count = named.get("ey")
        return _ERAS[era.upper()] + (1 if count == "元" else int(count or 1)) - 1
    written = named.get("y") or named.get("fy") or ""
    year = int(written)
    if len(written) == 2:
        year += 2000 if year < 70 else 1900
    return year


def _month(name: str | None) -> int:
    return _MONTHS.index(name[:3].lower()) + 1 if name else 0

"""The requirements of a posting, cut by its headings and bullets, and what of each can be measured."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from kasen.evidence.normal import normalise
from kasen.evidence.sentences import sentences
from kasen.teams.resume.keywords import named, places
from kasen.teams.resume.posting_parts import PartKind, Piece, pieces, words_of
from kasen.teams.resume.schemas.posting import Weight

MOST = 40
"""Requirements that are looked at: no posting that is meant seriously has more."""
Choice = Literal["all", "any", "examples", "mixed"]
_SHORTEST = 2
_LONGEST = 240
"""Characters; what is longer is cut into its sentences."""
_NICE = re.compile(
    r"尚可|歓迎|あれば|あると(?:良|よ|望|嬉)|望ましい|優遇"
    r"|nice[ -]to[ -]have|\ba (?:big |huge )?plus\b|preferred|bonus|ideally|desirable|advantage",
    re.IGNORECASE,
)
_ASKING = re.compile(
    r"必須|経験(?:が|を|の)?(?:ある|お持ち|有)|をお持ちの|できる方|のある方|\d年以上"
    r"|\brequired?\b|\bmust\b|\byou (?:have|bring)\b|\bexperience (?:with|in|of)\b|\byears\b",
    re.IGNORECASE,
)
_FRAME = re.compile(r"(?:以下|下記|次)の|(?:any|one|all) of the following|following", re.IGNORECASE)
_ONES = {"一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10}
_WORDS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
_NUMBER = r"(?P<n>\d{1,2}|[一二三四五六七八九十]|" + "|".join(_WORDS) + ")"
_YEARS = re.compile(
    rf"(?:at least |minimum (?:of )?|over |more than )?(?<![\d.]){_NUMBER}"
    r"(?:\s?(?:\+|or more|以上|[-–〜~]\s?\d{1,2}))?"
    r"\s?(?:年間?(?!度|目|生|代)(?:\s?(?:以上|程度|前後))?|years?(?:['’])?\b(?:\s?or more)?)",
    re.IGNORECASE,
)
_SCORE = re.compile(r"(?<!\d)(?P<n>\d{2,3})\s?(?:点|points?|\+|以上|or (?:more|above|higher))", re.IGNORECASE)
_GRADE = re.compile(r"(?P<half>準)?(?P<n>[1-5一二三四五])級|(?<![A-Za-z])N(?P<jlpt>[1-5])(?!\d)")
_EXAMPLES = re.compile(
    r"など|等(?!級)|といった|同等|相当|準ずる|such as|e\.g\.|\blike\b|similar|equivalent|or (?:another|other)|または他",
    re.IGNORECASE,
)
_EITHER = re.compile(
    r"または|又は|もしくは|あるいは|いずれ|どちらか|どれか|[一1]つ以上"
    r"|(?<![A-Za-z])or(?![A-Za-z])|[/／]|\beither\b|\b(?:one|any) of\b",
    re.IGNORECASE,
)
_EXCLUDED = re.compile(r"不可|除く|以外|対象外|\bnot\b|\bno\b|\bexcept\b", re.IGNORECASE)
_BOTH = re.compile(r"および|及び|かつ|ならびに|両方|(?<![A-Za-z])and(?![A-Za-z])|(?<=X)と(?=X)|\bboth\b", re.IGNORECASE)


@dataclass(frozen=True)
class Wanted:
    """One requirement: a half-open range of the posting, and what code can hold the résumé against."""

    start: int
    end: int
    text: str
    weight: Weight
    terms: tuple[str, ...] = ()
    """Tools and certificates: they stand in the résumé or they do not."""
    fields: tuple[str, ...] = ()
    """Skills and languages: where they stand is shown, that they are missing is not concluded."""
    choice: Choice = "all"
    months: int = 0
    """Of experience; 0: not asked."""
    score: int = 0
    """Least points, of a test that is named."""
    grade: float = 0.0
    """Lowest grade, of an examination that is named: 2級 is 2, 準2級 is 2.5; less is better."""
    used: bool = False
    """Experience is asked, not knowledge alone."""
    whole: bool = False
    """Nothing is asked beside terms and figures."""


def wanted(posting: str) -> list[Wanted]:
    """What a posting asks for, in its order, at most 40.

    Bullets and lines under headings of requirements; without such headings, sentences that ask for something.
    """
    parts = pieces(posting)
    asked = [piece for piece in parts if piece.kind in ("must", "nice")]
    if not asked:
        asked = [
            piece for piece in _sentences(posting, parts) if _ASKING.search(piece.text) or _NICE.search(piece.text)
        ]
    cut = [one for piece in asked for one in _cut(posting, piece) if not _is_frame(one.text)]
    return [_read(piece) for piece in cut][:MOST]


def weight_of(kind: PartKind, text: str) -> Weight:
    """Whether a requirement is a must: by its heading, unless its own words say that it is welcome only."""
    return "nice" if kind == "nice" or _NICE.search(text) else "must"


def _sentences(posting: str, parts: list[Piece]) -> Iterator[Piece]:
    for piece in parts:
        if piece.kind not in ("offer", "about", "title"):
            for start, end in sentences(piece.text):
                yield _part(posting, piece, start, end)


def _cut(posting: str, piece: Piece) -> list[Piece]:
    if len(piece.text) <= _LONGEST:
        return [piece]
    return [_part(posting, piece, start, end) for start, end in sentences(piece.text)]


def _part(posting: str, piece: Piece, start: int, end: int) -> Piece:
    start, end = piece.start + start, piece.start + min(end, start + 600)
    return Piece(start, end, posting[start:end], piece.kind, piece.bullet)


def _is_frame(text: str) -> bool:
    """True for words that only say how to read the list below them."""
    return len(text) < _SHORTEST or (_FRAME.search(text) is not None and not named(text) and not _YEARS.search(text))


def _read(piece: Piece) -> Wanted:
    folded = normalise(piece.text).text
    found = named(folded)
    terms = tuple(term for term, kind in found if kind in ("tool", "certificate"))
    years = _YEARS.search(folded)
    free = _without(folded, [term for term, _ in found], years)
    score, grade = _SCORE.search(free), _GRADE.search(free)
    certified = any(kind == "certificate" for _, kind in found)
    return Wanted(
        start=piece.start,
        end=piece.end,
        text=piece.text,
        weight=weight_of(piece.kind, piece.text),
        terms=terms,
        fields=tuple(term for term, kind in found if kind in ("skill", "language")),
        choice=_choice(free),
        months=12 * _count(years["n"]) if years else 0,
        score=int(score["n"]) if score and certified else 0,
        grade=grade_of(grade) if grade and certified else 0.0,
        used=re.search(r"経験|実務|experience|hands-on", folded, re.IGNORECASE) is not None,
        whole=_is_whole(free, certified=certified) and not any(kind in ("skill", "language") for _, kind in found),
    )


def grade_of(match: re.Match[str]) -> float:
    """The grade of an examination as a number; less is better."""
    if match["jlpt"]:
        return float(match["jlpt"])
    return _count(match["n"]) + (0.5 if match["half"] else 0.0)


def grades(text: str) -> Iterator[float]:
    """Every grade that a text names."""
    return map(grade_of, _GRADE.finditer(text))


def _count(text: str) -> int:
    return _ONES.get(text) or _WORDS.get(text.lower()) or int(text)


def _without(folded: str, terms: list[str], years: re.Match[str] | None) -> str:
    """The words beside what is named, each name an X, the years gone."""
    spans = [(span, "X") for term in terms for span in places(term, folded)]
    if years:
        spans.append((years.span(), " "))
    last = len(folded) + 1
    for (start, end), instead in sorted(spans, key=lambda one: (-one[0][1], one[0][0])):
        if end <= last:
            folded = folded[:start] + instead + folded[end:]
            last = start
    return folded


def _choice(free: str) -> Choice:
    if _EXAMPLES.search(free):
        return "examples"
    if _EXCLUDED.search(free):
        return "mixed"
    if _EITHER.search(free):
        return "mixed" if _BOTH.search(free) else "any"
    return "all"


def _is_whole(free: str, *, certified: bool) -> bool:
    """True where only words are left that ask for nothing by themselves: `Xを用いた開発の実務経験`."""
    rest = _SCORE.sub(" ", _GRADE.sub(" ", free)) if certified else free
    rest = _connecting().sub(" ", rest.replace("X", " "))
    return re.search(r"[^\W_]", rest) is None


@lru_cache(maxsize=1)
def _connecting() -> re.Pattern[str]:
    words = sorted((word for _, listed in words_of("connecting") for word in listed), key=len, reverse=True)
    return re.compile("|".join(rf"\b{re.escape(w)}\b" if w.isascii() else re.escape(w) for w in words), re.IGNORECASE)

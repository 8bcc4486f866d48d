"""Age, birth, gender, family and places of living, where no field names them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kasen.teams.resume.document.model import PersonalKind, Resume
from kasen.teams.resume.document.words import KANA, KANJI

_Found = tuple[PersonalKind, int, int]
_PREFECTURE = rf"(?:東京都|北海道|京都府|大阪府|(?:神奈川|和歌山|鹿児島|[{KANJI}]{{2}})県)"
_TOWN = rf"[{KANJI}{KANA}]{{1,8}}[市区郡町村]"
_NUMBER = r"\d{1,4}(?:丁目|番地?|号|-\d{1,5})(?:[\d-]|丁目|番地?|号|の){0,20}"
_STREET = (
    r"\b\d{1,6}(?:-\d{1,4})?[ ](?:[NSEW]\.?[ ])?(?:[A-Z][\w.'-]*[ ]){1,4}(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|"
    r"Blvd|Lane|Ln|Drive|Dr|Way|Court|Ct|"
    r"Place|Pl|Square|Terrace|Parkway|Highway|Close|Crescent)\b\.?(?:,?[ ](?:Apt|Suite|Unit|Flat|#)\.?[ ]?[\w-]{1,6})"
    r"?(?:,[ ][A-Z][\w .'-]{1,30}){0,3}(?:[ ,]{1,2}\d{4,5}(?:-\d{4})?)?"
)
_ANYWHERE: tuple[tuple[PersonalKind, str], ...] = (
    ("address", rf"〒[ ]?\d{{3}}-?\d{{4}}(?:[ ]*{_PREFECTURE}[^\n|<,、。]*)?"),
    (
        "address",
        rf"(?:{_PREFECTURE})?(?:{_TOWN}){{1,3}}[{KANJI}{KANA}]{{0,12}}{_NUMBER}(?:[ ]?[{KANJI}{KANA}A-Za-z]{{0,20}}"
        rf"(?:[ ]?\d{{1,4}}(?:号室?|F|階)?))?",
    ),
    ("address", _STREET),
    (
        "birth",
        r"(?:(?:19|20)\d{2}年|(?:昭和|平成|令和|[SHR])\d{1,2}[年.])[ ]?\d{1,2}[月.][ ]?\d{1,2}日?[ ]?(?:生まれ|生"
        r"(?![産成徒命活]))",
    ),
    ("birth", r"(?:19[4-9]\d|200\d)年(?:\d{1,2}月)?(?:\d{1,2}日)?(?:に)?[^\n。、]{0,12}生まれ"),
    ("birth", r"(?i:\bborn[ ](?:on|in)?[ ]?[^\n,;|.]{0,20}(?:19|20)\d{2}\b(?:[ ]in[ ][A-Z]\w+)?)"),
    (
        "age",
        r"[(（]?(?:満)?(?<![\d.])(?:[1-7]\d)[ ]?[歳才](?!以[上下]|未満|代|から|児|まで|向|の[^男女]|[~〜～-])[)）]?",
    ),
    ("age", r"(?i:\b(?:aged?[ ](?:of[ ])?|i[ ]am[ ])?[1-7]\d[ -]years?[ -]old\b|\baged?[ ]?:?[ ][1-7]\d\b)"),
    (
        "gender",
        r"(?i:[(（](?:he/him(?:/his)?|she/her(?:/hers)?|they/them(?:/theirs)?|男性|女性|男|女)[)）])|(?i:\b(?:he/him|"
        r"she/her|they/them)\b(?:/\w+)?)",
    ),
    (
        "family",
        r"既婚(?:者)?(?:[(（][^)）\n]{0,20}[)）])?|未婚|独身|(?:妻|夫|配偶者)(?:あり|なし|有|無)|(?:妻|夫)と(?:子|娘|"
        r"息子)[^\n。、]{0,10}|子(?:供|ども)?[ ]?[1-9一二三]人|[一二三]児の[父母]",
    ),
    (
        "family",
        r"(?i:\b(?:happily[ ])?married\b(?:[^\n.;|]{0,25}(?:children|kids|child|sons?|daughters?))?|\b(?:proud[ ])?"
        r"(?:father|mother|parent)[ ](?:of|to)[ ](?:a|an|one|two|three|four|\d)\b[^\n.;|,]{0,20}|\bunmarried\b|"
        r"\bdivorced\b)",
    ),
)
_AT_HEAD: tuple[tuple[PersonalKind, str], ...] = (
    ("address", rf"{_PREFECTURE}[^\n|<,、。/]*"),
    ("address", rf"(?<![{KANJI}{KANA}])(?:{_TOWN}){{1,2}}(?:在住|出身)?(?![{KANJI}{KANA}])"),
    ("address", r"(?:📍|🏠|(?i:\b(?:based|living|located|reside[sd]?)[ ]in[ ]))[ ]?[A-Z][\w .,'-]{1,60}"),
    (
        "gender",
        r"(?<![^\W\d_])(?:男性|女性|男|女)(?![^\W\d_])|(?i:(?<![^\W\d_])(?:male|female|non-binary)(?![^\W\d_]))",
    ),
    (
        "birth",
        r"(?<!\d)(?:19[4-9]\d|200\d)(?:年|[./-])[ ]?\d{1,2}(?:月|[./-])[ ]?\d{1,2}日?(?!\d|[ ]?(?:現在|作成|更新|"
        r"時点))",
    ),
    ("family", r"(?i:(?<![^\W\d_])single(?=[ ]*(?:[|,/)]|$)))"),
)
_CITY = re.compile(
    r"[A-Z][\w.'-]*(?:[ ][A-Z][\w.'-]*){0,2}(?:,[ ](?:[A-Z]{2}(?:[ ]\d{5})?|[A-Z][\w.'-]*(?:[ ][A-Z][\w.'-]*){0,2})"
    r"){1,3}"
)
_PIECE = re.compile(r"[^|｜•·/／\t\n]+")
_CONTACT = re.compile(r"@|https?:|www\.|\.com|\+\d|\d{3}[ .-]\d{3,4}|(?i:github|linkedin)")


def traits_in(resume: Resume, folded: str) -> Iterator[_Found]:
    """Ranges of such words: some anywhere, those that are ordinary words only before the first section."""
    for kind, pattern in _ANYWHERE:
        for found in re.finditer(pattern, folded):
            yield kind, found.start(), found.end()
    for section in resume.sections:
        if section.kind in ("head", "contact"):
            for line in resume.lines[section.first - 1 : section.last]:
                if line.kind not in ("front_matter", "code", "blank") and len(line.text) < 500:
                    yield from _at_head(folded, line.start, line.end)


def _at_head(folded: str, start: int, end: int) -> Iterator[_Found]:
    line = folded[start:end]
    if line.rstrip().endswith("。") and len(line) > 60:
        return
    for kind, pattern in _AT_HEAD:
        for found in re.finditer(pattern, line, re.MULTILINE):
            yield kind, start + found.start(), start + found.end()
    pieces = list(_PIECE.finditer(line))
    has_contact = _CONTACT.search(line) is not None
    for piece in pieces:
        words = piece.group().strip(" *_()[]-\\")
        if _CITY.fullmatch(words) and (has_contact or len(pieces) == 1 or len(words) < 40):
            begin = start + piece.start() + piece.group().index(words)
            yield "address", begin, begin + len(words)

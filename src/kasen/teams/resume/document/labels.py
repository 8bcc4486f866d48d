"""Fields that say whose words follow (氏名, Date of birth), in lines, tables, HTML and front matter."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kasen.teams.resume.document.front import Field, front_fields
from kasen.teams.resume.document.model import Line, PersonalKind, Resume

_STRONG: dict[PersonalKind, str] = {
    "name": "氏名|お名前|名前|姓名|ふりがな|フリガナ|よみがな|英字氏名|ローマ字(?:氏名)?|旧姓|Full Name|Name in "
    "(?:English|Japanese)|Legal Name|First Name|"
    "Last Name|Family Name|Given Name|Surname|Furigana",
    "birth": "生年月日|誕生日|出身地|出生地|本籍地?|国籍|出身|Date of Birth|Birth ?date|Birthday|D\\.?O\\.?B\\.?|"
    "Place of Birth|Birthplace|Nationality|Citizenship|"
    "Religion|Ethnicity",
    "age": "満?年齢",
    "address": "現?住所|自宅住所|連絡先住所|居住地|現居住地|郵便番号|最寄り?駅|実家|Home Address|Current Address|"
    "Mailing Address|Hometown|Postal Code|Zip Code",
    "phone": "電話(?:番号)?|携帯(?:電話|番号)?(?:番号)?|緊急連絡先|TEL|FAX|Telephone|Phone Number|Mobile Number|"
    "WhatsApp",
    "email": "メール(?:アドレス)?|E-?mail(?: Address)?",
    "gender": "性別|Gender|Sex|Pronouns",
    "family": "配偶者(?:の有無)?|配偶者の?扶養義務|扶養家族(?:数)?|扶養義務|家族(?:構成)?|婚姻(?:状況|歴)?|Marital "
    "Status|Civil Status|Dependents|Spouse|Number of Children",
    "photo": "顔写真|証明写真|Headshot",
}
_WEAK: dict[PersonalKind, str] = {
    "name": "Name|Author|Kana",
    "birth": "Born",
    "age": "Age",
    "address": "Address|Location|Residence|Based in|City|〒",
    "phone": "Phone|Mobile|Cell|Tel\\.?|LINE(?: ID)?|Contact Number",
    "email": "Mail",
    "family": "Children|Family|Married",
    "photo": "写真|Photo|Picture",
    "link": "GitHub|GitLab|LinkedIn|Twitter|X|Qiita|Zenn|note|Blog|ブログ|Website|Web ?site|Web|Homepage|Portfolio|"
        "ポートフォリオ(?:サイト)?|ホームページ|"
    "Facebook|Instagram|Skype|Speaker ?Deck|Wantedly|URL|SNS|Bluesky|Mastodon|Medium|Kaggle|ORCID|Telegram|Discord|"
    "Slack",
}  # fmt: skip
"""Words that are fields at the head and among contact data, and ordinary words elsewhere."""
_MARKS = r"[ \t\u3000>*_#`・■□●○◆◇【（(|+-]*"
_CLOSE = r"[ \t\u3000*_`】）)]*"
_STOP = re.compile(
    r"[|｜]|<|[ \t\u3000]*[/／•·][ \t\u3000]|[ \u3000]{2,}|\t|\u3000|[、，;；](?=[ ]?\S{1,12}[:：])|\s+\{[.#]"
)


def _alternatives(sets: Sequence[dict[PersonalKind, str]]) -> str:
    kinds = {kind for one in sets for kind in one}
    return "|".join(f"(?P<{kind}>{'|'.join(one[kind] for one in sets if kind in one)})" for kind in sorted(kinds))


_Columns = dict[int, PersonalKind]
"""Number of a cell and what stands in its column."""
_LONGEST = 5000
_LETTER = r"(?![^\W\d_])"
_SURE = re.compile(
    rf"(?<![^\W\d_])(?:{_alternatives([_STRONG])}){_LETTER}{_CLOSE}[ \t\u3000]*(?P<colon>[:：=]){_CLOSE}[ \t\u3000]*",
    re.IGNORECASE,
)
_AT_HEAD = re.compile(
    rf"(?:(?<![^\W\d_])(?:{_alternatives([_STRONG, _WEAK])}){_LETTER}{_CLOSE}[ \t\u3000]*[:：=]{_CLOSE}[ \t\u3000]*"
    rf"|^{_MARKS}(?:{_alternatives([_STRONG]).replace('(?P<', '(?P<at_')})(?:{_CLOSE}[ \t\u3000]+(?=\S)|"
    rf"[】\]]+[ \t\u3000]*))",
    re.IGNORECASE,
)
_CELL = re.compile(rf"^{_MARKS}(?:{_alternatives([_STRONG, _WEAK])}){_CLOSE}[:：]?{_CLOSE}$", re.IGNORECASE)
_ALONE = re.compile(rf"^{_MARKS}(?:{_alternatives([_STRONG])}){_CLOSE}[:：]?{_CLOSE}$", re.IGNORECASE)


def fields_of(resume: Resume, folded: str) -> Iterator[Field]:
    """Every field with personal data; `folded` is the text made even, as long as the text."""
    yield from front_fields(resume)
    head = {n for s in resume.sections if s.kind in ("head", "contact") for n in range(s.first, s.last + 1)}
    head = head or set(range(1, 41))
    pending: PersonalKind | None = None
    columns: _Columns = {}
    for line in resume.lines:
        if line.kind in ("front_matter", "code", "blank") or len(line.text) > _LONGEST:
            continue
        if line.kind in ("table", "html"):
            found, pending, columns = _cells(line, pending, columns)
            yield from found
            continue
        columns = {}
        words = folded[line.start : line.end]
        if pending and line.kind in ("paragraph", "bullet") and not (_SURE.search(words) or len(words) > 120):
            yield Field(pending, line.start, line.end)
        label = _CELL.match(words) if line.number in head else _ALONE.match(words)
        pending = _kind(label) if label and _kind(label) != "link" else None
        if not label:
            yield from _in_line(line, words, is_head=line.number in head)


def _kind(found: re.Match[str]) -> PersonalKind:
    name = next(name for name, value in found.groupdict().items() if value is not None and name != "colon")
    kind: PersonalKind = name.removeprefix("at_")  # type: ignore[assignment]
    return kind


def _in_line(line: Line, words: str, *, is_head: bool) -> Iterator[Field]:
    """`氏名：山田 太郎　年齢：35歳`: each value ends where the next field or a separator is."""
    found = list((_AT_HEAD if is_head else _SURE).finditer(words))
    for one, following in zip(found, [*(f.start() for f in found[1:]), len(words)], strict=False):
        kind = _kind(one)
        stop = (
            _STOP.search(line.text, one.end(), following)
            if kind not in ("name", "birth")
            else _STOP_WIDE.search(line.text, one.end(), following)
        )
        end = stop.start() if stop else following
        value = line.text[one.end() : end].rstrip()
        if kind == "link" and not re.fullmatch(r"[<\[(]?[@\w./:~?=&%#+-]{2,200}[>\])]?", value):
            continue
        if value.strip("-–—―*_ 　"):
            yield Field(kind, line.start + one.end(), line.start + one.end() + len(value))


_STOP_WIDE = re.compile(r"[|｜]|<|[ \t\u3000]*[/／•·][ \t\u3000](?=[^:：\n]{1,12}[:：])|[ \u3000]{3,}|\t")


def _cells(
    line: Line, pending: PersonalKind | None, columns: _Columns
) -> tuple[list[Field], PersonalKind | None, _Columns]:
    """The fields in a line of a table or of HTML, what the next line's first cell is, and the named columns."""
    pattern = r"[^|｜]+" if line.kind == "table" else r"(?<=>)[^<>]+|^[^<>]+"
    cells = [found.span() for found in re.finditer(pattern, line.text) if found.group().strip()]
    labels = {n: _CELL.match(line.text[start:end].strip()) for n, (start, end) in enumerate(cells)}
    named = {n: _kind(found) for n, found in labels.items() if found}
    if any(n + 1 in named for n in named):
        return [], None, named
    fields: list[Field] = []
    for n, (start, end) in enumerate(cells):
        if n in named:
            continue
        kind = named.get(n - 1) or (pending if n == 0 else None) or columns.get(n)
        if kind and line.text[start:end].strip(" -:—–"):
            fields.append(Field(kind, line.start + start, line.start + end))
        elif not kind:
            fields += _in_line_cell(line, start, end)
    return fields, named.get(len(cells) - 1) if cells else pending, columns


def _in_line_cell(line: Line, start: int, end: int) -> Iterator[Field]:
    found = _SURE.search(line.text, start, end)
    if found:
        yield Field(_kind(found), line.start + found.end(), line.start + end)

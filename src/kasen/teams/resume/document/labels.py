"""Fields that say whose words follow: 氏名, 生年月日, Address, Marital status; in lines, tables, HTML and front matter."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kasen.teams.resume.document.model import Line, PersonalKind, Resume

_STRONG: dict[PersonalKind, str] = {
    "name": "氏名|お名前|名前|姓名|ふりがな|フリガナ|よみがな|英字氏名|ローマ字(?:氏名)?|旧姓|Full Name|Name in (?:English|Japanese)|Legal Name|First Name|"
    "Last Name|Family Name|Given Name|Surname|Furigana",
    "birth": "生年月日|誕生日|出身地|出生地|本籍地?|国籍|出身|Date of Birth|Birth ?date|Birthday|D\\.?O\\.?B\\.?|Place of Birth|Birthplace|Nationality|Citizenship|"
    "Religion|Ethnicity",
    "age": "満?年齢",
    "address": "現?住所|自宅住所|連絡先住所|居住地|現居住地|郵便番号|最寄り?駅|実家|Home Address|Current Address|Mailing Address|Hometown|Postal Code|Zip Code",
    "phone": "電話(?:番号)?|携帯(?:電話|番号)?(?:番号)?|緊急連絡先|TEL|FAX|Telephone|Phone Number|Mobile Number|WhatsApp",
    "email": "メール(?:アドレス)?|E-?mail(?: Address)?",
    "gender": "性別|Gender|Sex|Pronouns",
    "family": "配偶者(?:の有無)?|配偶者の?扶養義務|扶養家族(?:数)?|扶養義務|家族(?:構成)?|婚姻(?:状況|歴)?|Marital Status|Civil Status|Dependents|Spouse|Number of Children",
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
    "link": "GitHub|GitLab|LinkedIn|Twitter|X|Qiita|Zenn|note|Blog|ブログ|Website|Web ?site|Web|Homepage|Portfolio|ポートフォリオ(?:サイト)?|ホームページ|"
    "Facebook|Instagram|Skype|Speaker ?Deck|Wantedly|URL|SNS|Bluesky|Mastodon|Medium|Kaggle|ORCID|Telegram|Discord|Slack",
}  # fmt: skip
"""Words that are fields at the head and among contact data, and ordinary words elsewhere."""
_KEYS: dict[PersonalKind, str] = {
    "name": "author authors name fullname full_name full-name firstname lastname first_name last_name given family given_name family_name surname 氏名 名前 literal",
    "email": "email e-mail mail",
    "phone": "phone tel telephone mobile cell fax 電話",
    "address": "address location city zip postal postal-code postalcode street region country 住所 hometown",
    "photo": "image photo avatar picture profile-image profile_image profile-photo headshot cover",
    "link": "github gitlab linkedin twitter url website homepage web orcid href site-url repo-url blog username handle facebook instagram link "
    "qiita zenn mastodon bluesky canonical-url",
    "birth": "birth birthday birthdate dob date-of-birth nationality 生年月日",
    "age": "age 年齢",
    "gender": "gender sex pronouns 性別",
    "family": "marital-status marital_status",
}
_KEY_KINDS: dict[str, PersonalKind] = {key: kind for kind, keys in _KEYS.items() for key in keys.split()}
_OF_OTHERS = frozenset(
    [
        "affiliation",
        "affiliations",
        "institute",
        "institutes",
        "organization",
        "company",
        "employer",
        "work",
        "format",
        "website-theme",
        "navbar",
    ]
)
_YAML = re.compile(
    r"^(?P<indent>[ \t]*)(?P<item>(?:-[ \t]+)*)(?:[\"']?(?P<key>[\w.-]+)[\"']?[ \t]*:(?=[ \t]|$))?[ \t]*(?P<value>.*?)[ \t]*$"
)
_MARKS = r"[ \t\u3000>*_#`・■□●○◆◇【\[（(|+-]*"
_CLOSE = r"[ \t\u3000*_`】\]）)]*"
_STOP = re.compile(
    r"[|｜]|<|[ \t\u3000]*[/／•·][ \t\u3000]|[ \u3000]{2,}|\t|\u3000|[、，;；](?=[ ]?\S{1,12}[:：])|\s+\{[.#]"
)


@dataclass(frozen=True)
class Field:
    """What a field holds, as a range of the whole text."""

    kind: PersonalKind
    start: int
    end: int


def _alternatives(sets: Sequence[dict[PersonalKind, str]]) -> str:
    kinds = {kind for one in sets for kind in one}
    return "|".join(f"(?P<{kind}>{'|'.join(one[kind] for one in sets if kind in one)})" for kind in sorted(kinds))


_LETTER = r"(?![^\W\d_])"
_SURE = re.compile(
    rf"(?<![^\W\d_])(?:{_alternatives([_STRONG])}){_LETTER}{_CLOSE}[ \t\u3000]*(?P<colon>[:：=]){_CLOSE}[ \t\u3000]*",
    re.IGNORECASE,
)
_AT_HEAD = re.compile(
    rf"(?:(?<![^\W\d_])(?:{_alternatives([_STRONG, _WEAK])}){_LETTER}{_CLOSE}[ \t\u3000]*[:：=]{_CLOSE}[ \t\u3000]*"
    rf"|^{_MARKS}(?:{_alternatives([_STRONG]).replace('(?P<', '(?P<at_')})(?:{_CLOSE}[ \t\u3000]+(?=\S)|[】\]]+[ \t\u3000]*))",
    re.IGNORECASE,
)
_CELL = re.compile(rf"^{_MARKS}(?:{_alternatives([_STRONG, _WEAK])}){_CLOSE}[:：]?{_CLOSE}$", re.IGNORECASE)
_ALONE = re.compile(rf"^{_MARKS}(?:{_alternatives([_STRONG])}){_CLOSE}[:：]?{_CLOSE}$", re.IGNORECASE)


def fields_of(resume: Resume, folded: str) -> Iterator[Field]:
    """Every field with personal data; `folded` is the text made even, as long as the text."""
    yield from _front_matter(resume)
    head = {n for s in resume.sections if s.kind in ("head", "contact") for n in range(s.first, s.last + 1)}
    head = head or {line.number for line in resume.lines if line.number <= 40}
    pending: PersonalKind | None = None
    columns: dict[int, PersonalKind] = {}
    for line in resume.lines:
        if line.kind in ("front_matter", "code") or len(line.text) > 5000:
            continue
        if line.kind in ("table", "html"):
            pending, columns = yield from _cells(line, pending, columns)
            continue
        columns = columns if line.kind == "blank" else {}
        words = folded[line.start : line.end]
        if line.kind == "blank":
            continue
        if pending and line.kind in ("paragraph", "bullet") and not (_SURE.search(words) or len(words) > 120):
            yield Field(pending, line.start, line.end)
        found = _ALONE.match(words) if line.number not in head else _CELL.match(words)
        pending = _kind(found) if found and _kind(found) != "link" else None
        if not found:
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


def _cells(line: Line, pending: PersonalKind | None, columns: dict[int, PersonalKind]) -> Iterator[Field]:
    """The cells of a line of a table or of HTML. Returns what is pending for the next line, and the columns named."""
    pattern = r"[^|｜]+" if line.kind == "table" else r"(?<=>)[^<>]+|^[^<>]+"
    cells = [(m.start(), m.end()) for m in re.finditer(pattern, line.text) if m.group().strip()]
    labels = [(n, _CELL.match(line.text[start:end].strip())) for n, (start, end) in enumerate(cells)]
    named = {n: _kind(found) for n, found in labels if found}
    if len(named) > 1 and all(n in named for n in range(min(named), min(named) + 2)):
        return None, named
    for n, (start, end) in enumerate(cells):
        kind = columns.get(n) if n not in named else None
        if n - 1 in named and n not in named:
            kind = named[n - 1]
        elif n == 0 and pending and 0 not in named:
            kind = pending
        elif kind is None and n not in named:
            yield from _in_line_cell(line, start, end)
        if kind and line.text[start:end].strip(" -:—–"):
            yield Field(kind, line.start + start, line.start + end)
    last = len(cells) - 1
    return (named[last] if cells and last in named else None if cells else pending), columns


def _in_line_cell(line: Line, start: int, end: int) -> Iterator[Field]:
    found = _SURE.search(line.text, start, end)
    if found:
        yield Field(_kind(found), line.start + found.end(), line.start + end)


@dataclass
class _Yaml:
    """Keys above the line, by indentation."""

    above: list[tuple[int, str]] = field(default_factory=list)

    def kind(self, indent: int, key: str) -> PersonalKind | None:
        """What the value of this key is."""
        while self.above and self.above[-1][0] >= indent:
            self.above.pop()
        if any(name in _OF_OTHERS for _, name in self.above):
            return None
        if key:
            return _KEY_KINDS.get(key)
        return _KEY_KINDS.get(self.above[-1][1]) if self.above else None


def _front_matter(resume: Resume) -> Iterator[Field]:
    """Values of keys such as `author`, `email`, `image`, with what is nested under them."""
    yaml = _Yaml()
    for line in resume.lines:
        if line.kind != "front_matter":
            continue
        found = _YAML.match(line.text)
        if not found or line.text.strip() in ("---", "..."):
            continue
        key = (found["key"] or "").lower()
        indent = len(found["indent"]) + len(found["item"])
        kind = yaml.kind(indent if key else indent + 1, key)
        if key:
            yaml.above.append((indent, key))
        value = found["value"]
        if kind and value and value not in ("|", ">", "|-", ">-", "[]", "{}"):
            yield Field(kind, line.start + found.start("value"), line.start + found.start("value") + len(value))

"""What stands at the head: `head_data`."""

from __future__ import annotations

import re

from kasen.evidence.normal import normalise
from kasen.teams.resume.document.headings import is_document_title
from kasen.teams.resume.measures.model import BEST, Defect, Measured, worst
from kasen.teams.resume.measures.view import View

_MAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}")
_PHONE = re.compile(r"(?:\+\d{1,3}[\s.-]?)?(?:\(?\d{2,4}\)?[\s.-]){1,3}\d{3,4}(?!\d)|\+\d{8,14}\b")
_LINK = re.compile(r"https?://|linkedin\.com|github\.com|www\.", re.IGNORECASE)
_MADE = re.compile(
    r"(?:20\d\d\s*[年./-]\s*\d{1,2}\s*[月./-]\s*\d{1,2}|(?:令和|R)\s*(?:\d{1,2}|元)\s*年\s*\d{1,2}\s*月\s*\d{1,2})"
)
_NAMED = re.compile(r"氏\s*名|(?:^|\n)\s*(?:name|名前)\s*[:：]", re.IGNORECASE)
_PICTURE = re.compile(r"!\[[^\]\n]*\]\([^)\n]*\)|<img\b[^>\n]*>", re.IGNORECASE)
_NEEDLESS = {
    ("photo", "写真"): None,
    ("date of birth or age", "生年月日・年齢"): re.compile(
        r"\bdate of birth\b|\bd\.?o\.?b\.?\b|\bborn(?: on| in)? (?:\d|[A-Z][a-z]{2,8} \d)|(?<![a-z-])age\s*[:：]\s*\d\d"
        r"|\baged \d\d\b|\b\d\d years old\b"
        r"|生年月日|年齢\s*[:：]?\s*\d\d|満\s*\d\d\s*歳|\(\s*\d\d\s*歳\s*\)|\d{4}年\s*\d{1,2}月\s*\d{1,2}日\s*生",
        re.IGNORECASE,
    ),
    ("gender", "性別"): re.compile(r"\b(?:gender|sex)\s*[:：]|性別|(?:^|[|\s])[男女]性?(?:[|\s]|$)", re.IGNORECASE),
    ("family", "家族・配偶者"): re.compile(
        r"\bmarital status\b|\bmarried\b|\bsingle\s*(?:$|[,|])|\bchildren\s*[:：]|配偶者|扶養|既婚|未婚|家族構成",
        re.IGNORECASE,
    ),
    ("nationality or the like", "国籍・本籍・宗教など"): re.compile(
        r"\bnationality\s*[:：]|\breligion\s*[:：]|\bsocial security\b|\bpassport no|本籍|国籍|宗教|マイナンバー",
        re.IGNORECASE,
    ),
}
_REACHES = 40
"""Lines from the beginning that count as the head where no section says so."""


_LONGEST = 1000
"""Characters of a line that are looked at."""


def head_data(view: View) -> Measured:
    """English: name, mail, telephone or a link. Japanese: name and date of making. Less for what must not be asked."""
    head = _head(view)
    shown = normalise(head).text
    missing = _missing_ja(view, shown) if view.lang == "ja" else _missing_en(view, shown)
    needless = [] if view.is_rirekisho else _needless(view, head)
    comma = view.say(", ", "、")
    gone = comma.join(view.say(*one) for one in missing)
    extra = comma.join(view.say(*one[0]) for one in needless)
    note = view.say(
        f"Missing: {gone or 'nothing'}. Better left out: {extra or 'nothing'}.",
        f"ない項目：{gone or 'なし'}。要らない項目：{extra or 'なし'}。",
    )
    score = max(BEST - 1.5 * len(missing) - 1.5 * len(needless), 0.0)
    defects = [_absent(view, one) for one in missing] + [_needless_defect(view, *one) for one in needless]
    return Measured("head_data", score, note, worst(defects))


def _head(view: View) -> str:
    """The text before the first section that tells something, contact sections, and what the front matter says."""
    lines = view.resume.lines
    wanted = {n for s in view.resume.sections if s.kind in ("head", "contact") for n in range(s.first, s.last + 1)}
    if not wanted:
        first = min((s.first for s in view.resume.sections), default=_REACHES + 1)
        wanted = set(range(1, min(first, _REACHES + 1)))
    body = [line for line in lines if line.number in wanted or line.kind == "front_matter"]
    # A date of making stands at the very end of some.
    end = [line for line in lines[-5:] if line.number not in wanted and view.lang == "ja"]
    return "\n".join(line.text[:_LONGEST] for line in [*body, *end])[: _LONGEST * _REACHES]


def _has_name(view: View, head: str) -> bool:
    said = view.resume.front_matter
    named = [one.text for one in view.resume.identity if one.kind == "name"] + [str(said.get("title") or "")]
    given = any(text.strip("# ") and not is_document_title(text.strip("# ")) for text in named)
    return given or bool(_NAMED.search(head)) or bool(said.get("author"))


def _missing_en(view: View, head: str) -> list[tuple[str, str]]:
    missing = [] if _has_name(view, head) else [("name", "氏名")]
    missing += [] if _MAIL.search(head) else [("mail address", "メールアドレス")]
    return missing + ([] if _PHONE.search(head) or _LINK.search(head) else [("telephone or link", "電話番号かリンク")])


def _missing_ja(view: View, head: str) -> list[tuple[str, str]]:
    missing = [] if _has_name(view, head) else [("name", "氏名")]
    dated = _MADE.search(head) or view.resume.front_matter.get("date")
    return missing + ([] if dated else [("date of making", "作成日")])


def _needless(view: View, head: str) -> list[tuple[tuple[str, str], int, int]]:
    """What must not be asked, with its place where it was found in a line of its own."""
    found: list[tuple[tuple[str, str], int, int]] = []
    text = view.resume.text[:200_000]
    for name, pattern in _NEEDLESS.items():
        match = (pattern or _PICTURE).search(head)
        if match:
            start = text.find(match.group().strip("|\n ")) if match.group().strip("|\n ") else -1
            found.append((name, max(start, 0), max(start, 0) + len(match.group().strip("|\n ")) if start >= 0 else 0))
    return found


def _absent(view: View, one: tuple[str, str]) -> Defect:
    text = view.say(f"At the head the {one[0]} is missing.", f"冒頭に{one[1]}がない。")
    return Defect(text, "major", suggestion=view.say("Add it at the top.", "冒頭に加える。"))


def _needless_defect(view: View, one: tuple[str, str], start: int, end: int) -> Defect:
    text = view.say(
        f"A {one[0]} is given; employers must not decide by it."
        if one[0] == "photo"
        else f"It gives {one[0]}; employers must not decide by it.",
        f"{one[1]}がある。職務経歴書には要らない。" if view.lang == "ja" else f"{one[1]}がある。英文履歴書では省く。",
    )
    return Defect(text, "minor", start, end, suggestion=view.say("Leave it out.", "省く。"))

"""What a heading of a résumé announces, in both languages, and what counts as one without being one in Markdown."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kasen.teams.resume.document.model import SectionKind

_NAMES: dict[SectionKind, tuple[str, ...]] = {
    "summary": (
        "職務要約", "職務概要", "要約", "経歴要約", "職務経歴要約", "キャリアサマリー", "サマリー", "プロフィール",
        "概要", "経歴概要", "職歴要約",
        "summary", "professional summary", "executive summary", "career summary", "profile", "professional profile",
        "about",
        "about me", "objective", "career objective", "overview", "highlights", "summary of qualifications",
        "at a glance",
    ),
    "experience": (
        "職務経歴", "職務経歴詳細", "職務内容", "職歴", "経歴", "業務経歴", "職務履歴", "経歴詳細", "キャリア",
        "職務詳細", "実務経験", "勤務歴",
        "職務経験", "業務経験", "経験", "勤務先", "職務経歴詳細", "職務の詳細", "主な職務経歴", "インターン", "副業",
        "副業経験",
        "experience", "work experience", "professional experience", "employment", "employment history",
        "work history",
        "career history", "career", "relevant experience", "internships", "internship", "professional background",
        "selected experience", "volunteer experience", "volunteering", "additional experience", "freelance",
        "earlier career",
    ),
    "skills": (
        "スキル", "スキルセット", "技術スキル", "テクニカルスキル", "保有スキル", "活かせる経験知識技術",
        "活かせる経験", "活かせるスキル",
        "経験知識技術", "テクニカルスキル", "得意分野", "技術", "使用技術", "pcスキル", "ツール", "コアスキル",
        "ビジネススキル",
        "活かせる知識経験", "活かせる経験知識", "活かせる経験知識スキル", "活かせる知識経験技術", "主なスキル",
        "専門分野", "言語ツール",
        "skills", "technical skills", "core skills", "key skills", "technologies", "tools", "competencies",
        "core competencies",
        "expertise", "areas of expertise", "skills and tools", "tech stack", "skills summary", "professional skills",
        "skills and expertise", "skills technologies", "skills interests", "tools and technologies",
        "skills and interests",
    ),
    "projects": (
        "プロジェクト", "プロジェクト経歴", "主なプロジェクト", "プロジェクト経験", "開発実績", "制作実績",
        "ポートフォリオ", "個人開発", "実績", "主な実績",
        "個人プロジェクト", "作品", "oss活動", "oss", "アウトプット",
        "projects", "selected projects", "personal projects", "side projects", "portfolio", "key projects",
        "open source",
        "selected work", "open source contributions", "works",
    ),
    "education": (
        "学歴", "最終学歴", "教育", "学歴職歴", "学業", "研究", "学位", "出身校",
        "education", "academic background", "education and training", "academic qualifications",
        "educational background",
        "education and certifications", "academic history", "studies", "training",
    ),
    "certifications": (
        "資格", "保有資格", "免許資格", "資格免許", "取得資格", "免許", "資格語学", "資格受賞", "受賞歴", "受賞",
        "表彰", "資格スキル", "表彰歴", "語学資格",
        "certifications", "certificates", "licenses", "licenses and certifications", "certifications and licenses",
        "awards",
        "honors", "honors and awards", "awards and honors", "achievements", "credentials", "qualifications",
        "licences",
        "awards and certifications", "certifications and awards", "professional certifications",
    ),
    "self_pr": (
        "自己pr", "自己ピーアール", "自己アピール", "自己紹介", "強み", "志望動機", "私の強み", "アピールポイント",
        "prポイント", "仕事への姿勢", "セールスポイント",
        "cover letter", "strengths", "key strengths", "personal statement", "motivation", "why me",
    ),
    "publications": (
        "論文", "発表", "登壇", "執筆", "業績", "研究業績", "講演", "著書", "特許", "登壇歴", "対外発表", "登壇執筆",
        "執筆登壇", "発表論文",
        "publications", "talks", "papers", "patents", "presentations", "speaking", "selected publications",
        "talks and writing",
        "publications and talks", "writing", "research",
    ),
    "languages": (
        "語学", "語学力", "言語", "語学スキル", "外国語", "languages", "language skills", "language proficiency",
    ),
    "contact": (
        "連絡先", "基本情報", "個人情報", "基本データ", "氏名連絡先", "本人情報", "contact", "contact information",

        "contact details",
        "personal information", "personal details", "personal data", "links", "contacts", "リンク",
    ),
    "other": (
        "趣味", "特技", "趣味特技", "その他", "備考", "本人希望", "本人希望記入欄", "希望条件", "補足", "以上",
        "interests", "hobbies", "references", "additional information", "other", "miscellaneous", "volunteer",
        "activities",
        "hobbies and interests", "memberships", "affiliations",
    ),
}  # fmt: skip
KNOWN: dict[str, SectionKind] = {name: kind for kind, names in _NAMES.items() for name in names}
"""Folded names of sections (see `folded`) and their kind."""
TITLES = frozenset({
    "職務経歴書", "履歴書", "レジュメ", "経歴書", "職務経歴", "スキルシート", "業務経歴書", "キャリアシート",
    "resume", "résumé", "cv", "curriculum vitae", "curriculum vitæ", "my resume",
})  # fmt: skip
"""Folded names of the whole document."""
_ATX = re.compile(r"^ {0,3}(#{1,6})[ \t\u3000]+(.*?)(?:[ \t]+#+)?[ \t]*$")
_ATTRIBUTES = re.compile(r"[ \t]*\{[^}\n]*\}[ \t]*$")
_BOLD = re.compile(r"^[ \t]*(\*\*|__)(?=\S)(.{1,200}?)(?<=\S)\1[ \t]*:?[ \t]*(?:\\|  )?$")
_BRACKETS = re.compile(r"^[ \t\u3000]*([【《〈＜≪\[])([^】》〉＞≫\]\n]{1,40})[】》〉＞≫\]][ \t\u3000]*$")
_MARKED = re.compile(r"^[ \t\u3000]*([■□●○◆◇▼▽▶★☆◎])[ \t\u3000]*(\S[^\n]{0,80})$")
_HTML = re.compile(r"^[ \t]*<h([1-6])\b[^>\n]*>(.{1,200}?)</h\1>[ \t]*$", re.IGNORECASE)
_TAGS = re.compile(r"<[^<>\n]*>|\{\{<[^\n]*?>\}\}|:[a-z_]+:")
_NUMBER = re.compile(
    r"^(?:[(（\[]?(?:\d{1,2}|[ivxIVX]{1,4}|[一二三四五六七八九十])[)）.．、\]:]|第[一二三四五六七八九十\d]+[章節]?|"
    r"[①-⑳])\s*"
)
_DROPPED = re.compile(r"[\s\u3000・･/／|｜&＆,，、。:：*_`~＊\-–—―＝=#■□●○◆◇▼▽▶★☆◎【】《》〈〉＜＞≪≫\[\]()（）「」]+")


@dataclass(frozen=True)
class Heading:
    """A line that announces what follows."""

    level: int
    """1–6 as in Markdown; 7 for a bold line, a line in brackets or behind a mark."""
    style: str
    """`#`, `**`, `【`, `■` …: headings of one style stand side by side."""
    text: str
    """Without markup."""
    kind: SectionKind | None
    """The section that it opens, when its words are known."""


def plain_words(text: str) -> str:
    """The words of a line without emphasis, links, tags and attributes, trimmed."""
    text = _TAGS.sub(" ", _ATTRIBUTES.sub("", text))
    text = re.sub(r"!?\[([^\]\n]{0,500})\](?:\([^)\n]{0,1000}\)|\{[^}\n]{0,300}\})", r"\1", text)
    return " ".join(re.sub(r"\*{1,3}|~~|(?<![\w])_{1,2}|_{1,2}(?![\w])|`|\\$", "", text).split())


def folded(text: str) -> str:
    """Words of a heading as they are compared: lower case, no marks, no numbering, `・` and `and` evened out."""
    text = _NUMBER.sub("", plain_words(text).strip(" 　■□●○◆◇▼▽▶★☆◎【《〈＜≪[").lower())
    english = re.sub(r"\s+", " ", re.sub(r"[^a-zé& ]+", " ", text.replace("&", " and "))).strip()
    return english if english and not re.search("[\u3041-\u9fff]", text) else _DROPPED.sub("", text)


def section_kind(words: str) -> SectionKind | None:
    """The kind of section that a heading's words announce, or None."""
    name = folded(words)
    if not name or len(name) > 60:
        return None
    return KNOWN.get(name) or _by_parts(words)


def _by_parts(words: str) -> SectionKind | None:
    """Two names in one heading (職務経歴（詳細）, 資格・語学, Skills & Tools): the first that is known decides."""
    parts = [folded(part) for part in re.split(r"[・/／|｜&＆(（、,:：]|\band\b", plain_words(words)) if part.strip()]
    known = [KNOWN.get(part) for part in parts if part]
    return known[0] if known and len(parts) > 1 and len(parts) <= 4 else None


def is_document_title(words: str) -> bool:
    """True for 職務経歴書, Resume, Curriculum Vitae."""
    return folded(words) in TITLES and folded(words) not in KNOWN


def heading_of(words: str) -> Heading | None:
    """What the line announces as a heading of Markdown or HTML, or as one that is only typed like one."""
    if atx := _ATX.match(words):
        text = plain_words(atx[2])
        return Heading(len(atx[1]), "#", text, section_kind(text))
    if html := _HTML.match(words):
        text = plain_words(html[2])
        return Heading(int(html[1]), "#", text, section_kind(text))
    for pattern in (_BOLD, _BRACKETS):
        if found := pattern.match(words):
            text = plain_words(found[2])
            return Heading(7, found[1], text, section_kind(text)) if text else None
    if (marked := _MARKED.match(words)) and (kind := section_kind(marked[2])):
        return Heading(7, marked[1], plain_words(marked[2]), kind)
    return _bare(words)


def _bare(words: str) -> Heading | None:
    """A line that is nothing but the name of a section, as in plain text: 職務要約, EXPERIENCE."""
    text = words.strip()
    if not text or len(text) > 40 or text[-1] in "。.,、;":
        return None
    kind = KNOWN.get(folded(text))
    is_typed = bool(re.search("[\u3041-\u9fff]", text)) or text.isupper() or text.istitle() or text[:1].isupper()
    return Heading(7, "", plain_words(text).rstrip(":："), kind) if kind and is_typed else None

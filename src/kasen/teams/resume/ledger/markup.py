"""A text without its markup, at the same offsets, and with common forms of writing made one."""

from __future__ import annotations

import re
from functools import lru_cache

from kasen.evidence.normal import normalise
from kasen.teams.resume.ledger.words import kana_forms

_ACCENTS = str.maketrans(
    "àáâãäåçèéêëìíîïñòóôõöùúûüýÿÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝšžŠŽčćČĆřŘěĚōŌūŪāĀīĪēĒ",
    "aaaaaaceeeeiiiinooooouuuuyyAAAAAACEEEEIIIINOOOOOUUUUYszSZccCCrReEoOuUaAiIeE",
)
_HYPHENS = str.maketrans("‐‑‒–—−―", "--–––––", "")
_LOOK_ALIKES = str.maketrans("＜＞｛｝［］﹤﹥﹛﹜", "〈〉〔〕〔〕〈〉〔〕")
"""Wide brackets, which are no markup where they stand and would be after NFKC: what is in them is read."""
_WIDE_FENCE = re.compile("[：﹕︓]{3,}")
_LONG_VOWEL = re.compile("(?<=[ァ-ヺ])[-–](?=[ァ-ヺ])")
_MARKS = re.compile(
    r"(?P<bullet>(?m:^)[ \t]*(?:>[ \t]*)*(?:[-*+•◦▪‣・●○■□◆◇※](?:[ \t]+|(?<=[・●○■□◆◇※•])(?=\S))"
    r"|\d{1,3}[.)][ \t]+|#{1,6}[ \t]+))"
    r"|(?P<strong>\*{1,3}|__|~~|`+|\|(?=\s|$|-)|(?<=\s)\|)"
    r"|(?P<image>!?\[(?=[^\]\n]{0,300}\]\())|(?P<link>\]\((?P<url>[^)\s]{0,300})[^)]{0,100}\))"
    r"|(?P<attributes>\{[.#][^}\n]{0,200}\})|(?P<fence>(?m:^):{3,}[^\n]*)|(?P<comment><!--.{0,2000}?-->)|(?P<tag></?(?!https?:|mailto:)[a-zA-Z][^>\n]{0,200}>)",
    re.DOTALL,
)
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)"
)
_ONE_FORM = (
    (
        re.compile(
            rf"\b(?P<from>{_MONTH})\s?(?:–|-|to|until|till|through)\s?(?P<to>{_MONTH}) (?P<year>(?:19|20)\d\d)\b"
        ),
        r"\g<from> \g<year> – \g<to> \g<year>",
    ),
    (re.compile(r"\ba year and a half\b|\bone and a half years\b"), "18 months"),
    (re.compile(r"\bhalf a year\b|\bhalf-year\b|(?<![\d一二三])半年(?!度)"), "6 months"),
    (re.compile(r"\bfiscal year (?=\d)"), "fy"),
    (re.compile(r"(?<=\d) ?pounds\b(?! of)"), " gbp"),
    (re.compile(r"(?:1|一)時間(?:に|あたり|当たり)(?=約|平均|\d|最大)"), "毎時"),
    (re.compile(r"(?<=\d)[かカヶ]年(?!度)"), "年"),
    (re.compile(r"(?<=[一-龥])大(?=[のにで、。卒院])(?<!最大)(?<!拡大)(?<!増大)(?<!重大)(?<!過大)(?<!巨大)"), "大学"),
    (re.compile(r"(?<![\d,.])(?P<first>\d{1,3}) (?=\d{3}(?![\d]))"), r"\g<first>,"),
    (re.compile(r"\(株\)"), "株式会社"),
    (re.compile(r"\(有\)"), "有限会社"),
    (re.compile(r"\(同\)|\(合\)"), "合同会社"),
    (
        re.compile(r"(?:3|三)[かヶカヵ箇]?月(?:に(?:1|一)[回度]|ごと|毎)|四半期(?:に(?:1|一)[回度]|ごと|毎)|毎四半期"),
        "四半期",
    ),
    (
        re.compile(
            r"(?:1|一)年間?(?:で|に|あたり|当たり)(?=約|平均|\d|最大)|(?<![\d一-龥〜])年(?=約?\d[\d,.]*[万億千]*円)"
        ),
        "年間",
    ),
    (re.compile(r"\bfirst quarter(?: of)?(?= \d)|第(?:1|一)四半期"), "q1"),
    (re.compile(r"\bsecond quarter(?: of)?(?= \d)|第(?:2|二)四半期"), "q2"),
    (re.compile(r"\bthird quarter(?: of)?(?= \d)|第(?:3|三)四半期"), "q3"),
    (re.compile(r"\bfourth quarter(?: of)?(?= \d)|第(?:4|四)四半期"), "q4"),
    (re.compile(r"\bhalf an? (?=percent|%)"), "0.5 "),
    (re.compile(r"\b(?:one|1) in (?:two|2)\b"), "50%"),
    (re.compile(r"\b(?:one|1) in (?:three|3)\b(?: of(?! the m))?"), "one third of"),
    (re.compile(r"\b(?:one|1) in (?:four|4)\b"), "25%"),
    (re.compile(r"\b(?:one|1) in (?:five|5)\b"), "20%"),
    (re.compile(r"\b(?:one|1) in (?:ten|10)\b"), "10%"),
    (re.compile(r"(?<![かヶカヵ箇])(?:毎?月に?|ひと月に)(?:1|一)[回度]"), "毎月"),
    (re.compile(r"(?:毎?週に?)(?:1|一)[回度]"), "毎週"),
    (re.compile(r"(?:毎?年に?)(?:1|一)[回度]"), "毎年"),
    (re.compile(r"(?:毎日|日に|(?:1|一)日)(?:1|一)[回度]"), "毎日"),
    (re.compile(r"(?:1|一)日(?:あたり|当たり)?(?=[約平最\d]|に(?:約|平均)?\d)"), "毎日"),
    (re.compile(r"(?:1|一)か?[ヶカ]?月(?:あたり|当たり)(?=[約平最\d]|に)"), "毎月"),
    (re.compile(r"\bonce (?:a|per|every) (month|week|day|year|quarter)\b"), r"every \1"),
    (re.compile(r"\b(?:two|2) times (?:a|per|each) "), "twice a "),
    (re.compile(r"\b(?:a|per|each|every) (?=(?:month|week|day|year|annum)\b)"), "every "),
    (
        re.compile(
            r"(?<!by )(?<!of )(?<!than )(?<!about )(?<!nearly )(?<!to )(?:\ba|\bper|\beach) (?=quarter\b(?! of))"
        ),
        "every ",
    ),
    (
        re.compile(
            r"\bevery (?:two|2|other|second) weeks?\b|隔週|(?:2|二)週間?(?:ごと|おき)?に(?:1|一)[回度]"
            r"|(?:2|二)週間?ごと"
        ),
        "fortnightly",
    ),
    (
        re.compile(
            r"\b(?:per|each) (?=(?:evening|morning|night|shift|hour|season|round|term|session|visit|weekend|minute)\b)"
        ),
        "every ",
    ),
    (
        re.compile(r"(?P<each>\d(?: [a-z]{2,14}){0,2}) an? (?=(?:hour|shift|night|season|session|evening)\b)"),
        r"\g<each> every ",
    ),
    (re.compile(r"(?<![\d一-龥.])倍(?=に|増|以上)"), "2倍"),
    (re.compile(r"前の年(?!度)"), "前年"),
    (re.compile(r"前(?P<span>年|月|期)(?:より|と比べて?|に比べて?|対比)(?=約?\d)"), r"前\g<span>比"),
    (re.compile(r"\btwice yearly\b"), "twice every year"),
    (re.compile(r"\b(?:eur|€) ?(?=\d)"), "€"),
    (re.compile(r"\b(?:usd|us\$) ?(?=\d)"), "$"),
    (re.compile(r"\bgbp ?(?=\d)"), "£"),
    (re.compile(r"\b(?:jpy|¥) ?(?=\d)"), "¥"),
    (re.compile(r"(?<![\d.,])(?P<sum>\d[\d.,]{0,20}\s?(?:[kmb]|bn|million|billion|thousand)?)\s?usd\b"), r"$\g<sum>"),
    (re.compile(r"(?<![\d.,])(?P<sum>\d[\d.,]{0,20}\s?(?:[kmb]|bn|million|billion|thousand)?)\s?eur\b"), r"€\g<sum>"),
    (re.compile(r"(?<![\d.,])(?P<sum>\d[\d.,]{0,20}\s?(?:[kmb]|bn|million|billion|thousand)?)\s?gbp\b"), r"£\g<sum>"),
    (re.compile(r"\byoy\b|\by/y\b|\byear[- ]over[- ]year\b|\byear[- ]on[- ]year\b"), "year-on-year"),
    (re.compile(r"\bper cent\b"), "percent"),
    (re.compile(r"(?<=\d)\s?yrs?\b\.?(?=\s|$|,|;)"), " years"),
    (re.compile(r"(?<=\d)\s?(?:mths?|mos)\b\.?"), " months"),
    (re.compile(r"(?<=\d)\s?hrs?\b\.?(?=[\s,;/)]|$)"), " hours"),
    (re.compile(r"(?<=[a-z]{3})/(?=(?:week|month|day|year|shift)\b)"), " every "),
    (re.compile(r"(?<=\d)\s?mins\b\.?"), " minutes"),
    (re.compile(r"\bk8s\b"), "kubernetes"),
    (re.compile(r"(?<=\d)\s?(?:→|⇒|->|=>)\s?(?=\d|約)"), "〜"),
    (re.compile(r"(?<=[分秒日月年%円件名人時間])\s?(?:→|⇒|->|=>)\s?(?=\d|約)"), "〜"),
    (re.compile(r"\bcare of\b"), "care of"),
    *(
        (re.compile(f"第{one}(?=著者|種|級|期|回|章|位|稿|版|報)"), f"第{i}")
        for i, one in enumerate("一二三四五六七八九", 1)
    ),
)


def bare(text: str) -> str:
    """NFKC of the text, accents gone, markup blanked; case is kept. Offsets are those of `normalise(text).text`."""
    text = _WIDE_FENCE.sub(lambda match: "・" * len(match.group()), text.translate(_LOOK_ALIKES))
    plain = normalise(text).text.translate(_ACCENTS).translate(_HYPHENS)
    return _MARKS.sub(_blank, _LONG_VOWEL.sub("ー", plain))


def _blank(match: re.Match[str]) -> str:
    whole = match.group()
    kept = match["url"] or ""
    if kept:
        at = whole.index(kept)
        return " " * at + kept + " " * (len(whole) - at - len(kept))
    return re.sub(r"[^\n]", " ", whole)


@lru_cache(maxsize=4096)
def ready(text: str) -> tuple[str, str]:
    """The text in one form as written, and casefolded: both of the same length."""
    written = bare(text)
    for pattern, form in _ONE_FORM:
        written = (
            re.compile(pattern.pattern, re.IGNORECASE).sub(form, written)
            if pattern.search(written.casefold())
            else written
        )
    for kana, form in kana_forms():
        if kana in written:
            written = written.replace(kana, form)
    folded = written.casefold()
    return (written, folded) if len(folded) == len(written) else (folded, folded)

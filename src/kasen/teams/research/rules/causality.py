"""What a sentence says of cause and effect, by its connectives, in Japanese and English; it is read, not judged.

A sentence may assert a cause, tell that two things go together, or only that one came after the other. Only the first
says which way it goes; what it denies is evidence against.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from kasen.evidence.normal import normalise

Kind = Literal["cause", "correlation", "sequence", "none"]
RANK: dict[Kind, int] = {"none": 0, "sequence": 1, "correlation": 2, "cause": 3}
LONGEST = 120
"""Characters of one end of a link that are kept."""


@dataclass(frozen=True)
class Link:
    """One statement of cause and effect, in the sentence's own words."""

    cause: str
    effect: str
    kind: Kind
    denied: bool = False
    hedged: bool = False


_VERBS_EN = (
    "led~to leads~to lead~to leading~to caused causes cause causing resulted~in results~in result~in resulting~in "
    "brought~about brings~about triggered triggers gave~rise~to gives~rise~to set~off prompted provoked forced drove",
    "drives contributed~to contributes~to contribute~to accounted~for accounts~for produced made reduced reduces "
    "lowered lowers increased increases raised raises worsened worsens improved improves boosted boosts damaged",
    "damages destroyed destroys weakened weakens strengthened strengthens accelerated accelerates delayed prevented "
    "prevents enabled enables affected affects influenced influences",
)
_BLAME_EN = (
    r"(?:is|are|was|were|be|being) (?:largely |mainly |partly |chiefly |also )?(?:responsible for|to blame for)"
    r"|(?:is|are|was|were) (?:the|a|an|one|another) (?:\w+ ){0,2}?(?:cause|reason|trigger|driver)s? (?:of|for|behind)"
)
_TO_EN = "|".join([_BLAME_EN, *(verb.replace("~", " ") for verbs in _VERBS_EN for verb in verbs.split())])
_FROM_EN = (
    r"because of|because|due to|owing to|as a (?:direct |partial )?(?:result|consequence) of|on account of|thanks to"
    r"|caused by|driven by|triggered by|brought about by|produced by|provoked by|attributed to|attributable to"
    r"|the result of|a result of|resulted from|results from|resulting from|stemmed from|stems from|explained by"
)
_NAMED_EN = r"(?:the|a|one) (?:\w+ ){0,2}?(?:cause|reason|trigger|driver)s? (?:of|for|behind)"
_TOGETHER_EN = (
    r"(?:is|are|was|were|been) (?:\w+ )?(?:associated|correlated|linked|related) (?:with|to)|correlates? with"
    r"|correlated with|coincided with|coincides with|went hand in hand with|goes hand in hand with"
)
_AFTER_EN = r"(?:shortly |soon )?after|following|subsequent to|in the wake of"
_BEFORE_EN = r"(?:was |were |is |are )?(?:followed by|preceded)"
_FORMS_EN: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("cause", re.compile(rf"^\W*(?:{_NAMED_EN})\s+(?P<e>.+?)\s+(?:is|are|was|were|lies in|lay in)\s+(?P<c>.+)$", re.I)),
    ("cause", re.compile(rf"^\W*(?:{_FROM_EN})\s+(?P<c>[^,;]+),\s*(?P<e>.+)$", re.I)),
    ("cause", re.compile(rf"^(?P<e>.+?)[,;]?\s+(?:\w+ly )?(?:{_FROM_EN})\s+(?P<c>.+)$", re.I)),
    ("cause", re.compile(rf"^(?P<c>.+?)\s+(?:\w+ly )?(?:{_TO_EN})\s+(?P<e>.+)$", re.I)),
    ("correlation", re.compile(rf"^(?P<c>.+?)\s+(?:{_TOGETHER_EN})\s+(?P<e>.+)$", re.I)),
    ("sequence", re.compile(rf"^\W*(?:{_AFTER_EN})\s+(?P<c>[^,;]+),\s*(?P<e>.+)$", re.I)),
    ("sequence", re.compile(rf"^(?P<c>.+?)\s+(?:{_BEFORE_EN})\s+(?P<e>.+)$", re.I)),
    ("sequence", re.compile(rf"^(?P<e>.+?)[,;]?\s+(?:{_AFTER_EN})\s+(?P<c>.+)$", re.I)),
)
_LETS_EN = re.compile(r"^(?P<c>[^,;]+?)\s+(?:let|lets|helped|helps|allowed|allows)\s+(?P<e>[^,;]+)", re.I)
"""Stands beside a *because* in the same sentence: `shade let Uji become the centre, because no other town had it`."""
_BY_JA = (
    r"(?:の影響)?(?:に(?:より|よって|伴い|伴って|ともない|起因して|由来して)|を受けて|のせいで|のおかげで|が原因で|が原因となって"
    r"|を(?:主な)?(?:原因|要因|背景|契機|きっかけ)(?:として|に)|の結果(?:として)?)"
)
_CLAUSE_JA = (
    r"(?:(?<=[ただいなの])ため(?:に)?|(?<=ている)ため(?:に)?|(?<=である)ため(?:に)?|ので|(?<=[たいだ])から"
    r"|ことで|ことから|ことにより|ことによって)"
)
_MAKES_JA = (
    r"(?:引き起こ|ひきおこ|引き金とな|招い|招く|招き|もたら|生じさせ|誘発|助長し|促し|促す|促進し|つなが|繋が|至らせ"
    r"|影響を(?:与え|及ぼ)|減ら|増や|高め|強め|弱め"
    r"|妨げ|早め|遅らせ|悪化させ|改善させ|低下させ|上昇させ|減少させ|増加させ)"
)
_NOUN_JA = r"(?:(?:主な|主たる|最大の|直接の|根本)?(?:原因|要因|理由|きっかけ|一因|誘因))"
_FORMS_JA: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    (
        "cause",
        re.compile(
            rf"^(?P<e>.+?)の{_NOUN_JA}(?:の一つ)?(?:は|として)、?(?P<c>.+?)(?:であ|です|だ|にあ|と(?:さ|考|い)|が(?:挙|あ)|$)"
        ),
    ),
    (
        "cause",
        re.compile(
            rf"^(?P<c>.+?)(?:は|が)、?(?P<e>.+?)の{_NOUN_JA}(?:の一つ)?(?:であ|です|だ|とな|と(?:さ|考|い)|に(?:な|挙))"
        ),
    ),
    (
        "cause",
        re.compile(
            r"^(?P<e>.+?)は、?(?P<c>.+?)(?:による(?:もの)?|が原因|に起因|に由来|のせい|のため)(?:であ|です|だ|する|では|と(?:さ|考|い)|。|$)"
        ),
    ),
    (
        "cause",
        re.compile(
            r"^(?P<e>.+?の)は、?(?P<c>.+?)(?:(?<=[ただいなの])ため|(?<=ている)ため|(?<=である)ため|(?<=[たいだ])から|(?<=である)から)"
            r"(?:であ|です|だ|と(?:さ|考|い)|。|$)"
        ),
    ),
    ("cause", re.compile(rf"^(?P<c>.+?)(?:は|が|も)、?(?P<e>[^、]+?)(?:を|に){_MAKES_JA}")),
    ("cause", re.compile(rf"^(?P<c>.+?){_BY_JA}[、，]?(?P<e>.+)$")),
    ("cause", re.compile(rf"^(?P<c>.+?){_CLAUSE_JA}[、，](?P<e>.+)$")),
    (
        "correlation",
        re.compile(
            r"^(?P<c>.+?)(?:と|は)、?(?P<e>.+?)(?:と(?:の間に?)?(?:は|に|も)?|に(?:は)?|の間に?(?:は)?)(?:\w{0,6}の?)?(?:相関|関連)"
        ),
    ),
    (
        "sequence",
        re.compile(r"^(?P<c>.+?)(?:の(?:直)?後(?:に)?|に続いて|に続き|以降(?:に)?|した後(?:に)?)[、，]?(?P<e>.+)$"),
    ),
)
_DENIED = re.compile(
    r"\b(?:not|never|no longer|neither|nor|cannot|without)\b(?: \w+){0,4}? (?:because|due|caus\w*|led|lead|leads"
    r"|result\w*|responsible|attribut\w*|related|linked|associated|correlat\w*|explain\w*|contribut\w*|trigger\w*"
    r"|the cause|the reason)"
    r"|\bno (?:\w+ ){0,2}?(?:link|effect|evidence|influence|role|relationship|correlation|connection|association)"
    r"|\b(?:unrelated|had nothing to do|has nothing to do|ruled out|refut\w*|disprov\w*"
    r"|n't (?:\w+ )?(?:cause|lead|result|explain))"
    r"|(?:原因|理由|要因|せい|ため|よるもの)(?:で|と)は?な(?:い|く|かった)"
    r"|(?:の|わけ|訳)では(?:な(?:い|く|かった)|ありません|なし)"
    r"|(?:関係|関連|相関|影響|因果関係)(?:は|が|も)?(?:ほとんど)?(?:な(?:い|く|かった)|見られな|認められな)"
    r"|(?:引き起こ|招|もたら|つなが|生じさせ)(?:さ|か|ら)?(?:なかった|ない|ず)"
    r"|影響(?:を)?(?:及ぼ|与え)(?:さ)?(?:なかった|ない|ず)|否定",
    re.IGNORECASE,
)
_HEDGED = re.compile(
    r"\b(?:may|might|could|possibl\w+|perhaps|probabl\w+|likely|suggest\w*|appear\w*|seem\w*|believed"
    r"|thought to|suspected)\b"
    r"|可能性|かもしれ|とみられ|と見られ|と考えられ|おそれ|恐れがある|示唆|だろう|と推測|と思われ|らしい",
    re.IGNORECASE,
)
_PURPOSE = re.compile(r"(?:する|るため|くため|うため|すため|つため|ぶため|むため|ぐため)(?:に)?$")
_LEADING = re.compile(
    r"^(?:\W|however|but|and|also|this is|it is|that is|しかし|また|さらに|そして|一方|なお|これは)+[、,\s]*",
    re.IGNORECASE,
)
_SAID_BEFORE = re.compile(
    r"^(?:according to [^,]+,\s*|(?:[\w' -]{1,40}? )?(?:say|says|said|report|reports|reported|found|argue|argues|argued"
    r"|believe|believes|claim|claims|claimed|showed|shows|show|agree)\s+(?:that\s+)?|[^、]{1,20}によれば、)",
    re.IGNORECASE,
)
_SAID_AFTER = re.compile(
    r",\s*(?:according to .+|[\w' -]{1,40}? (?:say|says|said|report|reports|reported|argue|argues|argued|found|believe"
    r"|believes|claim|claims|claimed))\W*$|(?:と(?:され|考えられ|言われ|述べ|報告)[^、]{0,8})$",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"^(?:the|an?)\s+", re.IGNORECASE)
_ENDING = re.compile(r"(?<=[^もそこ])の$|[\s。．.、,;；:：!！?？」』)）]+$")


@lru_cache(maxsize=4096)
def links(sentence: str) -> tuple[Link, ...]:
    """The links of a sentence, the strongest kind first; empty where no connective is found."""
    text = " ".join(normalise(sentence).text.split())
    denied, hedged = bool(_DENIED.search(text)), bool(_HEDGED.search(text))
    found: dict[tuple[Kind, bool], Link] = {}
    for kind, form in (*_FORMS_EN, *_FORMS_JA, ("cause", _LETS_EN)):
        match = form.search(text)
        if match is None:
            continue
        cause, effect = _end(match["c"]), _end(match["e"])
        if cause and effect and not _PURPOSE.search(match["c"]):
            # Of forms of one kind the first is the most exact; another would cut the sentence at a wrong place.
            found.setdefault((kind, form is _LETS_EN), Link(cause, effect, kind, denied, hedged))
    return tuple(sorted(dict.fromkeys(found.values()), key=lambda link: -RANK[link.kind]))


def is_denied(sentence: str) -> bool:
    """Whether a sentence denies a link of cause and effect."""
    return bool(_DENIED.search(" ".join(normalise(sentence).text.split())))


def _end(text: str) -> str:
    """One end of a link without what leads in and out and who says so; empty when nothing is left, or too much."""
    bare = _SAID_AFTER.sub("", _SAID_BEFORE.sub("", _LEADING.sub("", text.strip())))
    cleaned = _ENDING.sub("", _ARTICLE.sub("", bare))
    return cleaned if cleaned and any(c.isalnum() for c in cleaned) and len(cleaned) <= LONGEST else ""

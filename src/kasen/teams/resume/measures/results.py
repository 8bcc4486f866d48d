"""Whether results are stated in figures: `quantified_results`."""

from __future__ import annotations

import re

from kasen.evidence.normal import normalise
from kasen.teams.resume.measures.model import Defect, Measured, by_share, worst
from kasen.teams.resume.measures.view import Piece, View

FULL = 0.5
"""Share of items with a figure from which the score is full: not every deed has one, and guides ask for about half."""
_LEAST = 3
"""Items below which a share says nothing."""
_DATE = re.compile(
    r"(?:19|20)\d\d\s*[-–—~〜～/.年]\s*(?:(?:19|20)\d\d(?!\d)|\d{1,2}(?!\d)\s*月?(?:\s*\d{1,2}\s*日)?)?"
    r"|\d{1,2}\s*月(?:\s*\d{1,2}\s*日)?|\d{1,2}/(?:19|20)\d\d|(?:令和|平成|昭和)\s*(?:\d{1,2}|元)\s*年(?:\s*\d{1,2}\s*月)?"
    r"|(?<![\w.,])(?:19|20)\d\d\b(?!\s*(?:users|people|円|名|人|件|社))"
    r"|(?:19|20)\d\d(?=年)年?|24/7|\b[A-Z]{1,3}/\d\b|\d+[- ]?(?:年目|期生)"
)
"""Dates, school years and signs that hold digits and count nothing."""
_VERSION = re.compile(
    r"(?<![A-Za-z])(?:v|ver\.?|version|バージョン)\s?\d[\d.]*|(?<![A-Za-z])(?:ISO|IEC|JIS|RFC|IEEE|EN|SOC|PCI|HTML|CSS|ES|IPv|Web|Vue|Angular|"
    r"Python|Java|PHP|Ruby|Rails|Node(?:\.js)?|Go|Windows|Server|Office|Oracle|Laravel|Django|React|Swift|Level|"
    r"Phase|Stage|Tier|Type|Class|Grade|Section|Part|No|Q|H|FY|Microsoft|Unity|GPT|TOEIC|S|EC|B|C|D|F|G|K|R|T|X)"
    r"[\s./-]?\d[\d.]*(?:[/:-]\d+)*(?![\d,.]*\s?(?:%|名|人|件|社|円|億|万|倍|users|people))|\.\d+(?:\.\d+)+|(?<![A-Za-z])[A-Za-z]{2,20}\d+",
    re.IGNORECASE,
)
"""Numbers that belong to the name of a product, a standard or a level."""
_FIGURE = re.compile(
    r"\d|[一二三四五六七八九十百千数](?:十|百|千|万|億)?(?:名|人|社|件|倍|割|店舗|拠点|か国|カ国|ヶ国|回|台|億|万|千|百|十)|半減|半分|倍増|皆無|全国[1一]位|"
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|"
    r"seventy|eighty|ninety|hundred|hundreds|thousand|thousands|million|millions|billion|dozen|dozens|half|halved|"
    r"halving|doubled|doubling|tripled|tripling|quadrupled|twice|zero)\b",
    re.IGNORECASE,
)
_CLAIM = re.compile(
    r"\b(?:improv|increas|reduc|decreas|optimi[sz]|boost|accelerat|enhanc|streamlin|sav(?:e|ed|ing)\b|grew\b|grow|cut\b|"
    r"speed|shorten|lower|rais(?:e|ed)\b|expand|maximi[sz]|minimi[sz])\w*"
    r"|改善|向上|削減|短縮|増加|拡大|効率化|最適化|低減|改革|伸長|達成|貢献|高速化|軽減|抑制|強化",
    re.IGNORECASE,
)


def has_figure(text: str) -> bool:
    """True when the words count or measure something: a number, a number word, half, doubled, 半減.

    Dates, versions and numbers in names of products and standards do not count.
    """
    shown = normalise(text).text
    return bool(_FIGURE.search(_VERSION.sub(" ", _DATE.sub(" ", shown))))


def quantified_results(view: View) -> Measured:
    """The share of items of the work experience that hold a figure; full from `FULL`."""
    items = view.work
    if not items:
        why = view.say("No experience was found to count in.", "数える対象の職務経歴が見つからない。")
        return Measured("quantified_results", None, why)
    bare = [one for one in items if not has_figure(one.text)]
    held = len(items) - len(bare)
    note = view.say(
        f"{held} of {len(items)} items of the experience hold a figure.",
        f"職務経歴の{len(items)}項目のうち{held}項目に数値がある。",
    )
    score = by_share(held / len(items), full=FULL)
    if len(items) < _LEAST:
        score = min(score, 3.0)
        note += view.say(f" Fewer than {_LEAST} items say little.", f"{_LEAST}項目未満では判断材料が少ない。")
    return Measured("quantified_results", score, note, worst(_defects(view, bare, score)))


def _defects(view: View, bare: list[Piece], score: float) -> list[Defect]:
    claims = [(one, found) for one in bare if (found := _CLAIM.search(one.text))]
    defects = [_claim(view, one, found) for one, found in claims]
    if not claims and score < 3.0 and bare:
        start, end = bare[0].span()
        defects.append(
            Defect(
                view.say(
                    "The items say what was done, but not how much came of it.",
                    "何をしたかは書かれているが、どれだけの成果かがわからない。",
                ),
                "major",
                start,
                end,
                suggestion=view.say(
                    "Give the three most important items a figure: number, share, time or size.",
                    "重要な三項目ほどに、件数・割合・期間・規模のどれかを添える。",
                ),
                question=view.say("Which figures can you vouch for here?", "ここで裏づけられる数値は何ですか。"),
            )
        )
    return defects


def _claim(view: View, one: Piece, found: re.Match[str]) -> Defect:
    start, end = one.span()
    word = found.group()
    return Defect(
        view.say(
            f"“{word}” is claimed, and nothing says by how much.", f"「{word}」とあるが、どれだけかが書かれていない。"
        ),
        "major" if one.section == "experience" else "minor",
        start,
        end,
        suggestion=view.say("Say from what to what, or how much.", "何がどれだけ変わったか（前後の値か差）を書く。"),
        question=view.say("By how much, and over which time?", "どれだけ、どの期間で変わりましたか。"),
    )

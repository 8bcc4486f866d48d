"""Which mode a request is worked in when nobody names one: measured on its words, never guessed; plain ones are quick.

Supervised is never chosen: how a team works is for people to choose, not for a measure.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kasen.evidence.sentences import sentences
from kasen.evidence.terms import CJK
from kasen.teams.research.rules.coverage import coverage
from kasen.teams.research.rules.parts import parts
from kasen.teams.research.rules.question import folded
from kasen.teams.research.schemas import Request

MANY_PARTS = 3
"""Parts of a question from which they are looked into one by one."""
LONG_OUTLINE = 3
"""Headings from which each has a subtask of its own."""
LONG_QUESTION = {"ja": 160, "en": 70}
"""Characters, or words, of a question with several parts from which it is no plain one."""
LONG_TEXT = {"ja": 150, "en": 60}
"""Characters, or words, of sentences that ask nothing, from which they are a text whose claims are to be checked."""
LEAST_CLAIMS = 3
"""Sentences of such a text."""
MANY_ASPECTS = 3
"""Aspects of one subject, as in `history, farming and trade of tea`, that a report is asked for."""

_ADDRESS = re.compile(r"https?://\S+")
_CHECK = re.compile(
    r"ファクトチェック|事実確認|真偽|デマ(?:です|なの)?か|本当(?:です|なの|なのでしょう|でしょう)?か|事実(?:です|なの|でしょう)?か"
    r"|(?:は|が|の)正しい(?:です|の|のでしょう|でしょう)?か|(?:主張|記述|発言|説明|文章|記事)を(?:検証|確認)"
    r"|\bfact[- ]?check|\bis it (?:really )?true\b|\btrue or false\b|\bdebunk"
    r"|\b(?:verify|check) (?:the|this|these|that|whether|if)\b.*\b(?:claims?|statements?|true|article|text|accurate)\b"
    r"|\b(?:is|are) (?:this|the|these|that) (?:claims?|statements?) (?:true|correct|accurate|right)\b"
)
_COMPARE = re.compile(
    r"比較(?!的)|比べて|比べると|対比|どちらが(?:良|よ|優|適|安|速|早|高|安全|向)|\bvs\b\.?|\bversus\b|優劣"
    r"|\bcompare(?! notes)\b|\bcomparison (?:of|between)\b|\bpros and cons\b"
    r"|\bwhich (?:is|one is|of \w+ is) (?:better|best|safer|cheaper|faster|more)\b.*\bor\b"
)
_CAUSAL = re.compile(
    r"根本原因|真因|因果|原因(?:究明|分析)|(?:原因|要因)を(?:分析|究明|特定|解明|調べ|突き止め|探)|要因分析"
    r"|(?:原因|要因)として(?:何が)?考えられる"
    r"|\broot[- ]causes?\b|\bcausal|\bcause[- ]and[- ]effect\b|\banaly[sz]e (?:the )?(?:causes?|reasons?)\b"
    r"|\bwhat (?:factors|causes) (?:led to|lie behind|are behind|explain|could explain)\b"
    r"|\b(?:find|identify|investigate|diagnose) (?:out )?(?:the |what )?(?:\w+ )?(?:causes?|reasons?|caused)\b"
    r"|\bwhy (?:does|do|is|are) .* keep(?:s)? (?:\w+ing)\b"
)
_THOROUGH = re.compile(
    r"徹底(?:的|調査|解説)|包括的|網羅的|体系的|多角的|詳細な(?:報告|調査|分析|レポート)|(?:詳し|深)く(?:調査|調べ|分析|掘り下げ)"
    r"|掘り下げ|全体像|総合的に(?:調|分析|まと)"
    r"|\bin[- ]depth\b|\bcomprehensive|\bthorough|\bdeep[- ]dive\b|\bliterature review\b|\bstate of the art\b"
    r"|\bdetailed (?:report|study|analysis|investigation)\b|\bfrom (?:every|all) (?:angles?|sides)\b"
)
_REPORT = re.compile(
    r"(?:まとめ|調べ|調査し|報告し|整理し|説明し|解説し|分析し)て|報告書|レポート"
    r"|\b(?:report on|explain|describe|outline|summari[sz]e|survey|research|investigate|analy[sz]e|write about)\b"
)
_ASPECTS_JA = re.compile(r"[^\s、。・，？?]{1,12}(?:[、・，][^\s、。・，？?]{1,12}){2,}")
_ASPECTS_EN = re.compile(r"\b\w+(?: \w+){0,2}(?:, (?!and\b)\w+(?: \w+){0,2}){1,},? and \w+")
_QUESTION = re.compile(r"[?？]|か[。.]?$|(?:ください|下さい|せよ|教えて|ほしい)[。.]?$")


@dataclass(frozen=True)
class Complexity:
    """What of a question can be counted; `size` is in characters of Japanese, in words of English."""

    lang: str
    parts: int
    size: int
    claims: int
    """Sentences, when none of them asks anything; else 0."""
    aspects: int


def measure(question: str) -> Complexity:
    """Count."""
    lang = "ja" if re.search(f"[{CJK}]", question) else "en"
    spoken = [question[start:end].strip() for start, end in sentences(question)]
    asks = any(_QUESTION.search(one) for one in spoken)
    listed = _ASPECTS_JA.findall(question) if lang == "ja" else _ASPECTS_EN.findall(question)
    aspects = max((len(re.split(r"[、・，]|, | and ", one.replace(", and ", ", "))) for one in listed), default=0)
    return Complexity(
        lang=lang,
        parts=len(_own(parts(question))),
        size=len("".join(question.split())) if lang == "ja" else len(question.split()),
        claims=0 if asks else len(spoken),
        aspects=aspects,
    )


def _own(found: list[str]) -> list[str]:
    """Parts that another one does not hold: the things compared are looked up, but are no questions of their own."""
    return [p for p in found if not any(other != p and coverage(p, other) == 1.0 for other in found)] or found[:1]


def choose(request: Request) -> tuple[str, str]:
    """The mode for a request, and why, in the language of its question."""
    counted, text = measure(request.question), folded(request.question)
    for look in (_checking, _comparing, _causal, _deep):
        if found := look(request, counted, text):
            mode, ja, en = found
            return mode, ja if counted.lang == "ja" else en
    return "quick", "一度の調査で答えられる問いのため。" if counted.lang == "ja" else _PLAIN


_PLAIN = "It is a plain question, which one round of research answers."


def _checking(request: Request, counted: Complexity, text: str) -> tuple[str, str, str] | None:
    if _ADDRESS.fullmatch(request.question):
        return (
            "fact-check",
            "アドレスだけが与えられたため、そのページの主張を確かめる。",
            "Only an address is given, so the claims of its page are checked.",
        )
    if _CHECK.search(_ADDRESS.sub(" ", text)):
        return "fact-check", "真偽を尋ねているため。", "It asks whether something is true."
    if counted.claims >= LEAST_CLAIMS and counted.size >= LONG_TEXT[counted.lang]:
        return (
            "fact-check",
            f"問いではなく {counted.claims} 文の文章のため、その主張を確かめる。",
            f"It is a text of {counted.claims} sentences that asks nothing, so its claims are checked.",
        )
    return None


def _comparing(request: Request, counted: Complexity, text: str) -> tuple[str, str, str] | None:
    if len(request.items) > 1 or request.criteria:
        return "compare", "比較する項目か観点が与えられたため。", "Items or criteria to compare by are given."
    if _COMPARE.search(text):
        return "compare", "比較を求めているため。", "It asks for a comparison."
    return None


def _causal(request: Request, counted: Complexity, text: str) -> tuple[str, str, str] | None:
    if _CAUSAL.search(text):
        return "causal", "原因の究明を求めているため。", "It asks for causes to be found."
    return None


def _deep(request: Request, counted: Complexity, text: str) -> tuple[str, str, str] | None:
    if len(request.outline) >= LONG_OUTLINE:
        count = len(request.outline)
        return "deep", f"構成に見出しが {count} 個あるため。", f"The outline has {count} headings."
    if counted.parts >= MANY_PARTS:
        return "deep", f"問いに {counted.parts} つの部分があるため。", f"The question has {counted.parts} parts."
    if counted.parts > 1 and counted.size >= LONG_QUESTION[counted.lang]:
        return "deep", "長く、部分の多い問いのため。", "The question is long and has several parts."
    if _THOROUGH.search(text):
        return "deep", "詳しい調査を求めているため。", "It asks for thorough research."
    if counted.aspects >= MANY_ASPECTS and _REPORT.search(text):
        return "deep", f"{counted.aspects} つの面についての報告のため。", f"It asks about {counted.aspects} aspects."
    return None

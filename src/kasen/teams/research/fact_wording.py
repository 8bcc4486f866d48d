"""Fixed sentences of a fact-check in both languages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from kasen.evidence.sentences import sentences
from kasen.teams.research.checks import Lang
from kasen.teams.research.schemas.fact_check import Ruled, Unruled
from kasen.tools.report.model import RulingKind

_NAMES: dict[Lang, dict[RulingKind, str]] = {
    "en": {"supported": "supported", "refuted": "refuted", "disputed": "disputed", "not_enough": "not enough evidence"},
    "ja": {
        "supported": "支持される",
        "refuted": "否定される",
        "disputed": "見解が分かれる",
        "not_enough": "根拠が足りない",
    },
}
_SHOWN_ORDER: tuple[RulingKind, ...] = ("refuted", "disputed", "supported", "not_enough")
_KINDS: dict[Lang, dict[Unruled, str]] = {
    "en": {
        "opinion": "opinion",
        "question": "question",
        "prediction": "prediction",
        "instruction": "instruction",
        "unclear": "speaks of something that it does not name",
    },
    "ja": {
        "opinion": "意見",
        "question": "問い",
        "prediction": "予測",
        "instruction": "指示",
        "unclear": "何を指すかが文中に無い",
    },
}
_LONGEST = 160


def counts(rulings: Sequence[Ruled], lang: Lang) -> str:
    """How many claims were ruled how."""
    found = Counter(ruled.ruling for ruled in rulings)
    names = _NAMES[lang]
    if lang == "ja":
        said = "、".join(f"{names[kind]} {found[kind]} 件" for kind in _SHOWN_ORDER if found[kind])
        return f"主張 {len(rulings)} 件を確かめた：{said}。" if rulings else "確かめられる主張は見つからなかった。"
    said = ", ".join(f"{found[kind]} {names[kind]}" for kind in _SHOWN_ORDER if found[kind])
    some = "claim was" if len(rulings) == 1 else "claims were"
    return f"{len(rulings)} {some} checked: {said}." if rulings else "No claim that can be checked was found."


def undecided(claims: int, lang: Lang) -> str:
    """Said as a warning where nothing was decided: why, and where there was no claim at all, what to give."""
    if lang == "ja":
        if not claims:
            return "確かめられる主張は見つかりませんでした。事実を述べた文か、そのページのアドレスを入れてください。"
        return f"主張 {claims} 件のどれにも、決め手となる根拠が見つかりませんでした。"
    if not claims:
        return "No claim that can be checked was found. Give sentences that state facts, or the address of a page."
    return f"Nothing was found that decides {'the claim' if claims == 1 else f'any of the {claims} claims'}."


def finding(claim: str, ruling: RulingKind, lang: Lang) -> str:
    """What was found out about one claim; its quotations are cited behind it."""
    quoted = short(claim)
    if lang == "ja":
        said = {
            "supported": "出典がこれを支持する",
            "refuted": "出典はこれと違うことを述べている",
            "disputed": "出典の見解が分かれている",
            "not_enough": "根拠が足りない",
        }
        return f"「{quoted}」：{said[ruling]}。"
    said = {
        "supported": "the sources say so.",
        "refuted": "the sources say otherwise.",
        "disputed": "the sources disagree.",
        "not_enough": "not enough evidence.",
    }
    return f"“{quoted}”: {said[ruling]}"


def note(ruled: Ruled, lang: Lang) -> str:
    """How many independent origins say what, and who judged."""
    if ruled.ruling == "not_enough":
        return _why_not(ruled, lang)
    pro, contra = ruled.origins_for, ruled.origins_against
    if lang == "ja":
        text = f"独立した出典：支持 {pro}、反対 {contra}"
        return f"{text}（モデルの判断による。機械的な照合ではない）" if ruled.judged else text
    some = "independent origin" if pro == 1 else "independent origins"
    text = f"{pro} {some} for, {contra} against"
    return f"{text} (a model judged this; code could not measure it)" if ruled.judged else text


def _why_not(ruled: Ruled, lang: Lang) -> str:
    if ruled.both_by_one:
        return "同じ出典が両方を述べている" if lang == "ja" else "one and the same source says both"
    if ruled.proposed is None and ruled.seen:
        return (
            "判断していない（規則は語と数値の照合だけを行う）" if lang == "ja" else "not judged: a rule only measures"
        )
    return "支持も反対も見つからない" if lang == "ja" else "nothing was found for or against it"


def label(stance: str, by: str, lang: Lang) -> str:
    """What stands over the quotations of one side."""
    if lang == "ja":
        side = {"for": "支持する記述", "against": "反対する記述", "neutral": "関連するが決め手にならない記述"}[stance]
        who = {"code": "機械的に照合", "model": "モデルが判断", "both": "機械的な照合とモデルが一致"}[by]
        return f"{side}：" if stance == "neutral" else f"{side}（{who}）："
    side = {"for": "For", "against": "Against", "neutral": "On the subject, deciding nothing"}[stance]
    who = {"code": "measured by code", "model": "judged by a model", "both": "code and model agree"}[by]
    return f"{side}:" if stance == "neutral" else f"{side} ({who}):"


def in_the_text(words: str, lang: Lang) -> str:
    """The words of the text that a claim was made from."""
    return f"本文では「{short(words, 400)}」とある。" if lang == "ja" else f"In the text: “{short(words, 400)}”"


def nothing_found(lang: Lang) -> str:
    """Stands under a claim without any quotation."""
    if lang == "ja":
        return "この主張に関わる記述は見つからなかった。"
    return "Nothing that bears on this claim was found."


def method(lang: Lang, *, by_rule: bool) -> str:
    """How rulings come about, said at the top."""
    if by_rule:
        if lang == "ja":
            return (
                "規則だけで照合した：語・数値・日付・否定が一致するか食い違うものだけを判定し、意味は判断していない。"
            )
        return "Rules alone compared: a claim is ruled only where words, figures, dates and denials agree or differ."
    if lang == "ja":
        return "モデルが提案した引用と立場を、原文・数値・日付・否定・名前について機械的に確かめて判定した。"
    return (
        "A model proposed quotations and their sides; code found them again and checked figures, dates, denials, names."
    )


def not_checkable(kind: Unruled, sentences: Sequence[str], lang: Lang) -> str:
    """Sentences that are not checked, by why."""
    shown = [short(text, 80) for text in sentences[:5]]
    more = len(sentences) - len(shown)
    name = _KINDS[lang][kind]
    if lang == "ja":
        rest = f"、ほか {more} 件" if more else ""
        return f"確かめる対象にしなかった文（{name}）：{'、'.join(f'「{text}」' for text in shown)}{rest}。"
    rest = f"; and {more} more" if more else ""
    return f"Not checked ({name}): {'; '.join(f'“{text}”' for text in shown)}{rest}."


def beyond(texts: Sequence[str], lang: Lang) -> str:
    """Claims that were too many."""
    shown = [short(text, 80) for text in texts[:5]]
    more = len(texts) - len(shown)
    if lang == "ja":
        rest = f"、ほか {more} 件" if more else ""
        return f"数が多いため確かめなかった主張：{'、'.join(f'「{text}」' for text in shown)}{rest}。"
    rest = f"; and {more} more" if more else ""
    return f"Claims that were too many to be checked: {'; '.join(f'“{text}”' for text in shown)}{rest}."


def copies(titles: Sequence[str], lang: Lang) -> str:
    """Sources that repeat what is checked."""
    shown = "、".join(titles[:5]) if lang == "ja" else "; ".join(titles[:5])
    if lang == "ja":
        return f"確かめる本文そのもの、またはその写しであるため根拠に数えなかった：{shown}。"
    return f"Not counted, for they are what is checked or repeat it: {shown}."


def cut(most: int, lang: Lang) -> str:
    """A page that was too long."""
    if lang == "ja":
        return f"ページが長いため、初めの {most:,} 字だけを確かめた。"
    return f"The page is long: only its first {most:,} characters were checked."


def title(text: str, lang: Lang) -> str:
    """The title of the report: what is checked, in short; whole sentences where the first is short enough."""
    most = 50 if lang == "ja" else 60
    line = " ".join(text.split())
    whole = [line[:end] for _, end in sentences(line) if end <= most]
    shown = f"{whole[-1]} …" if len(line) > most and whole else short(line, most)
    return f"事実確認：{shown}" if lang == "ja" else f"Fact-check: {shown}"


def short(text: str, most: int = _LONGEST) -> str:
    """The text on one line, cut where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1]}…"

"""What of a critic's words stands: values that the text bears, suggestions without inventions, the right language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import chain

from kasen.evidence.normal import normalise
from kasen.evidence.numbers import numbers
from kasen.teams.resume.prepared import Prepared
from kasen.teams.resume.schemas.feedback import SUB_SCALE, CriterionSaid, Critique, FindingSaid

UNSHOWN = 3
"""The most that a criterion is worth for which no words of the résumé are shown."""
MOST_BESIDE = {"critical": 2, "major": 3}
"""The most that a criterion is worth beside a defect of that weight."""
_JAPANESE = re.compile("[ぁ-んァ-ヶ一-龯]")
_LATIN = re.compile(r"[A-Za-z]{2,}")
_QUOTED = re.compile("「[^「」]*」|“[^“”]*”|\"[^\"]*\"|'[^']*'|`[^`]*`")


def held(said: Critique, ready: Prepared, *, lang: str, sees: bool) -> Critique:
    """What a critic said, with values lowered that nothing bears, and without words in another language.

    A 4 or 5 needs words of the résumé, unless the critic `sees` pictures, which cannot be quoted; and no value stands
    high beside a grave defect. A finding in another language than that of the review loses its quotation.
    """
    said = _in_language(said, lang)
    beside: dict[str, int] = {}
    for one in said.findings:
        if _stands(one.quote, ready):
            id = one.criterion.strip()
            beside[id] = min(beside.get(id, SUB_SCALE), MOST_BESIDE.get(one.severity, SUB_SCALE))
    criteria = [_held(one, beside.get(one.criterion.strip(), SUB_SCALE), ready, lang, sees) for one in said.criteria]
    return said.model_copy(update={"criteria": criteria})


def _held(one: CriterionSaid, most: int, ready: Prepared, lang: str, sees: bool) -> CriterionSaid:
    if one.score > most <= UNSHOWN:
        return _lowered(one, most, "defect", lang)
    if one.score > UNSHOWN and not sees and not _stands(one.quote, ready):
        return _lowered(one, UNSHOWN, "unshown", lang)
    return one


def _stands(quote: str, ready: Prepared) -> bool:
    return bool(quote.strip()) and ready.masked.locate(quote) is not None


def _lowered(one: CriterionSaid, most: int, why: str, lang: str) -> CriterionSaid:
    texts = {
        ("unshown", "en"): f"(Said: {one.score}. No words of the résumé are shown for it.)",
        ("unshown", "ja"): f"（回答は{one.score}。裏づける本文の引用がない。）",
        ("defect", "en"): f"(Said: {one.score}, beside a grave defect of the same kind.)",
        ("defect", "ja"): f"（回答は{one.score}。同じ項目に大きな指摘がある。）",
    }
    note = texts[why, "ja" if lang == "ja" else "en"]
    return one.model_copy(update={"score": most, "why": f"{one.why.strip()} {note}".strip()})


def _in_language(said: Critique, lang: str) -> Critique:
    """Reasons in another language are left out, and so are the quotations without which a finding does not stand."""
    return said.model_copy(
        update={
            "criteria": [one if _is_in(one.why, lang) else one.model_copy(update={"why": ""}) for one in said.criteria],
            "findings": [
                one if _is_in(one.problem, lang) else one.model_copy(update={"quote": ""}) for one in said.findings
            ],
        }
    )


def _is_in(text: str, lang: str) -> bool:
    """Whether a sentence is in that language; names and quotations may be in another."""
    rest = _QUOTED.sub(" ", text)
    japanese, latin = len(_JAPANESE.findall(rest)), len(_LATIN.findall(rest))
    if lang == "ja":
        return japanese > 0 or latin < 3
    return japanese <= 2 * latin


def without_invention(said: FindingSaid, ready: Prepared, confirmed: Sequence[str]) -> FindingSaid:
    """The finding without a suggestion that states a figure which neither the résumé nor its owner states."""
    wanted = _figures(said.suggestion)
    stands = not wanted or wanted <= _known(ready.masked.text, tuple(confirmed))
    return said if stands else said.model_copy(update={"suggestion": ""})


@lru_cache(maxsize=4)
def _known(text: str, confirmed: tuple[str, ...]) -> frozenset[Fraction]:
    """The figures of résumé and owner: the same for all findings of a round."""
    return frozenset(chain(_figures(text), *map(_figures, confirmed)))


def _figures(text: str) -> set[Fraction]:
    """The figures of a text that are written with digits; `one line` is advice and no figure of the person."""
    folded = normalise(text).text
    return {one.value for one in numbers(folded) if any(sign.isdigit() for sign in folded[slice(*one.span)])}

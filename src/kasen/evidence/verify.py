"""Whether claims follow from the passages they name, by code alone: words, numbers, dates, names, denials, directions.

Code cannot know that a paraphrase is true; it can know that something in it does not stand in the passage. So
`supported` means: every number and date is there, no name is new, nothing is denied or turned round, and at least half
of the claim's words are there. What entails what, beyond that, is for a model.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from kasen.evidence.align import Aligned, align
from kasen.evidence.compare import (
    Problem,
    belonging_problems,
    date_problems,
    denial_problems,
    direction_problems,
    framing_problems,
    hour_problems,
    name_problems,
    number_problems,
    place_problems,
    row_problems,
)
from kasen.evidence.reading import Reading
from kasen.evidence.reasons import Lang, reason
from kasen.evidence.types import Claim, Passage, Support
from kasen.evidence.verbatim import verbatim

SUPPORTED_FROM = 0.5
"""Share of the claim's content terms that must stand in the chosen sentences; measured on the pairs of the tests."""
PARTIAL_FROM = 0.25
_ORDER: dict[Support, int] = {"supported": 0, "partial": 1, "unsupported": 2, "contradicted": 3}


def verify(claims: Sequence[Claim], passages: Mapping[str, Passage], *, lang: Lang = "en") -> list[Claim]:
    """The claims in order, with `support`, `reasons` (in `lang`) and `quote` set by code.

    The passage that supports a claim best is put first in its `passage_ids`; `quote` is verbatim from it.
    Ids that `passages` does not hold count as no passage. The same passage is read once for all claims.
    """
    read: dict[str, Reading] = {}
    return [_verify(claim, passages, read, lang) for claim in claims]


def _verify(claim: Claim, passages: Mapping[str, Passage], read: dict[str, Reading], lang: Lang) -> Claim:
    ids = [i for i in dict.fromkeys(claim.passage_ids) if i in passages and passages[i].text.strip()]
    if not ids or not claim.text.strip():
        return claim.model_copy(
            update={"support": "unsupported", "quote": "", "reasons": (reason("no_passage", lang),)}
        )
    texts = [read.setdefault(i, Reading(passages[i].text)) for i in ids]
    if found := verbatim(claim.text, texts):
        problems = [Problem("unsupported", "cut")] if found.cut else []
        return _settled(claim, ids, found.passage, found.quote, problems, lang)
    context = "\n".join(" > ".join(passages[i].headings) for i in ids if passages[i].headings)
    whole = (
        texts[0] if len(texts) == 1 and not context else Reading("\n\n".join([context, *(t.original for t in texts)]))
    )
    said = Reading(claim.text)
    aligned = align(said, texts, whole)
    if aligned is None:
        return claim.model_copy(
            update={"support": "unsupported", "quote": "", "reasons": (reason("no_passage", lang),)}
        )
    start, end = aligned.quote if aligned.share else (0, 0)
    problems = _problems(said, aligned, texts[aligned.passage])
    return _settled(claim, ids, aligned.passage, texts[aligned.passage].original[start:end], problems, lang)


def problems(claim: str, text: str, headings: Sequence[str] = ()) -> list[Problem]:
    """What of one statement a text does not bear out, and how badly: the grounds of `verify`, by their keys."""
    said, passage = read(claim), read(text)
    if not claim.strip() or not text.strip():
        return [Problem("unsupported", "no_passage")]
    if found := verbatim(claim, [passage]):
        return [Problem("unsupported", "cut")] if found.cut else []
    whole = read("\n\n".join([" > ".join(headings), text])) if headings else passage
    aligned = align(said, [passage], whole)
    return [Problem("unsupported", "no_passage")] if aligned is None else _problems(said, aligned, passage)


def may_stand(claim: str, text: str) -> bool:
    """False where the text has too few words of the statement for `problems` to be empty; a fraction of its cost."""
    said, passage = read(claim), read(text)
    if verbatim(claim, [passage]):
        return True
    aligned = align(said, [passage], passage)
    return aligned is not None and _share(said, aligned) >= SUPPORTED_FROM


@lru_cache(maxsize=256)
def read(text: str) -> Reading:
    """A text as verification sees it, kept: one statement is held against many texts, and many against one."""
    return Reading(text)


def _problems(said: Reading, aligned: Aligned, passage: Reading) -> list[Problem]:
    problems = [*number_problems(said, aligned), *date_problems(said, aligned), *direction_problems(said, aligned)]
    problems += [*hour_problems(said, aligned), *row_problems(said, aligned)]
    if said.is_cjk != passage.is_cjk:
        return [*problems, Problem("partial", "language")]
    problems += [*denial_problems(said, aligned), *name_problems(said, aligned), *place_problems(said, aligned)]
    problems += [*framing_problems(said, aligned), *belonging_problems(said, aligned)]
    share = _share(said, aligned)
    if share < SUPPORTED_FROM:
        problems.append(Problem("partial" if share >= PARTIAL_FROM else "unsupported", "words", (round(share * 100),)))
    return problems


def _share(said: Reading, aligned: Aligned) -> float:
    """Words of the statement that stand in one place, or nine tenths of those that stand anywhere in the text."""
    return max(aligned.share, min(1.0, aligned.whole.share_of(said)) * 0.9)


def _settled(
    claim: Claim, ids: Sequence[str], first: int, quote: str, problems: Sequence[Problem], lang: Lang
) -> Claim:
    support: Support = max((p.severity for p in problems), key=_ORDER.__getitem__, default="supported")
    ordered = (ids[first], *(i for i in ids if i != ids[first]))
    told = tuple(dict.fromkeys(reason(p.key, lang, *p.values) for p in problems))
    return claim.model_copy(update={"support": support, "reasons": told, "quote": quote, "passage_ids": ordered})

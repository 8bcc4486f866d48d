"""Fixed sentences of a fact-check, in both languages."""

from __future__ import annotations

import pytest

from kasen.teams.research import fact_wording
from kasen.teams.research.checks import Lang
from kasen.teams.research.prose import is_in
from kasen.teams.research.schemas.fact_check import Ruled

LANGS: tuple[Lang, ...] = ("ja", "en")


@pytest.mark.parametrize("lang", LANGS)
def test_every_sentence_is_in_its_language(lang: Lang) -> None:
    claim = "宇治は茶の町である" if lang == "ja" else "Uji is a tea town"
    ruled = [Ruled(claim=1, ruling="refuted", origins_against=2), Ruled(claim=2, ruling="not_enough")]
    said = [
        fact_wording.counts(ruled, lang),
        fact_wording.counts([], lang),
        *(fact_wording.undecided(claims, lang) for claims in (0, 1, 3)),
        *(fact_wording.finding(claim, kind, lang) for kind in ("supported", "refuted", "disputed", "not_enough")),
        *(fact_wording.note(one, lang) for one in ruled),
        fact_wording.note(Ruled(claim=1, ruling="supported", origins_for=1, judged=True), lang),
        fact_wording.note(Ruled(claim=1, ruling="not_enough", both_by_one=True), lang),
        fact_wording.note(Ruled(claim=1, ruling="not_enough", seen=3), lang),
        fact_wording.label("neutral", "code", lang),
        *(fact_wording.label(side, by, lang) for side in ("for", "against") for by in ("code", "model", "both")),
        fact_wording.in_the_text(claim, lang),
        fact_wording.nothing_found(lang),
        fact_wording.method(lang, by_rule=True),
        fact_wording.method(lang, by_rule=False),
        fact_wording.not_checkable("opinion", [claim] * 9, lang),
        fact_wording.beyond([claim] * 9, lang),
        fact_wording.copies([claim], lang),
        fact_wording.cut(20_000, lang),
        fact_wording.title(claim, lang),
    ]
    assert all(is_in(lang, text) for text in said), [text for text in said if not is_in(lang, text)]
    assert len(set(said)) == len(said)


def test_rulings_are_counted_worst_first() -> None:
    kinds = ("supported", "refuted", "supported", "disputed")
    found = [Ruled(claim=n, ruling=kind) for n, kind in enumerate(kinds, start=1)]
    assert fact_wording.counts(found, "en") == "4 claims were checked: 1 refuted, 1 disputed, 2 supported."
    assert fact_wording.counts(found[:1], "en") == "1 claim was checked: 1 supported."


def test_long_texts_are_cut_and_put_on_one_line() -> None:
    assert fact_wording.short("a\n b " * 200).endswith("…")
    assert len(fact_wording.short("a\n b " * 200)) == 160
    assert fact_wording.short(" a\nb ") == "a b"
    assert "and 4 more" in fact_wording.beyond(["claim"] * 9, "en")

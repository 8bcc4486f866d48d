"""Fixed sentences of an inquiry into causes, in both languages."""

from __future__ import annotations

from typing import get_args

from kasen.teams.research import causal_wording as wording
from kasen.teams.research.schemas.causal import Kind, Status


def test_every_kind_status_and_verdict_has_words_in_both_languages() -> None:
    for lang in ("ja", "en"):
        kinds = {wording.kind(one, lang) for one in get_args(Kind)}
        states = {wording.status(one, lang) for one in get_args(Status)}
        verdicts = {wording.verdict("x", one, lang) for one in ("holds", "weakened", "refuted")}
        assert (len(kinds), len(states), len(verdicts)) == (4, 4, 3)
        assert len(wording.link_columns(lang)[1]) == 5
        assert len(wording.ranking_columns(lang)[1]) == 3
    assert wording.kind("cause", "ja") == "原因と述べる"


def test_what_a_rule_would_take_for_support_and_refutation_names_both_ends() -> None:
    for text in (wording.would_support("猛暑", "減収", "ja"), wording.would_refute("猛暑", "減収", "ja")):
        assert "「猛暑」" in text
        assert "「減収」" in text
    assert "“drought”" in wording.would_refute("drought", "fall", "en")


def test_it_is_said_who_supposed_and_what_is_computed() -> None:
    assert "by a rule" in wording.proposed(True, "en")
    assert "by a model" in wording.proposed(False, "en")
    assert "no probabilities" in wording.computed("en")
    assert "確率ではない" in wording.computed("ja")
    assert "x; y" in wording.confounders("a", ["x", "y"], "en")
    assert "a" in wording.unsupported(["a"], "ja")
    assert wording.no_links("en") != wording.no_hypotheses("en")
    assert (wording.root("en"), wording.none_against("ja")) == ("possible root cause", "見つからなかった")
    assert len(wording.headings("en")) == 3

"""A claim is laid beside the sentences it is about."""

from __future__ import annotations

from kasen.evidence.align import align, clause_about
from kasen.evidence.reading import Reading

TEXT = "宇治は京都の南にある。栄西は宋から茶の種を持ち帰った。明恵は高山寺に種を植えた。抹茶は覆いの下で育つ。"


def test_the_sentence_that_holds_most_of_the_claim_is_the_best() -> None:
    passage = Reading(TEXT)
    found = align(Reading("明恵は種を高山寺に植えた"), [passage], passage)
    assert found is not None
    assert found.best.reading.original == "明恵は高山寺に種を植えた。"
    assert TEXT[slice(*found.quote)] == "明恵は高山寺に種を植えた。"
    assert found.share > 0.9


def test_sentences_side_by_side_are_quoted_together() -> None:
    passage = Reading(TEXT)
    found = align(Reading("栄西が宋から持ち帰った種を、明恵は高山寺に植えた"), [passage], passage)
    assert found is not None
    assert TEXT[slice(*found.quote)] == "栄西は宋から茶の種を持ち帰った。明恵は高山寺に種を植えた。"


def test_the_best_sentence_may_stand_in_any_passage() -> None:
    texts = [Reading("宇治は京都の南にある。"), Reading("抹茶は覆いの下で育つ。")]
    found = align(Reading("抹茶は覆いの下で育つ"), texts, Reading(TEXT))
    assert found is not None
    assert found.passage == 1


def test_nothing_is_aligned_with_nothing() -> None:
    assert align(Reading("宇治"), [Reading("  \n ")], Reading("")) is None


def test_a_quote_is_cut_when_a_sentence_never_ends() -> None:
    endless = Reading("宇治 " + "茶" * 5000)
    found = align(Reading("宇治"), [endless], endless)
    assert found is not None
    assert found.quote[1] - found.quote[0] <= 300


def test_the_clause_about_the_claim_is_found() -> None:
    text = Reading("煎茶にはカフェインが含まれるが、麦茶には含まれない。")
    assert "麦茶" in clause_about(Reading("麦茶"), text)
    assert "麦茶" not in clause_about(Reading("煎茶のカフェイン"), text)

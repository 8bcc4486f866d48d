from __future__ import annotations

from kasen.knowledge.quality import REJECT_BELOW, measure


def test_good_text_in_both_languages_has_no_problems(tea: str, coffee: str) -> None:
    assert measure(tea * 3) == (1.0, [])
    assert measure(coffee * 2) == (1.0, [])


def test_nothing_scores_nothing() -> None:
    assert measure(" \n\t").score == 0


def test_mojibake_is_named_and_rejected(tea: str) -> None:
    garbled = (tea * 3).encode().decode("latin-1")
    score, problems = measure(garbled)
    assert score < REJECT_BELOW
    assert any("garbled" in problem for problem in problems)
    assert measure((tea * 3).encode().decode("cp932", "replace")).score < REJECT_BELOW


def test_unreadable_characters_and_symbols_lower_the_score(tea: str) -> None:
    assert measure(tea * 3 + "\ufffd" * 30).score < 0.8
    assert measure("+-*/=%&" * 100).score < REJECT_BELOW


def test_a_short_text_is_noted_and_kept() -> None:
    score, problems = measure("会議は火曜日の十時から。")
    assert problems == ["very short"]
    assert score > REJECT_BELOW


def test_repeated_lines_are_noted() -> None:
    assert any("repeat" in problem for problem in measure("the same line again\n" * 40).problems)

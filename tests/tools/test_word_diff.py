from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasen.tools import word_diff as module
from kasen.tools.word_diff import word_diff


def shown(old: str, new: str) -> tuple[str, str]:
    """Both versions with what changed in brackets."""
    one, other = word_diff(old, new)
    return tuple("".join(f"[{run.text}]" if run.changed else run.text for run in runs) for runs in (one, other))  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("led the team", "guided the team", ("[led] the team", "[guided] the team")),
        ("業務改善を行った。", "業務改善を進めた。", ("業務改善を[行った]。", "業務改善を[進めた]。")),
        ("売上が12.5％伸びた", "売上が8％伸びた", ("売上が[12.5]％伸びた", "売上が[8]％伸びた")),
        ("same", "same", ("same", "same")),
        ("", "new words", ("", "[new words]")),
        ("old", "", ("[old]", "")),
        ("one two three", "one three", ("one [two ]three", "one three")),
    ],
)
def test_the_words_that_changed_are_marked(old: str, new: str, said: tuple[str, str]) -> None:
    assert shown(old, new) == said


def test_a_single_common_sign_between_changes_is_not_left_standing() -> None:
    assert shown("alpha, beta", "gamma, delta") == ("[alpha, beta]", "[gamma, delta]")


@given(st.text(max_size=80), st.text(max_size=80))
def test_joined_stretches_are_the_texts_and_what_is_unmarked_is_the_same(old: str, new: str) -> None:
    one, other = word_diff(old, new)
    assert ("".join(run.text for run in one), "".join(run.text for run in other)) == (old, new)
    assert "".join(r.text for r in one if not r.changed) == "".join(r.text for r in other if not r.changed)


def test_long_texts_are_not_compared_word_by_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_PAIRS", 3)
    assert shown("x a b c y", "x d b e y") == ("x [a b c] y", "x [d b e] y")

"""Fixed sentences say who scored and what is open, in both languages."""

from __future__ import annotations

from kasen.teams.research import comparison_wording as wording


def test_each_scorer_is_named() -> None:
    code, model = wording.scored({"code": ["price"], "x:m": ["taste", "look"]}, "en")
    assert code == "Scores from 0 to 5: price: computed from the figures in the evidence, in proportion to the best."
    assert "taste, look" in model
    assert "a model (x:m)" in model
    assert "モデル（x:m）" in wording.scored({"x:m": ["味"]}, "ja")[0]
    assert wording.scored({}, "en") == []


def test_what_is_disputed_or_not_concluded_is_said() -> None:
    assert "price of A; size of B" in wording.disputed(["price of A", "size of B"], "en")
    assert "Aの価格" in wording.disputed(["Aの価格"], "ja")
    assert "no conclusion" in wording.not_concluded("en")
    assert "判断していない" in wording.not_concluded("ja")
    assert (wording.table("ja"), wording.criterion("en")) == ("比較表", "Criterion")

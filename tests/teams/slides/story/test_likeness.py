from __future__ import annotations

from kasen.teams.slides.story.likeness import likeness, ranked


def test_likeness_is_the_share_of_the_query_that_stands_there() -> None:
    assert likeness("tea exports", "Exports of tea grew.") == 1.0
    assert likeness("tea exports", "Coffee imports.") == 0.0
    assert 0.3 < likeness("tea exports", "Green tea is drunk hot.") < 0.7
    assert likeness("茶の輸出", "緑茶の輸出は伸びた。") > likeness("茶の輸出", "茶碗を買った。")


def test_of_nothing_nothing_is_like() -> None:
    assert likeness("", "anything") == 0.0
    assert likeness("!?", "anything") == 0.0


def test_ranked_keeps_the_order_of_equals() -> None:
    assert [name for name, _ in ranked("tea", [("a", "coffee"), ("b", "tea"), ("c", "cocoa")])] == ["b", "a", "c"]

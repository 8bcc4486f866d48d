from __future__ import annotations

from kasen.server.ui_stream import wording


def test_everything_is_said_in_both_languages() -> None:
    texts = [value for name, value in vars(wording).items() if name.isupper()]
    assert len(texts) >= 10
    assert {tuple(sorted(one)) for one in texts} == {("en", "ja")}


def test_another_language_is_answered_in_english() -> None:
    assert wording.said(wording.FAILED, "fr", why="x") == "It did not work: x"
    assert wording.said(wording.FAILED, "ja", why="x").endswith("：x")

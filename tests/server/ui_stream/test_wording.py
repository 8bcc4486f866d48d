from __future__ import annotations

from kasen.server.ui_stream import wording


def test_everything_is_said_in_both_languages() -> None:
    texts = [value for name, value in vars(wording).items() if name.isupper()]
    assert len(texts) >= 10
    assert {tuple(sorted(one)) for one in texts} == {("en", "ja")}


def test_another_language_is_answered_in_english() -> None:
    assert wording.said(wording.FAILED, "fr", why="x") == "It did not work: x"
    assert wording.said(wording.FAILED, "ja", why="x").endswith("：x")


def test_a_failure_says_why_and_what_to_do_in_the_language_of_the_run() -> None:
    why, what = "there is nothing to continue", "Ask again."
    assert wording.failed(f"{why}.", what, "en") == f"It did not work: {why}. {what}"
    known = wording.failed("the server is stopping", "Ask again when it is back.", "ja")
    assert known == ("うまくいきませんでした：サーバーを停止しているところです。再開してから、もう一度お試しください。")
    assert wording.failed("nobody knows this", "", "ja") == "うまくいきませんでした：nobody knows this"


def test_a_command_of_the_terminal_is_no_advice_in_a_chat() -> None:
    assert wording.failed("x", "Run: kasen runs list", "en") == "It did not work: x"
    assert wording.failed("x", "Continue with `kasen runs continue 01A`.", "en") == "It did not work: x"

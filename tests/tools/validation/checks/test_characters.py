from __future__ import annotations

from kasen.tools.validation.checks.characters import MOST, problems
from kasen.tools.validation.scan import scan


def test_what_no_file_holds_is_found_with_its_line() -> None:
    found = [(one.rule, one.line, one.blocking) for one in problems(scan("ok\na\x08\nb\ud800\nc\ufffd\nd\u202e\x00\n"))]
    assert found == [
        ("control-character", 2, True), ("control-character", 5, True), ("broken-character", 3, True),
        ("lost-character", 4, False), ("direction-character", 5, False),
    ]  # fmt: skip


def test_tabs_line_ends_form_feeds_emoji_and_japanese_are_fine() -> None:
    assert list(problems(scan("a\tb\r\nc\x0c\x85\n葛\U000e0100👩‍💻 ～\u3000\n"))) == []


def test_a_file_full_of_them_is_told_in_short() -> None:
    assert len(list(problems(scan("\x01\n" * 100)))) == MOST

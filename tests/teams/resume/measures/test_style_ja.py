from kasen.teams.resume.measures.style_ja import prose_rules
from kasen.tools.textlint import LintMessage
from teams.resume.measures.given import japanese, quoted, view

TEXT = japanese("- 資料を見れるようにした\n- 数値を食べれる形にした")


def message(word: str) -> LintMessage:
    at = TEXT.index(word)
    return LintMessage("no-dropping-the-ra", "ら抜き言葉を使用しています。", TEXT[:at].count("\n") + 1, at, at + 1)


def test_without_textlint_there_is_no_value_and_the_note_says_how_to_get_it() -> None:
    found = prose_rules(view(TEXT), None)
    assert found.score is None
    assert "textlint" in found.note


def test_findings_of_one_rule_stand_together_with_words_around_them() -> None:
    found = prose_rules(view(TEXT), [message("見れる"), message("食べれる")])
    assert found.score == 4.0
    assert found.note.endswith("か所。")
    assert found.defects[0].text == "ら抜き言葉を使用しています。（2か所）"
    assert "見れる" in quoted(TEXT, found)[0]


def test_no_finding_is_the_best() -> None:
    assert prose_rules(view(TEXT), []).score == 5.0


def test_a_message_about_a_line_that_is_not_there_breaks_nothing() -> None:
    found = prose_rules(view(TEXT), [LintMessage("x", "y", 999, 0, 0)])
    assert found.defects[0].text == "y"

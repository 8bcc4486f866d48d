"""From what a revisor says to edits that stand, or to a reason why not."""

from __future__ import annotations

from typing import Any

import pytest

from kasen.teams.resume.edits import Bench, numbered
from kasen.teams.resume.patch import applied
from kasen.teams.resume.prepared import prepared
from kasen.teams.resume.schemas.change import EditSaid
from teams.resume.bench import BETTER, ENGLISH, WEAK

JAPANESE = """# 職務経歴書

氏名：架空 太郎

## 職務経歴

### 架空ペイメント株式会社（2021年4月 〜 現在）

- 加盟店向け決済APIの設計、実装を担当した。
- 応答時間を30％短縮した。
- 移行を補佐した。
"""


def bench(text: str = ENGLISH, lang: Any = "en", **more: Any) -> Bench:
    return Bench(original=text, changes=[], ready=prepared(text, lang), lang=lang, iteration=1, **more)


def take(on: Bench, line: int, old: str, new: str) -> Bench:
    on.take(EditSaid(finding="1R1", line=line, old=old, new=new), "one:m")
    return on


def reason(on: Bench) -> str:
    assert on.edits == []
    return on.refused[-1].reason


def test_an_edit_in_its_line_stands() -> None:
    on = take(bench(), 16, WEAK, BETTER)
    assert applied(ENGLISH, on.composed()) == ENGLISH.replace(WEAK, BETTER)
    assert on.composed()[0].findings == ("1R1",)


def test_words_in_another_line_than_was_said_are_found_when_they_are_the_only_ones() -> None:
    assert applied(ENGLISH, take(bench(), 2, WEAK, BETTER).composed()) == ENGLISH.replace(WEAK, BETTER)


@pytest.mark.parametrize(
    ("line", "old", "new", "expected"),
    [
        (16, "Was in charge of", "Led", "words"),
        (16, "e", "a", "words"),
        (16, WEAK, WEAK, "empty"),
        (400, "", "More words.", "place"),
        (26, 'print("skills")', 'print("all")', "protected"),
        (29, "pagebreak", "embed", "protected"),
        (12, "Backend Engineer", "Lead Engineer", "identity"),
        (3, "Sample Person", "Other Person", "identity"),
        (14, "Present", "2025", "identity"),
        (17, "30%", "50%", "facts"),
        (16, WEAK, "Developed the billing service in [name] Python.", "identity"),
        (16, WEAK, "Developed the billing service in Python. <script>alert(1)</script>", "markup"),
        (16, WEAK, "Developed the billing service in Python. {{< include x.qmd >}}", "markup"),
    ],
)
def test_what_is_not_made_has_a_reason(line: int, old: str, new: str, expected: str) -> None:
    found = reason(take(bench(), line, old, new))
    assert found == expected or (expected, found) in {("identity", "words"), ("identity", "protected")}


def test_what_a_refused_edit_would_have_invented_is_asked_of_the_owner() -> None:
    on = take(bench(), 17, "by 30%", "by 45%")
    [refused] = on.refused
    assert refused.reason == "facts"
    assert any("45" in doubt.claim + doubt.why for doubt in refused.doubts)
    assert any("?" in doubt.ask for doubt in refused.doubts)


def test_a_fact_that_the_owner_confirms_may_be_said() -> None:
    new = "Reduced the time of the monthly closing by 30%, for a team of 12 people."
    old = "Reduced the time of the monthly closing by 30%."
    assert reason(take(bench(), 17, old, new)) == "facts"
    confirmed = bench(confirmed=["The monthly closing was reduced for a team of 12 people."])
    assert take(confirmed, 17, old, new).refused == []


def test_two_edits_of_the_same_words_are_not_both_made() -> None:
    on = take(take(bench(), 16, WEAK, BETTER), 16, "Was responsible for", "Handled")
    assert len(on.edits) == 1
    assert on.refused[-1].reason == "conflict"


def test_small_steps_do_not_add_up_to_an_invention() -> None:
    """Every round is held against the original, not against the round before."""
    first = take(bench(JAPANESE, "ja"), 11, "移行を補佐した。", "移行を支援した。").composed()
    now = applied(JAPANESE, first)
    on = Bench(original=JAPANESE, changes=first, ready=prepared(now, "ja"), lang="ja", iteration=2)
    line = now[: now.index("移行を")].count("\n") + 1
    take(on, line, "移行を", "移行を主導し、")
    assert applied(JAPANESE, on.composed()).count("主導") == 0


def test_a_japanese_line_is_edited_and_its_figures_stay() -> None:
    on = take(bench(JAPANESE, "ja"), 10, "応答時間を30％短縮した。", "応答時間の30％短縮。")
    assert on.refused == []
    assert reason(take(bench(JAPANESE, "ja"), 10, "30％", "50％")) == "facts"
    assert reason(take(bench(JAPANESE, "ja"), 7, "2021年4月", "2019年4月")) in ("identity", "protected")


def test_line_ends_of_the_file_are_kept_by_what_is_put_in() -> None:
    text = ENGLISH.replace("\n", "\r\n")
    on = bench(text)
    take(on, 16, "", "Developed the billing service in Python.")
    made = applied(text, on.composed())
    assert "\n" not in made.replace("\r\n", "")


def test_a_correction_makes_way_for_an_edit() -> None:
    on = take(bench(), 16, WEAK, BETTER)
    at = ENGLISH.index(WEAK)
    on.correct(at, at + 3, "WAS")
    on.correct(0, 0, "")
    assert [edit.new for edit in on.edits] == [BETTER, ""]


def test_the_lines_that_are_shown_are_those_that_can_be_addressed_masked() -> None:
    shown = dict(numbered(prepared(ENGLISH, "en")))
    assert shown[16] == f"- {WEAK}"
    assert 26 not in shown
    assert 3 not in shown
    assert not [text for text in dict(numbered(prepared(JAPANESE, "ja"))).values() if "架空 太郎" in text]


@pytest.mark.parametrize("text", ["", "\n", "---\n", "```\n", "- ", "\ufeff# X\r\n"])
def test_any_text_is_a_bench(text: str) -> None:
    on = take(bench(text), 1, "x", "y")
    assert on.edits == []
    assert on.composed() == []


@pytest.mark.parametrize(
    "new",
    [
        "## Awards",
        "Awards\n======",
        "**Awards**",
        "Awards:",
        "### Engineer",
        "---",
        "【実績】",
        "■ 表彰\n",
        "### ",
        "- # Awards",
        "> ## Awards",
    ],
)
def test_no_heading_and_no_rule_is_put_in_what_stands_below_would_become_something_else(new: str) -> None:
    assert reason(take(bench(), 17, "", new)) in ("protected", "facts")
    assert reason(take(bench(), 16, WEAK, f"{BETTER}\n\n{new}")) in ("protected", "facts")
    assert reason(take(bench(), 10, "Backend engineer with eight", f"{new}\n\nBackend engineer with eight"))


def test_an_item_that_is_all_emphasis_may_be_edited() -> None:
    text = ENGLISH.replace(WEAK, f"**{WEAK}**")
    on = take(bench(text), 16, WEAK, BETTER)
    assert applied(text, on.composed()) == text.replace(WEAK, BETTER)


def test_a_line_may_become_two_items() -> None:
    text = ENGLISH.replace("Reduced the", "Wrote tests and reduced the")
    on = take(bench(text), 17, "Wrote tests and reduced the", "Wrote tests.\n- Reduced the")
    assert applied(text, on.composed()) == text.replace("tests and reduced", "tests.\n- Reduced")


@pytest.mark.parametrize("sign", ["\u2028", "\x0b", "\x0c", "\x85", "\x1c"])
def test_what_only_some_take_for_a_line_end_does_not_shift_the_numbers(sign: str) -> None:
    ready = prepared(ENGLISH.replace("eight years", f"eight{sign}years"), "en")
    assert dict(numbered(ready))[16] == f"- {WEAK}"

from __future__ import annotations

from typing import Any

import pytest

from kasen.cli.columns import cells
from kasen.cli.edit_view import INDENT, Edit, edit_of, view
from kasen.cli.walk import EN, JA

LONG = (
    "月次決算の業務改善を行い、いろいろな部署と連携しながら、経費精算システムの導入と運用を長く担当してきました。" * 3
)


def shown(edit: Edit, *, width: int = 80, plain: bool = True, words: dict[str, str] = EN) -> list[str]:
    return [line.plain for line in view(edit, head="3/12", words=words, width=width, plain=plain)]


def test_an_edit_shows_count_place_finding_question_and_both_versions() -> None:
    edit = Edit("E3", 22, "led the team", "guided the team", "Says a duty.", "major", "How many?", "tech_writer")
    assert shown(edit) == [
        "  3/12  E3  line 22 · major · tech writer",
        "        Says a duty.",
        "      ? How many?",
        "      − [-led-] the team",
        "      + {+guided+} the team",
    ]


def test_where_colours_show_there_are_no_brackets_and_the_changed_words_have_a_style() -> None:
    lines = view(Edit("E1", 1, "a b", "a c"), head="1/1", words=EN, width=80, plain=False)
    assert [line.plain for line in lines[1:]] == ["      − a b", "      + a c"]
    assert [str(span.style) for span in lines[1].spans if lines[1].plain[span.start : span.end] == "b"] == [
        "bold underline red"
    ]


def test_what_is_inserted_or_taken_out_is_said() -> None:
    assert shown(Edit("E1", 4, "", "new\n"), words=JA)[1:] == ["        この行の後に挿入", "      + {+new+}"]
    assert shown(Edit("E1", 4, "gone\n", ""))[1:] == ["      − [-gone-]", "        take these words out"]


@pytest.mark.parametrize("width", [40, 60, 200])
def test_japanese_is_broken_at_the_columns_of_the_screen_and_no_line_begins_with_a_comma(width: int) -> None:
    lines = shown(Edit("E1", 1, LONG, LONG + "x", LONG), width=width)
    room = min(width, 100)
    assert max(cells(line) for line in lines) <= room + 2, "a comma may hang"
    assert [line for line in lines if line[INDENT : INDENT + 1] in tuple("、。")] == []
    assert max(cells(line) for line in lines) > room - 4
    assert "".join(line[INDENT:] for line in lines if line)[-1] == "}"


def test_english_words_stay_whole_and_only_what_is_wider_than_a_line_is_cut() -> None:
    lines = shown(Edit("E1", 1, "", " ".join(["responsible"] * 20)), width=50, plain=False)
    assert {word for line in lines[2:] for word in line[INDENT:].split()} == {"responsible"}
    assert all(cells(line) <= 50 for line in shown(Edit("E1", 1, "", "x" * 500), width=50))


def test_escapes_and_tabs_do_not_reach_the_screen() -> None:
    lines = shown(Edit("E1\x1b[2J", 1, "\x1b[31mred", "a\tb\nc", "\x07bell"))
    assert not [line for line in lines if "\x1b" in line or "\x07" in line or "\t" in line]
    assert lines[-2:] == ["      + {+a    b", "        c+}"]


@pytest.mark.parametrize(
    "bad", [None, "x", {}, {"id": "E1", "line": "3"}, {"id": "E1", "line": 1, "old": 7}, {"line": 1}]
)
def test_what_is_no_edit_is_none(bad: Any) -> None:
    assert edit_of(bad) is None


def test_what_a_pause_leaves_out_is_empty() -> None:
    assert edit_of({"id": "E1", "line": 2, "old": "a", "new": "b", "finding": None}) == Edit("E1", 2, "a", "b")

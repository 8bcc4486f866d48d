"""What rules a word out is seen where the same thing is spoken of, and nowhere else."""

from __future__ import annotations

import pytest

from kasen.evidence.opposites import ruled_out
from kasen.evidence.verify import problems


@pytest.mark.parametrize(
    ("claim", "clause"),
    [
        ("The gate is open at noon.", "The gate is closed at noon"),
        ("It flowers in spring.", "It flowers in autumn"),
        ("秋に仕込む。", "春に仕込む"),
        ("Few of them came.", "Most of them came"),
        ("Hull lost the final.", "Hull won the final"),
        ("青葉高校は決勝で敗れた。", "青葉高校は決勝で勝った"),
    ],
)
def test_what_rules_a_word_out_is_told_either_way(claim: str, clause: str) -> None:
    assert ruled_out(claim, clause, clause) is not None
    assert ruled_out(clause, claim, claim) is not None


@pytest.mark.parametrize(
    ("claim", "clause", "text"),
    [
        ("The gate is open.", "it is closed at night", "The gate is open; it is closed at night."),
        ("York lost to Hull.", "Hull won against York", "Hull won against York."),
        ("A few came.", "Most of them came", "Most of them came."),
        ("夏目は春日に会った。", "冬木は秋田に会った", "冬木は秋田に会った。"),
        ("The gate is open in summer and closed in winter.", "It is shut in winter", "It is shut in winter."),
        ("", "", ""),
    ],
)
def test_nothing_is_ruled_out_by_what_is_said_beside_or_from_the_other_side(claim: str, clause: str, text: str) -> None:
    assert ruled_out(claim, clause, text) is None


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("The shop is open on Sunday.", "On Sunday the shop is not closed."),
        ("The shop is closed on Sunday.", "On Sunday the shop is not open."),
        ("The shop is open on Sunday.", "The shop never closes on Sunday."),
        ("この道は広い。", "この道は狭くない。"),
        ("入館は無料である。", "入館は有料ではない。"),
    ],
)
def test_what_is_denied_of_its_opposite_is_no_contradiction(claim: str, passage: str) -> None:
    assert "opposite" not in [problem.key for problem in problems(claim, passage)]


def test_none_and_nobody_deny_the_same() -> None:
    assert problems("Nobody was hurt in the fire.", "None were hurt in the fire.") == []

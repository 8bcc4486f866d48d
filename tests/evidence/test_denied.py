"""A denial counts where it stands: in the part of the sentence that the claim speaks of."""

from __future__ import annotations

import pytest

from kasen.evidence.align import align
from kasen.evidence.denied import denied
from kasen.evidence.reading import Reading


def found(claim: str, passage: str) -> list[tuple[str, str]]:
    text = Reading(passage)
    aligned = align(Reading(claim), [text], text)
    assert aligned is not None
    return [(one.severity, one.word) for one in denied(Reading(claim), aligned)]


@pytest.mark.parametrize(
    ("claim", "passage", "word"),
    [
        ("The firm pays no tax in Spain.", "The firm pays tax in Spain and has no debts.", "tax"),
        ("The bridge did not survive.", "No road was open, but the bridge survived the flood.", "surviv"),
        ("妊娠中の女性には使えない。", "子どもには使えないが、妊娠中の女性は使える。", "使"),
    ],
)
def test_what_the_claims_own_part_asserts_is_contradicted(claim: str, passage: str, word: str) -> None:
    assert found(claim, passage) == [("contradicted", word)]


def test_a_denial_of_another_group_is_only_partial() -> None:
    passage = "Nobody in the placebo group got a rash; three in the lorvatine group did."
    assert found("Nobody in the lorvatine group got a rash.", passage) == [("partial", "lorvatin")]
    assert found("No one in the placebo group got a rash.", passage) == []


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("The firm has not paid tax.", "The firm has never, in its long history, paid tax."),
        ("The firm has no debts.", "The firm pays tax in Spain and has no debts."),
        ("子どもには使えない。", "子どもには使えないが、妊娠中の女性は使える。"),
        ("東京では雪が降らない。", "東京では雪が降らないが、雨は降る。"),
    ],
)
def test_what_is_denied_in_both_is_no_difference(claim: str, passage: str) -> None:
    assert found(claim, passage) == []

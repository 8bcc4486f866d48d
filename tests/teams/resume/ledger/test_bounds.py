"""Limits that an edit drops or brings."""

from __future__ import annotations

import pytest
from hypothesis import given

from kasen.teams.resume.ledger.bounds import bound_doubts, denied
from kasen.teams.resume.ledger.reading import Text
from teams.resume.ledger.sides import ANY_TEXT, FEW, kinds, pair


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        ("About 150 staff.", "150 staff.", "hedge"),
        ("約150名を担当。", "150名を担当。", "hedge"),
        ("Treated up to 12 dogs.", "Treated 12 dogs.", "hedge"),
        ("Sold 12 cars.", "Sold up to 12 cars.", "hedge"),
        ("Helped with the audit.", "Did the audit.", "authorship"),
        ("監査を補佐。", "監査を担当。", "authorship"),
        ("Built it in a team of four.", "Built it.", "authorship"),
        ("チームで開発。", "開発。", "authorship"),
        ("Cooked under the supervision of a chef.", "Cooked.", "authorship"),
        ("Wrote part of the manual.", "Wrote the manual.", "scale"),
        ("マニュアルの一部を執筆。", "マニュアルを執筆。", "scale"),
        ("Did not sign the report.", "Signed the report.", "denial"),
        ("Signed it.", "Did not sign it.", "denial"),
        ("署名はしていない。", "署名した。", "denial"),
    ],
)
def test_a_limit_or_a_denial_on_one_side_alone_is_doubted(before: str, after: str, kind: str) -> None:
    assert kind in kinds(bound_doubts(pair(before, after)))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("About 150 staff.", "Roughly 150 staff."),
        ("約150名。", "およそ150名。"),
        ("Helped with the audit.", "Assisted with the audit."),
        ("監査を補佐。", "監査を補助。"),
        ("Sold cars.", "Sold vans."),
        ("No more than 12 dogs.", "Up to 12 dogs."),
    ],
)
def test_the_same_limit_in_other_words_is_not(before: str, after: str) -> None:
    assert list(bound_doubts(pair(before, after))) == []


def test_a_confirmed_sentence_releases_a_limit() -> None:
    assert list(bound_doubts(pair("About 150 staff.", "150 staff.", said=["There were 150 staff."]))) == []


def test_a_limit_of_a_figure_may_go_with_its_figure_where_facts_may_be_left_out() -> None:
    assert list(bound_doubts(pair("Paid about 150 staff.", "Paid staff.", whole=False))) == []
    assert kinds(bound_doubts(pair("Paid about 150 staff.", "Paid 150 staff.", whole=False))) == {"hedge"}


@pytest.mark.parametrize(
    ("text", "count"),
    [("Did not sign it.", 1), ("署名していない。", 1), ("No more than 12.", 0), ("Signed it.", 0), ("", 0)],
)
def test_what_denies_is_told_from_what_limits_a_figure(text: str, count: int) -> None:
    assert len(denied(Text(text))) == count


@FEW
@given(ANY_TEXT, ANY_TEXT)
def test_any_two_texts_are_compared_and_one_with_itself_has_no_doubt(before: str, after: str) -> None:
    assert list(bound_doubts(pair(before, before))) == []
    assert all(one.why and one.ask for one in bound_doubts(pair(before, after)))


def test_means_that_the_original_names_so_are_no_new_cause() -> None:
    assert not kinds(bound_doubts(pair("X線回折で試料を調べた。", "X線回折による試料の調査")))
    assert "added" in kinds(bound_doubts(pair("研修をした。売上が伸びた。", "研修により売上が伸びた。")))

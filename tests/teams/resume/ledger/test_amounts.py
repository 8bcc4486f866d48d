"""Figures and dates that an edit brings, bends or drops."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kasen.teams.resume.ledger.amounts import amount_doubts
from teams.resume.ledger.sides import ANY_TEXT, FEW, kinds, pair


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        ("Cut costs by 30%.", "Cut costs by 45%.", "number"),
        ("Edited articles.", "Edited 40 articles.", "number"),
        ("費用を30％削減。", "費用を45％削減。", "number"),
        ("給与計算を担当。", "150名の給与計算を担当。", "number"),
        ("Managed a fund of £80,000.", "Managed a fund of €80,000.", "unit"),
        ("売上3万円。", "売上3億円。", "unit"),
        ("Cut it from 300 ms.", "Cut it from 300 s.", "unit"),
        ("Clerk since June 2018.", "Clerk since June 2017.", "date"),
        ("2018年6月に入社。", "2017年6月に入社。", "date"),
        ("Packed 30–50 boxes.", "Packed 50 boxes.", "number"),
        ("Raised output by 20%.", "Raised output to 20%.", "number"),
        ("Cut costs by 30%.", "Cut costs.", "lost"),
        ("Joined in April 2019.", "Joined.", "lost"),
        ("費用を30％削減。", "費用を削減。", "lost"),
    ],
)
def test_a_new_a_bent_and_a_lost_figure_are_doubted(before: str, after: str, kind: str) -> None:
    assert kind in kinds(amount_doubts(pair(before, after)))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Cut costs by 30%.", "Reduced costs by 30 percent."),
        ("費用を30％削減。", "費用を３割削減。"),
        ("令和3年4月に入社。", "2021年4月入社。"),
        ("Worked 9 to 12 people.", "Worked with 9–12 people."),
        ("Clerk, April 2018 – April 2020.", "Clerk for 2 years, April 2018 – April 2020."),
        ("Packed 30–50 boxes.", "30〜50箱を梱包。"),
        ("Sold a van.", "Sold one van."),
    ],
)
def test_the_same_figure_in_another_form_is_not(before: str, after: str) -> None:
    assert list(amount_doubts(pair(before, after))) == []


def test_a_figure_that_only_the_rest_of_the_résumé_gives_was_moved() -> None:
    assert kinds(amount_doubts(pair("Sold cars.", "Sold 30 cars.", rest="Washed 30 vans."))) == {"moved"}
    assert kinds(amount_doubts(pair("Sold cars.", "Sold cars in May 2019.", rest="Joined in May 2019."))) == {"moved"}


def test_a_part_of_the_original_may_leave_figures_out_and_bring_none() -> None:
    assert list(amount_doubts(pair("Sold 30 cars.", "Sold cars.", whole=False))) == []
    assert kinds(amount_doubts(pair("Sold 30 cars.", "Sold 31 cars.", whole=False))) == {"number"}


def test_a_confirmed_figure_counts_for_what_it_is_said_of() -> None:
    assert list(amount_doubts(pair("Sold cars.", "Sold 30 cars.", said=["I sold 30 cars."]))) == []
    assert kinds(amount_doubts(pair("Sold cars.", "Sold 30 cars.", said=["I washed 30 vans."]))) == {"number"}


@FEW
@given(
    st.integers(2, 10**6),
    st.integers(2, 10**6),
    st.sampled_from(["Sold {} cars.", "{}台を販売。", "Saved ${}.", "Grew {}%."]),
)
def test_another_number_is_always_seen(one: int, other: int, form: str) -> None:
    assume(one != other)
    assert list(amount_doubts(pair(form.format(f"{one:,}"), form.format(f"{one:,}")))) == []
    assert list(amount_doubts(pair(form.format(f"{one:,}"), form.format(f"{other:,}")))) != []


@FEW
@given(ANY_TEXT, ANY_TEXT)
def test_any_two_texts_are_compared_and_one_with_itself_has_no_doubt(before: str, after: str) -> None:
    assert list(amount_doubts(pair(before, before))) == []
    for one in amount_doubts(pair(before, after)):
        assert one.kind in {"number", "unit", "moved", "date", "lost"}
        assert one.claim or one.known


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("With 4 other students, built a robot.", "Built a robot in a team of five students."),
        ("配車を、もう1人と2人で受け持った。", "2名体制で配車を担当。"),
        ("売上を前年比108％に伸ばした。", "売上を前年比8％伸ばした。"),
        ("About 1 in 3 of the orders were urgent.", "About a third of the orders were urgent."),
        ("Lifeguard from 05/2017 to 09/2017", "Lifeguard, May–September 2017"),
        ("在庫差異を半分に減らした。", "在庫差異を50％削減した。"),
    ],
)
def test_the_same_amount_counted_otherwise_is_not_doubted(before: str, after: str) -> None:
    assert not kinds(amount_doubts(pair(before, after)))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("With 4 other students, built a robot.", "Built a robot with five other students."),
        ("もう1人と担当した。", "3人で担当した。"),
        ("売上を前年比108％に伸ばした。", "売上を前年比18％伸ばした。"),
        ("Lifeguard from 05/2017 to 09/2017", "Lifeguard, May–November 2017"),
    ],
)
def test_another_amount_is_doubted_however_it_is_counted(before: str, after: str) -> None:
    assert kinds(amount_doubts(pair(before, after)))

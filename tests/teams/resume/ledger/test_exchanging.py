"""Facts of one claim that have changed places."""

from __future__ import annotations

import pytest
from hypothesis import given

from kasen.teams.resume.ledger.exchanging import Fact, exchanged
from teams.resume.ledger.sides import ANY_TEXT, FEW, kinds, pair


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "Reduced waste by 18% and raised covers by 5%.",
            "Reduced waste by 5% and raised covers by 18%.",
        ),
        ("Sold 12 cars and washed 30 vans.", "Sold 30 cars and washed 12 vans."),
        ("誤出荷を18％削減し、売上を5％伸ばした。", "誤出荷を5％削減し、売上を18％伸ばした。"),
        ("OracleからPostgreSQLへ移行。", "PostgreSQLからOracleへ移行。"),
        (
            "Migrated the billing system from Oracle to PostgreSQL.",
            "Migrated the billing system from PostgreSQL to Oracle.",
        ),
    ],
)
def test_two_facts_that_changed_places_are_seen(before: str, after: str) -> None:
    assert kinds(exchanged(pair(before, after))) == {"moved"}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "Reduced waste by 18% and raised covers by 5%.",
            "Raised covers by 5% and reduced waste by 18%.",
        ),
        ("誤出荷を18％削減し、売上を5％伸ばした。", "売上を5％伸ばし、誤出荷を18％削減した。"),
        ("Used Go, Ruby and SAP.", "Used SAP, Go and Ruby."),
        ("Go、Ruby、SAPを使用。", "SAP、Go、Rubyを使用。"),
        ("Sold 12 cars.", "Sold 12 cars."),
        ("", "Sold 12 cars and 30 vans."),
    ],
)
def test_facts_that_took_their_words_along_and_lists_are_not(before: str, after: str) -> None:
    assert list(exchanged(pair(before, after))) == []


def test_one_fact_is_the_same_by_its_key_or_by_its_meaning() -> None:
    cut, reduce = Fact("deed", "cut", 0, 3, frozenset({1})), Fact("deed", "reduce", 5, 11, frozenset({1, 2}))
    assert cut.same(reduce)
    assert Fact("figure", "%:30", 0, 3).same(Fact("figure", "%:30", 9, 12))
    assert not cut.same(Fact("name", "cut", 0, 3, frozenset({1})))
    assert not cut.same(Fact("deed", "sell", 0, 3))


@FEW
@given(ANY_TEXT, ANY_TEXT)
def test_any_two_texts_are_compared_and_one_with_itself_has_no_doubt(before: str, after: str) -> None:
    assert list(exchanged(pair(before, before))) == []
    assert kinds(exchanged(pair(before, after))) <= {"moved"}

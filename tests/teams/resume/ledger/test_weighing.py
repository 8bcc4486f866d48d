"""Everything that is compared between two claims."""

from __future__ import annotations

from typing import get_args

from hypothesis import given

from kasen.teams.resume.ledger.checking import Kind
from kasen.teams.resume.ledger.reading import Text
from kasen.teams.resume.ledger.weighing import too_long, weigh
from teams.resume.ledger.sides import ANY_TEXT, FEW, pair

BEFORE = "Assisted with the migration of about 30 servers."


def test_figures_come_first_and_what_is_dropped_from_them_before_what_is_added() -> None:
    told = [one.kind for one in weigh(pair(BEFORE, "Led the migration of 45 servers to Kubernetes."))]
    assert told[0] == "number"
    assert told.index("hedge") < told.index("skill")
    assert {"number", "hedge", "authorship", "skill"} <= set(told)


def test_each_doubt_is_said_once() -> None:
    found = weigh(pair(BEFORE, "Led 45 and 45 and 45 servers with Kubernetes and Kubernetes."))
    said = [(one.kind, one.claim, one.known) for one in found]
    assert len(set(said)) == len(said)


def test_claims_that_are_too_long_to_compare_are_refused_unread() -> None:
    long = "sold bread " * 2000
    assert too_long(Text(long))
    assert not too_long(Text(BEFORE))
    for before, after in ((long, long + "x"), (BEFORE, long), (long, BEFORE)):
        assert len(weigh(pair(before, after))) == 1


@FEW
@given(ANY_TEXT)
def test_a_claim_says_what_it_says(text: str) -> None:
    assert weigh(pair(text, text)) == []


@FEW
@given(ANY_TEXT, ANY_TEXT)
def test_every_doubt_is_of_a_kind_that_is_told(before: str, after: str) -> None:
    assert {one.kind for one in weigh(pair(before, after))} <= set(get_args(Kind))

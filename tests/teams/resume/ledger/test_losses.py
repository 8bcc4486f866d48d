"""Names and things of the original that an edit drops or changes."""

from __future__ import annotations

import pytest
from hypothesis import given

from kasen.teams.resume.ledger.losses import lost_names, lost_things, organisations
from kasen.teams.resume.ledger.reading import Text
from teams.resume.ledger.sides import ANY_TEXT, FEW, kinds, pair


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        ("Used Kubernetes and Go.", "Used Go.", "lost"),
        ("Worked at Zorblatt.", "Worked there.", "lost"),
        ("株式会社東雲食品で勤務。", "勤務。", "lost"),
        ("株式会社東雲食品で勤務。", "株式会社西雲食品で勤務。", "name"),
    ],
)
def test_a_name_that_is_gone_or_another_is_doubted(before: str, after: str, kind: str) -> None:
    assert kind in kinds(lost_names(pair(before, after)))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Used K8s.", "Used Kubernetes."),
        ("㈱東雲食品", "株式会社東雲食品"),
        ("Used Go and SAP.", "Used SAP and Go."),
        ("Clerk.", "Clerk."),
    ],
)
def test_a_name_in_another_form_is_kept(before: str, after: str) -> None:
    assert list(lost_names(pair(before, after))) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Repaired pumps for the harbour.", "Repaired pumps."),
        ("Sold bread and cakes.", "Sold bread."),
        ("新入社員の研修を担当。", "研修を担当。"),
    ],
)
def test_a_thing_that_is_gone_is_doubted(before: str, after: str) -> None:
    assert kinds(lost_things(pair(before, after))) == {"lost"}


@pytest.mark.parametrize(
    ("before", "after"),
    [("Sold bread.", "Bread was sold."), ("Sold the bread.", "Sold bread."), ("パンの販売を担当。", "パンを販売。")],
)
def test_the_same_things_in_another_order_are_kept(before: str, after: str) -> None:
    assert list(lost_things(pair(before, after))) == []


def test_an_insertion_may_leave_names_and_things_out() -> None:
    both = pair("Used Kubernetes for cakes at Zorblatt.", "Used it.", whole=False)
    assert list(lost_names(both)) == list(lost_things(both)) == []


def test_organisations_are_read_with_their_form() -> None:
    found = organisations(Text("株式会社東雲食品にて、みどり商事株式会社を担当。ひばり事務機に勤務。"))
    assert {"株式会社東雲食品", "みどり商事株式会社", "ひばり事務機"} <= set(found)
    assert organisations(Text("株式会社")) == organisations(Text("sold bread")) == []


@FEW
@given(ANY_TEXT, ANY_TEXT)
def test_any_two_texts_are_compared_and_one_with_itself_loses_nothing(before: str, after: str) -> None:
    assert list(lost_names(pair(before, before))) == list(lost_things(pair(before, before))) == []
    assert kinds(lost_names(pair(before, after))) <= {"lost", "name"}
    assert kinds(lost_things(pair(before, after))) <= {"lost"}

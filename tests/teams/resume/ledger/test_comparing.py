"""What became of each fact."""

from __future__ import annotations

import pytest

from kasen.teams.resume.ledger.comparing import compared
from teams.resume.bench import ENGLISH


def told(before: str, after: str) -> list[tuple[str, str, str]]:
    return [(one.kind, one.text, one.status) for one in compared(before, after) if one.status != "kept"]


def test_a_text_keeps_all_its_facts() -> None:
    found = compared(ENGLISH, ENGLISH)
    assert len(found) > 5
    assert {one.status for one in found} == {"kept"}


def test_a_figure_that_is_another_is_lost_and_changed() -> None:
    assert told(ENGLISH, ENGLISH.replace("30%", "45%")) == [("number", "30%", "lost"), ("number", "45%", "changed")]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("- 応答時間を30％短縮した。", "- 応答時間の3割短縮。"),
        ("- 令和3年4月に入社した。", "- 2021年4月入社。"),
        ("- 予算は1,000万円。", "- 予算は1千万円。"),
        ("- Cut it by 30%.", "- Cut it by 30 percent."),
        ("- Joined in April 2021.", "- Joined in Apr 2021."),
        ("- Used AWS and Go.", "- Used Go and AWS."),
    ],
)
def test_another_form_of_a_fact_is_the_same_fact(before: str, after: str) -> None:
    assert told(before, after) == []


def test_a_figure_that_is_said_once_more_is_the_same_fact() -> None:
    before = "- Cut costs by 30%.\n"
    assert told(before, "Cuts costs by 30%.\n\n- Cut costs by 30%.\n") == []


def test_what_the_owner_confirms_is_no_change() -> None:
    after = "- Cut costs by 30% in 6 months.\n"
    assert told("- Cut costs by 30%.\n", after) == [("number", "6 months", "changed")]
    confirmed = ["It took six months to cut the costs."]
    assert [one for one in compared("- Cut costs by 30%.\n", after, confirmed) if one.status != "kept"] == []


def test_a_skill_that_was_not_there_is_told() -> None:
    assert ("skill", "Kubernetes", "changed") in told("- Used Docker.\n", "- Used Docker and Kubernetes.\n")

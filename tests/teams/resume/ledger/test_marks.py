"""Words that limit a statement."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given

from kasen.teams.resume.ledger.checking import Kind
from kasen.teams.resume.ledger.marks import limits, marks
from kasen.teams.resume.ledger.markup import ready
from teams.resume.ledger.sides import ANY_TEXT, FEW


def named(text: str) -> set[str]:
    return {mark.limit for mark in marks(ready(text)[1])}


@pytest.mark.parametrize(
    ("limit", "texts"),
    [
        ("about", ["about 20 shops", "roughly a third", "約20店", "２０名程度"]),
        ("at_most", ["up to 12 dogs", "no more than 12", "最大12頭", "12頭以下"]),
        ("at_least", ["at least 12", "more than 12 shops", "12店以上", "12+"]),
        ("part", ["part of the site", "サイトの一部"]),
        ("only", ["only the shop", "店舗のみ"]),
        ("share", ["assisted with the audit", "helped plan menus", "監査の補助", "監査に参加"]),
        ("joint", ["in a team of four", "jointly with sales", "チームで開発", "共同で開発"]),
        ("under", ["under the supervision of a chef", "料理長の指導のもと"]),
    ],
)
def test_a_limit_is_seen_in_both_languages(limit: str, texts: list[str]) -> None:
    assert [text for text in texts if limit not in named(text)] == []


@pytest.mark.parametrize(
    "text", ["", "Drew plans for 9 houses.", "Talked about taxes.", "給与計算を担当。", "Ran the help desk.", "12 dogs"]
)
def test_a_plain_statement_has_no_limit(text: str) -> None:
    assert named(text) == set()


def test_every_limit_says_what_an_edit_without_it_is_suspected_of() -> None:
    found = limits()
    assert len(found) > 10
    assert found is limits()
    assert {one.kind for one in found.values()} <= set(get_args(Kind))
    assert [
        name for name, one in found.items() if one.name != name or not (one.lost or one.added or name == "un")
    ] == []


@pytest.mark.parametrize("text", ["", " ", "\n"])
def test_no_limit_is_found_in_nothing(text: str) -> None:
    assert [name for name, one in limits().items() if one.pattern.fullmatch(text)] == []
    assert marks(text) == []


@FEW
@given(ANY_TEXT)
def test_limits_of_any_text_stand_in_order_where_they_say(text: str) -> None:
    folded = ready(text)[1]
    found = marks(folded)
    assert [one.span for one in found] == sorted(one.span for one in found)
    assert all(folded[slice(*one.span)] == one.text != "" for one in found)

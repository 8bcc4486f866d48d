from __future__ import annotations

import re
from string import Formatter
from typing import get_args

import pytest

from kasen.teams.resume.page.labels import pairs, words
from kasen.teams.resume.schemas.change import Decision, RefusedFor
from kasen.teams.resume.schemas.facts import FactKind
from kasen.teams.resume.schemas.part import CRITICS
from kasen.teams.resume.schemas.posting import Status
from kasen.teams.resume.schemas.result import Outcome, Why


def fields(text: str) -> list[str]:
    return sorted(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def test_both_languages_say_the_same_things_and_take_the_same_figures() -> None:
    assert len(pairs()) > 150
    assert {name: both for name, both in pairs().items() if fields(both[0]) != fields(both[1])} == {}
    assert [name for name, (english, _) in pairs().items() if re.search("[ぁ-ん一-龯]", english)] == []


def test_every_value_that_a_result_may_have_has_its_words() -> None:
    states = get_args(Decision.model_fields["state"].annotation)
    wanted = [
        *(f"outcome.{one}" for one in get_args(Outcome)),
        *(f"stopped.{one}" for one in get_args(Why)),
        *(f"reason.{one}" for one in get_args(RefusedFor)),
        *(f"kind.{one}" for one in get_args(FactKind)),
        *(f"match.{one}" for one in get_args(Status)),
        *(f"state.{one}" for one in states),
        *CRITICS,
    ]
    assert len(wanted) > 40
    assert [name for name in wanted if name not in pairs()] == []


def test_a_name_that_is_not_known_is_refused_or_replaced() -> None:
    with pytest.raises(KeyError):
        words("en")["nobody knows"]
    assert words("ja").get("nobody knows", "x") == "x"
    assert (words("ja").quoted("a"), words("en").listed("a", "", "b"), words("ja").colon) == ("「a」", "a, b", "：")

from __future__ import annotations

import pytest

from kasen.teams.code.findings.ledger import Round, is_same, named, not_converging
from kasen.teams.code.messages import Finding


def finding(issue: str, file: str = "a.py", line: int | None = 10, id: str = "") -> Finding:
    return Finding(id=id, issue=issue, file=file, line=line, severity="critical")


SAME = [
    ("User input is put into HTML unescaped.", "user input is put into the HTML unescaped", True),
    ("ログイン画面で XSS が起きる", "ログイン画面で XSS が起きる。", True),
    ("ログイン画面で XSS が起きる", "パスワードが平文で保存される", False),
    ("User input is put into HTML unescaped.", "The password is logged in clear text.", False),
]


@pytest.mark.parametrize(("one", "other", "same"), SAME)
def test_the_same_defect_is_known_by_its_place_and_words(one: str, other: str, same: bool) -> None:
    assert is_same(finding(one), finding(other, line=14)) is same
    assert not is_same(finding(one), finding(one, file="b.py"))
    assert not is_same(finding(one), finding(one, line=400))
    assert is_same(finding(one), finding(one, line=None))


def test_a_finding_keeps_its_id_from_round_to_round_and_each_has_its_own() -> None:
    first = named([finding("XSS in the login form"), finding("no limit on tries")], "security")
    assert len({one.id for one in first}) == 2
    assert all(one.id.startswith("security-") for one in first)
    again = named([finding("XSS in the login form.", line=12), finding("a new one")], "security", first)
    assert again[0].id == first[0].id
    assert again[0].line == 12
    assert again[1].id not in {one.id for one in first}
    assert len(named([finding("twice"), finding("twice!")], "security")) == 1
    said_otherwise = finding("in other words altogether", id=first[0].id)
    assert named([said_otherwise], "security", first)[0].id == first[0].id
    assert named([finding("its own number", id="1")], "security", first)[0].id.startswith("security-")
    assert named([], "security") == []


def test_what_is_open_round_after_round_goes_to_a_person() -> None:
    stays, goes = finding("stays", id="s-1"), finding("goes", id="s-2")
    rounds = [Round((stays, goes)), Round((stays,)), Round((stays,))]
    assert not_converging(rounds, 3) == [stays]
    assert not_converging(rounds, 4) == []
    assert not_converging([Round((stays,)), Round(()), Round((stays,))], 3) == []

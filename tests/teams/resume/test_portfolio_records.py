"""Fields of records, whatever they are called."""

from __future__ import annotations

from typing import Any

import pytest

from kasen.teams.resume.portfolio_records import address, bounded, strings, work_of, works_of


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("Go", ["Go"]),
        ("  ", []),
        (None, []),
        (7, []),
        (["Go", None, 3, "AWS"], ["Go", "AWS"]),
        ([{"name": "Go"}, {"node": {"name": "Rust"}}, {"topic": {"name": "cli"}}], ["Go", "Rust", "cli"]),
        ({"Go": 9000, "Makefile": 10}, ["Go", "Makefile"]),
        ([["nested"]], []),
        (b"bytes", []),
    ],
)
def test_words_of_a_field(value: Any, words: list[str]) -> None:
    assert strings(value) == words


def test_a_work_needs_a_title_and_nothing_else() -> None:
    assert work_of({"description": "x"}) is None
    assert work_of({"title": " "}) is None
    assert work_of([1]) is None
    assert work_of({"title": True, "name": "n"}) == work_of("n")
    found = work_of({"作品名": "帳票", "概要": "月次の帳票", "使用技術": ["Python"]})
    assert found is not None
    assert (found.title, found.description, found.technologies) == ("帳票", "月次の帳票", ("Python",))


def test_lists_stand_under_usual_names_or_alone() -> None:
    assert works_of({"projects": [1]}) == [1]
    assert works_of([1]) == [1]
    assert works_of({"a": 1, "b": 2}) is None
    assert works_of("words") is None
    assert works_of(None) is None


def test_only_addresses_of_the_web_are_linked() -> None:
    assert address("https://example.com/a") == "https://example.com/a"
    assert [address(text) for text in ("javascript:alert(1)", "https://a b", "git@x:y", "")] == ["", "", "", ""]


def test_a_long_text_is_cut_between_words() -> None:
    assert bounded("  short ", 10) == "short"
    assert bounded("one two three four", 14) == "one two three …"
    assert len(bounded("字" * 50, 10)) == 12

from __future__ import annotations

import pytest

from kasen.teams.slides.building.citing import cited, line, link, mark, numbers
from teams.slides.building.hand_made import REFS, SLIDES, deck


def test_sources_are_numbered_in_the_order_of_the_deck_and_only_those_that_are_cited() -> None:
    assert numbers(deck()) == {"P1": 1, "D1": 2, "P2": 3}


def test_a_slide_names_each_of_its_sources_once() -> None:
    assert cited(SLIDES[1]) == ("P2", "P1")
    assert cited(SLIDES[3]) == ("D1",)
    assert cited(SLIDES[2]) == ("P1", "W")


def test_a_mark_holds_numbers_in_order_and_nothing_for_the_wish() -> None:
    known = {"P1": 1, "P2": 3}
    assert mark(("P2", "P1", "P1"), known) == "[1, 3]"
    assert mark(("W",), known) == ""


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        ("https://example.org/茶 統計?年=2024", "https://example.org/%E8%8C%B6%20%E7%B5%B1%E8%A8%88?%E5%B9%B4=2024"),
        ("http://例え.example/a%20b#c", "http://xn--r8jz45g.example/a%20b#c"),
        ("https://example.org/100%", "https://example.org/100%25"),
        ("https://[::1]:8080/x", "https://[::1]:8080/x"),
        ("HTTPS://Example.org", "https://example.org"),
        ("file:///etc/passwd", ""),
        ("javascript:alert(1)", ""),
        ("/data/sales.csv", ""),
        ("https://user:secret@example.org/", ""),
        ("https://", ""),
        ("https://example.org:port/", ""),
        ("https://example.org/" + "a" * 3000, ""),
        ("", ""),
    ],
)
def test_only_addresses_of_the_web_become_links(uri: str, expected: str) -> None:
    assert link(uri) == expected


def test_a_line_names_title_place_address_and_day() -> None:
    assert line(REFS[0], lang="ja") == "茶業統計年報 — p. 12 — https://example.org/茶 統計?年=2024 — 2026-05-01 取得"
    assert line(REFS[3], lang="en") == "Tea and trade — p. 3 — https://example.com/tea"

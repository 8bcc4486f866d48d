"""Fixed sentences exist in both languages and carry their numbers."""

from __future__ import annotations

import pytest

from kasen.team import RunFigures
from kasen.teams.research import wording
from kasen.teams.research.schemas import PointCoverage, SearchDone, Unread

POINT = PointCoverage(point=1, text="GDP?", coverage=0.25, covered=False, missing=["Brazil"])


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_numbers_and_names_are_said(lang: wording.Lang) -> None:
    assert "25 %" in wording.open_point(POINT, lang)
    assert "Brazil" in wording.open_point(POINT, lang)
    failed = wording.failed_searches([SearchDone(query="tea", where="web", error="timeout")], lang)
    assert [("tea" in line, "timeout" in line) for line in failed] == [(True, True)]
    many = wording.skipped([f"f{n}" for n in range(8)], lang)
    assert "f4" in many
    assert "f5" not in many
    assert "3" in many
    assert {"2", "1", "7"} <= set(wording.taken_out(2, 1, 7, lang))
    pages = wording.unread_pages([Unread(url=f"https://p{n}.example/", reason="timeout") for n in range(8)], lang)
    assert [("p4" in line, "timeout" in line) for line in pages[4:5]] == [(True, True)]
    assert len(pages) == 6
    assert "3" in pages[-1]


def test_who_made_it_is_a_model_or_rules_and_an_unknown_price_is_said() -> None:
    rules = RunFigures(by_role={"planner": "rule"})
    mixed = RunFigures(by_role={"planner": "x:m, rule", "writer": "x:m"}, usd=None)
    assert wording.made_by("quick", rules, 1, 1, "en") == "quick research · rules (no model) · 1 source · $0"
    assert wording.made_by("quick", mixed, 2, 2, "en") == "quick research · x:m · 2 sources · price unknown"
    assert "規則" in wording.made_by("quick", rules, 1, 1, "ja")


def test_sources_that_were_read_and_not_cited_are_counted_apart() -> None:
    rules = RunFigures(by_role={"planner": "rule"})
    assert "· 出典 3 件（読んだのは 8 件） ·" in wording.made_by("quick", rules, 3, 8, "ja")
    assert "· 3 sources cited, 8 read ·" in wording.made_by("quick", rules, 3, 8, "en")
    assert "· 出典 3 件 ·" in wording.made_by("quick", rules, 3, 3, "ja")
    assert "· 3 sources ·" in wording.made_by("quick", rules, 3, 0, "en")


def test_words_that_a_covered_point_lacks_are_named() -> None:
    point = PointCoverage(point=1, text="Why did tea decline?", coverage=0.7, covered=True, missing=["decline"])
    assert wording.words_missing(point, "en") == "“Why did tea decline?”: found nowhere in the evidence: decline."
    assert "decline" in wording.words_missing(point, "ja")


def test_documents_in_the_other_language_are_counted() -> None:
    assert wording.other_language(1, "en").startswith("1 document is in Japanese")
    assert wording.other_language(3, "ja").startswith("英語の資料 3 件")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("which region is first", "Which region is first"),
        ("whichever", "whichever"),
        ("茶はどこで育つか。", "茶はどこで育つか"),
        ("iPhone sales", "iPhone sales"),
        ("", ""),
    ],
)
def test_a_heading_begins_and_ends_as_headings_do(text: str, shown: str) -> None:
    assert wording.heading(text) == shown


def test_words_that_were_found_nowhere_are_named_as_they_stand_in_the_point() -> None:
    text = "抹茶は湯でどう点てるか。資料はなぜ分かれるのか。"
    point = PointCoverage(point=1, text=text, coverage=0.2, covered=False, missing=["湯", "点", "分", "資料"])
    assert "どこにも無い語：湯、点てる、分かれる、資料" in wording.open_point(point, "ja")


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_searches_that_failed_for_one_reason_are_said_together(lang: wording.Lang) -> None:
    down = [SearchDone(query=f"q{n}", where="web", error="no network") for n in range(8)]
    other = SearchDone(query="x", where="web", error="refused")
    found = SearchDone(query="y", where="web", found=1)
    said = wording.failed_searches([*down, other, found], lang)
    assert len(said) == 2
    assert "q4" in said[0]
    assert "q5" not in said[0]
    assert "3" in said[0]
    assert said[0].count("no network") == 1
    assert "refused" in said[1]

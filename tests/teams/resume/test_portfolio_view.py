"""What is shown of a work."""

from __future__ import annotations

from kasen.teams.resume.portfolio_view import EXCERPT, view_of
from kasen.teams.resume.schemas.portfolio import PortfolioItem


def test_title_technologies_description_and_the_beginning_of_the_rest_stand_line_by_line() -> None:
    item = PortfolioItem(id="P1", title="a", description="d", technologies=("Go", "AWS"), text="r" * 5000)
    assert view_of(item).text == "a\nGo, AWS\nd\n" + "r" * EXCERPT
    assert view_of(PortfolioItem(id="P1", title="a")).text == "a"


def test_what_the_rest_says_again_is_shown_once() -> None:
    item = PortfolioItem(id="P1", title="a", description="A long story.", text="# a\n\nA long\nstory.\n\nMore.")
    assert view_of(item).text == "a\n# a\n\nA long\nstory.\n\nMore."


def test_addresses_numbers_and_mails_are_not_shown_nor_what_is_scrubbed() -> None:
    text = "By Sample Person <sample@example.com>, +81 3-1234-5678, see https://example.com/sample/x. In Go."
    shown = view_of(
        PortfolioItem(id="P1", title="a", text=text), lambda words: words.replace("Sample Person", "…")
    ).text
    assert shown.startswith("a\nBy … <[email]>, [phone], see [link]")
    assert shown.endswith("In Go.")

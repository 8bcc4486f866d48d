from __future__ import annotations

from lxml import etree

from kasen.teams.slides.editing.package import MAIN, Package
from teams.slides.editing.by_hand import SECTIONS, P, deck


def sections(data: bytes) -> list[list[str]]:
    root = etree.fromstring(Package.opened(data).parts[MAIN])
    holders = root.iter(f"{{{SECTIONS}}}sldIdLst")
    return [[one.get("id") for one in holder] for holder in holders]


def ordered(*places: int) -> list[list[str]]:
    package = Package.opened(deck())
    slides = package.slides()
    package.ordered([slides[place - 1] for place in places])
    return sections(package.saved())


def test_a_moved_slide_goes_into_the_section_of_the_one_before_it() -> None:
    assert sections(deck()) == [["256", "257"], ["258", "259", "260"]]
    assert ordered(1, 4, 2, 3, 5) == [["256", "259", "257"], ["258", "260"]]
    assert ordered(2, 3, 4, 5, 1) == [["257"], ["258", "259", "260", "256"]]


def test_a_slide_that_is_gone_is_in_no_section_and_in_no_show() -> None:
    assert ordered(1, 3, 4, 5) == [["256"], ["258", "259", "260"]]
    package = Package.opened(deck())
    slides = package.slides()
    package.ordered([slides[0], slides[3]])
    root = etree.fromstring(package.parts[MAIN])
    assert root.find(f"{P}custShowLst") is None

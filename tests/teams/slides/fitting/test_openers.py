"""Slides of a few words."""

from __future__ import annotations

import pytest

from kasen.teams.slides.fitting.places import sheet
from kasen.teams.slides.fitting.plan import Sitting
from kasen.teams.slides.schemas.deck import Slide, SlideKind
from kasen.teams.slides.template.bundled import NAMES
from teams.slides.fitting.decks import JA, ODD, design


@pytest.mark.parametrize(
    ("kind", "role"), [("title", "title"), ("section", "section"), ("statement", "section"), ("closing", "title")]
)
def test_each_kind_has_its_layout(kind: SlideKind, role: str) -> None:
    made = sheet(Slide(id="s-01", kind=kind, title="関東の売上"), Sitting(design("light"), {}))
    assert made.layout.role == role
    assert ("Closing" in made.layout.name) == (kind == "closing")


def test_a_statement_under_its_title_has_large_type_and_all_the_room() -> None:
    made = sheet(Slide(id="s-01", kind="statement", title="t", message=JA), Sitting(design("light"), {}))
    place = made.place("message")
    assert made.layout.role == "title_only"
    assert place is not None
    assert place.usual[0] >= 30


@pytest.mark.parametrize("name", [*NAMES, *ODD])
def test_a_logo_stands_in_a_corner_where_nothing_else_does(name: str) -> None:
    slide = Slide(id="s-01", kind="title", title="t", subtitle="2026", message=JA, marks=(JA,))
    made = sheet(slide, Sitting(design(name), {}, logo=True))
    logo = made.place("logo")
    assert logo is not None
    assert not any(logo.box.overlaps(place.box) for place in made.places if place.content != "logo")
    assert sheet(slide, Sitting(design(name), {})).place("logo") is None


def test_subtitle_and_message_stand_under_the_title() -> None:
    made = sheet(Slide(id="s-01", kind="title", title="t", subtitle="2026", message=JA), Sitting(design("light"), {}))
    subtitle, message = made.place("subtitle"), made.place("message")
    assert subtitle is not None
    assert message is not None
    assert subtitle.slot is not None
    assert subtitle.box.bottom <= message.box.y

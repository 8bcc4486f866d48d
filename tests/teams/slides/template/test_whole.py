from __future__ import annotations

import pytest

from kasen.teams.slides.template.bundled import bundled
from kasen.teams.slides.template.package import Unusable
from kasen.teams.slides.template.whole import look_through
from teams.slides.editing.by_hand import deck, packed, parts
from teams.slides.template import hostile


def test_a_deck_with_macros_and_links_to_elsewhere_passes() -> None:
    look_through(deck())


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (bundled("light"), "no slides"),
        (hostile.laughs(), "entities"),
        (packed({**parts(deck()), "ppt/notesSlides/x.xml": b"<!DOCTYPE a><a/>"}), "entities"),
        (
            packed({name: data for name, data in parts(deck()).items() if name != "ppt/presentation.xml"}),
            "no presentation",
        ),
    ],
)
def test_what_is_damaged_or_made_to_do_harm_is_refused(data: bytes, why: str) -> None:
    with pytest.raises(Unusable) as caught:
        look_through(data)
    assert why in caught.value.reason

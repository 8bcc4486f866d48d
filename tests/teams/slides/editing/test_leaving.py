from __future__ import annotations

from kasen.teams.slides.editing.leaving import dropped
from kasen.teams.slides.editing.package import Package
from teams.slides.editing.by_hand import deck, opened


def test_links_to_a_slide_that_goes_are_taken_out_and_no_other_slide_changes() -> None:
    package = Package.opened(deck())
    slides = package.slides()
    before = dict(package.parts)
    dropped(package, slides[1])
    package.ordered([slides[0], *slides[2:]])
    last = opened(package.saved()).slides[-1]
    assert last.shapes[1].click_action.target_slide is None
    assert all(package.parts[part] == before[part] for part in slides if part not in (slides[1], slides[4]))
    assert not any(one.target == slides[1] for one in package.relations(slides[4]))

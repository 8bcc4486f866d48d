from __future__ import annotations

import pytest
from pptx import Presentation

from kasen.errors import InputError
from kasen.teams.slides.editing.noting import with_notes
from kasen.teams.slides.editing.package import Package
from teams.slides.editing.by_hand import deck, opened, saved


def test_a_slide_gets_notes_and_no_part_that_was_there_changes_but_its_relations() -> None:
    package = Package.opened(deck())
    before = dict(package.parts)
    slide = package.slides()[2]
    part = with_notes(package, slide)
    assert part not in before
    changed = {name for name in before if package.parts[name] != before[name]}
    assert changed == {"ppt/slides/_rels/slide3.xml.rels"}
    deck_after = opened(package.saved())
    assert deck_after.slides[2].notes_slide.notes_text_frame.text == ""
    assert deck_after.slides[1].notes_slide.notes_text_frame.text.startswith("Speak slowly")


def test_a_deck_without_a_master_for_notes_gets_one() -> None:
    made = Presentation()
    made.slides.add_slide(made.slide_layouts[6])
    package = Package.opened(saved(made))
    with_notes(package, package.slides()[0])
    assert opened(package.saved()).slides[0].has_notes_slide


def test_a_deck_that_is_too_damaged_for_notes_is_refused_in_a_sentence() -> None:
    package = Package.opened(deck())
    slide = package.slides()[2]
    (master,) = [name for name in package.parts if name.startswith("ppt/notesMasters/notesMaster")]
    package.parts[master] = package.parts[master].replace(b"p:spTree", b"p:other")
    with pytest.raises(InputError, match="can be given no notes"):
        with_notes(package, slide)

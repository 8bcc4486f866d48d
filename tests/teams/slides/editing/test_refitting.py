from __future__ import annotations

from kasen.errors import Refused
from kasen.teams.slides.editing.listing import sheets_of
from kasen.teams.slides.editing.package import Package
from kasen.teams.slides.editing.refitting import Scene, places, refitted
from kasen.teams.slides.schemas.texts import FileChange, Line, TextChange
from kasen.testing.deps import fake_deps
from kasen.testing.office import FakeOffice
from teams.slides.editing.by_hand import deck

OLD = deck()
SHEETS = sheets_of(Package.opened(OLD))
CHANGE = FileChange(texts=(TextChange(slide=2, shape="T1", lines=(Line(text="Here"),)),))


async def test_what_fits_is_measured_once_and_nobody_is_asked() -> None:
    office = FakeOffice()
    made = await refitted(Scene(fake_deps(office=office), OLD, SHEETS, "en"), CHANGE, None)
    assert sorted(office.asked) == ["measure", "measure", "render"]
    assert (made.problems, made.repaired, made.change) == ([], [], CHANGE)
    assert made.rendering is not None


async def test_where_only_slides_move_nothing_is_measured() -> None:
    office = FakeOffice()
    await refitted(Scene(fake_deps(office=office), OLD, SHEETS, "en"), FileChange(move=((2, 1),)), None)
    assert office.asked == ["render"]


async def test_an_office_that_fails_is_told_and_the_change_stands() -> None:
    deps = fake_deps(office=FakeOffice(error=Refused("it died")))
    made = await refitted(Scene(deps, OLD, SHEETS, "ja"), CHANGE, None)
    assert made.made.sheets[1].title == "Here"
    assert "it died" in deps.events.of("warning")[0].text


def test_slides_are_found_again_where_they_stand_afterwards() -> None:
    assert places(SHEETS, FileChange(delete=(1,), move=((5, 1),))) == {5: 1, 2: 2, 3: 3, 4: 4}

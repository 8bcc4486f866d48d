from __future__ import annotations

from kasen.teams.slides.editing.listing import spots
from kasen.teams.slides.editing.package import Package, parsed
from kasen.teams.slides.editing.sizes import Sizes, shrunk
from teams.slides.editing.by_hand import deck


def test_sizes_come_from_the_shape_its_layout_master_or_the_presentation() -> None:
    package = Package.opened(deck())
    sizes = Sizes(package)
    part = package.slides()[1]
    title, points = spots(parsed(package.parts[part]))
    assert sizes.of(package, part, title)[0] == 44
    assert sizes.of(package, part, points)[:2] == (32, 28)
    third = package.slides()[2]
    assert {sizes.of(package, third, one)[0] for one in spots(parsed(package.parts[third]))[1:]} == {18}


def test_words_are_made_smaller_down_to_a_floor() -> None:
    package = Package.opened(deck())
    root = parsed(package.parts[package.slides()[1]])
    points = spots(root)[1].body
    a = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
    shrunk(points, (32, 28, 24, 20, 20), 0.75)
    assert [one.get("sz") for one in points.iter(f"{a}rPr")] == ["2400", "1500", "1500", "1500", "2400", "2400"]
    shrunk(points, (32, 28, 24, 20, 20), 0.1)
    assert [one.get("sz") for one in points.iter(f"{a}rPr")][:2] == ["1450", "1000"]

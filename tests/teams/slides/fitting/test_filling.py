"""Points laid into rooms."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as some

from kasen.teams.slides.fitting.filling import Room, filled, into
from kasen.teams.slides.fitting.style import Paragraph, style
from kasen.teams.slides.schemas.deck import Point
from teams.slides.fitting.decks import JA, design, points


def _room(height: float = 200.0) -> Room:
    return Room(style("points", None, design("light")), 8_000_000, height)


def _plain(point: Point) -> Paragraph:
    return point.text, point.level


def test_groups_stay_together() -> None:
    one = (Point(text="親"), Point(text="子" * 60, level=1), Point(text="子" * 60, level=1))
    pages, left = filled(one * 4, [_room()] * 6, _plain)
    assert left == []
    assert len(pages) > 1
    assert all(page[0].level == 0 for page in pages)


def test_rooms_that_are_alike_are_filled_about_equally() -> None:
    pages, left = filled(points(10), [_room()] * 6, _plain)
    counts = [len(page) for page in pages]
    assert left == []
    assert len(counts) > 1
    assert max(counts) - min(counts) <= 1


def test_a_long_paragraph_is_divided_at_sentences() -> None:
    pages, left = filled([Point(text=JA * 20, refs=("P1",))], [_room()] * 9, _plain)
    assert left == []
    assert "".join(point.text for page in pages for point in page) == JA * 20
    assert all(page[0].text.endswith("。") for page in pages)
    assert all(page[0].refs == ("P1",) for page in pages)


def test_a_line_is_not_alone_in_its_room_where_the_next_paragraph_is_divided_anyway() -> None:
    endless = Point(text=("手入れを続ける畑が収量を決める、そして" * 60).removesuffix("、そして"))
    now, left = into([Point(text="見出し"), endless], _room(), _plain)
    assert [point.text[:3] for point in now] == ["見出し", "手入れ"]
    assert now[1].text + left[0].text == endless.text
    whole = Point(text="収量を決める、" * 20)
    assert _room().taken(_plain(whole)) > 100
    now, left = into([*points(2), whole], _room(), _plain)
    assert left == [whole], "what a room holds whole stays whole"


def test_what_finds_no_room_is_left() -> None:
    pages, left = filled(points(30), [_room()], _plain)
    assert [point for page in pages for point in page] + left == list(points(30))
    assert into(points(3), _room(1.0), _plain) == ([], list(points(3)))


@given(
    texts=some.lists(some.text(alphabet="ab 日本。、", max_size=200), max_size=12),
    levels=some.lists(some.integers(0, 2), min_size=12, max_size=12),
    height=some.floats(40, 400),
)
def test_no_character_is_lost_and_every_room_holds(texts: list[str], levels: list[int], height: float) -> None:
    whole = [Point(text=text, level=level) for text, level in zip(texts, levels, strict=False)]
    room = _room(height)
    pages, left = filled(whole, [room] * 3, _plain)
    said = "".join(point.text for page in [*pages, left] for point in page)
    assert "".join(said.split()) == "".join("".join(texts).split())
    assert all(sum(room.taken(_plain(point)) for point in page) <= height + 0.02 for page in pages)

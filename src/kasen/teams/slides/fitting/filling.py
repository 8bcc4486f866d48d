"""Points laid into rooms one after another, divided at groups, points and sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from kasen.teams.slides.fitting.cutting import divided, sentences
from kasen.teams.slides.fitting.style import Paragraph, Style, one
from kasen.teams.slides.schemas.deck import Point

_SCANTY = 0.5
"""A room filled less than this takes part of the next group or paragraph too."""

Setting = Callable[[Point], Paragraph]
"""A point as it is set."""


@dataclass(frozen=True)
class Room:
    """Where points go: how they are set, and how much height there is."""

    style: Style
    width: int
    """EMU of the frame."""
    height: float
    """Points, without the insets."""

    def taken(self, paragraph: Paragraph) -> float:
        """Points of height."""
        return one(paragraph, self.style, self.width)


def filled(points: Sequence[Point], rooms: Sequence[Room], setting: Setting) -> tuple[list[list[Point]], list[Point]]:
    """Points by room, and those that are left; about equally many in rooms that are alike."""
    found, left = _greedy(points, rooms, setting)
    if left or len(found) < 2 or len({(room.width, room.height) for room in rooms}) > 1:
        return found, left
    low, high = 0.3, 1.0
    for _ in range(5):
        middle = (low + high) / 2
        tighter = [replace(room, height=room.height * middle) for room in rooms]
        again, rest = _greedy(points, tighter, setting)
        if rest or len(again) > len(found):
            low = middle
        else:
            high, found = middle, again
    return _evened(found, rooms[0], setting, points), left


def _evened(pages: list[list[Point]], room: Room, setting: Setting, points: Sequence[Point]) -> list[list[Point]]:
    """Groups at the end of a room go to the next where that makes the two more alike."""
    whole = {id(point) for point in points}

    def high(page: Sequence[Point]) -> float:
        return sum(room.taken(setting(point)) for point in page)

    for at in range(len(pages) - 1, 0, -1):
        before, after = pages[at - 1], pages[at]
        start = max((place for place, point in enumerate(before) if point.level == 0), default=0)
        clean = start > 0 and after[0].level == 0 and id(after[0]) in whole
        if clean and high(after) + high(before[start:]) < high(before):
            pages[at - 1], pages[at] = before[:start], [*before[start:], *after]
    return pages


def _greedy(points: Sequence[Point], rooms: Sequence[Room], setting: Setting) -> tuple[list[list[Point]], list[Point]]:
    left, found = list(points), []
    for room in rooms:
        if not left:
            break
        now, left = into(left, room, setting)
        if not now:
            break
        found.append(now)
    return found, left


def into(points: Sequence[Point], room: Room, setting: Setting) -> tuple[list[Point], list[Point]]:
    """What of the points stands in one room, and the rest."""
    used, count = 0.0, 0
    heights: list[float] = []
    for point in points:
        heights.append(room.taken(setting(point)))
        if used + heights[-1] > room.height + 0.01:
            break
        used += heights[-1]
        count += 1
    if count == len(points):
        return list(points), []
    boundary = next((at for at in range(count, 0, -1) if points[at].level == 0), 0)
    if boundary and sum(heights[:boundary]) >= room.height * _SCANTY:
        return list(points[:boundary]), list(points[boundary:])
    if count and used >= room.height * _SCANTY:
        return list(points[:count]), list(points[count:])
    return _part_of_next(points, count, room, room.height - used, setting)


def _part_of_next(
    points: Sequence[Point], count: int, room: Room, height: float, setting: Setting
) -> tuple[list[Point], list[Point]]:
    """The points that fit, and as much of the next as fits under them: at a sentence, if a room can hold it whole."""
    point = points[count]

    def fits(text: str) -> bool:
        return room.taken(setting(point.model_copy(update={"text": text}))) <= height + 0.01

    cut = _whole_sentences(point.text, fits) if count else 0
    if not cut and (count == 0 or room.taken(setting(point)) > room.height):
        cut = divided(point.text, fits)
    if not cut:
        return list(points[:count]), list(points[count:])
    head = point.model_copy(update={"text": point.text[:cut].rstrip()})
    rest = point.text[cut:].lstrip()
    tail = [point.model_copy(update={"text": rest})] if rest else []
    return [*points[:count], head], [*tail, *points[count + 1 :]]


def _whole_sentences(text: str, fits: Callable[[str], bool]) -> int:
    return max((end for end in sentences(text)[:-1] if fits(text[:end].rstrip())), default=0)

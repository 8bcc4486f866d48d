"""What does not stay where it belongs: too much text, shapes beyond the slide, shapes that run into others."""

from __future__ import annotations

from itertools import combinations

from kasen.teams.slides.checking.drawn import Box, Drawn, Shape
from kasen.teams.slides.checking.telling import Teller, named

SLACK = 36_000
"""EMU, a millimetre, by which ink may pass an edge: lines and overhanging letters do."""
_GROWS = ("text", "table")


def reach_problems(drawn: Drawn, teller: Teller) -> None:
    """Overflow, measured without autofit; beyond the slide; collisions of shapes whose boxes are apart."""
    for shape in drawn.shapes:
        off = _beyond(shape.extent.measured, (0, 0, *drawn.size)) > SLACK
        ratio = max((_ratio(room, measured) for room, measured in _grown(shape)), default=0.0)
        if ratio:
            teller.tell(
                "overflow",
                "overflow",
                where=shape.content,
                severity="critical" if off else "major",
                ratio=ratio,
                percent=round(ratio * 100),
            )
        if off:
            teller.tell("outside", "outside", where=shape.content)
    _collisions(drawn, teller)


def _grown(shape: Shape) -> list[tuple[Box, Box]]:
    """Room and reach of what needs more than it has: the shape itself, and in a group each member for itself."""
    pairs = [(shape.box, shape.extent.measured)] if shape.extent.kind in _GROWS else []
    pairs += [(member.declared, member.measured) for member in shape.members if member.kind in _GROWS]
    return [(room, measured) for room, measured in pairs if _beyond(measured, room) > SLACK]


def _ratio(room: Box, measured: Box) -> float:
    """How many times the height is needed; the width where that is what does not suffice."""
    high, wide = measured[3] / max(room[3], 1), measured[2] / max(room[2], 1)
    return max(high if measured[3] - room[3] > SLACK else wide, 1.001)


def _beyond(inner: Box, outer: Box) -> int:
    """How far the inner box passes the outer one, on the side where it is most."""
    return max(
        outer[0] - inner[0],
        outer[1] - inner[1],
        inner[0] + inner[2] - outer[0] - outer[2],
        inner[1] + inner[3] - outer[1] - outer[3],
    )


def _collisions(drawn: Drawn, teller: Teller) -> None:
    """Of each shape that grew, once, everything that it has run into."""
    met: dict[str, dict[str, None]] = {}
    for one, other in combinations(drawn.shapes, 2):
        if one.content == other.content or _meet(one.extent.declared, other.extent.declared):
            continue
        if _meet(one.extent.measured, other.extent.measured):
            first, second = sorted((one, other), key=lambda shape: -_beyond(shape.extent.measured, shape.box))
            met.setdefault(first.content, {})[second.content] = None
    for content, others in met.items():
        names = [named(other, teller.lang) for other in others]
        joined = "と".join(names) if teller.lang == "ja" else " and ".join(names)
        teller.tell("collision", "collision", where=content, other=joined)


def _meet(one: Box, other: Box) -> bool:
    across = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    down = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return across > SLACK and down > SLACK

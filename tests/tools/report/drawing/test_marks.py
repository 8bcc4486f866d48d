from __future__ import annotations

from kasen.tools.report.drawing.marks import COLOURS, DASHES, marker


def test_series_differ_without_colour() -> None:
    looks = {(marker(number, 0, 0), DASHES[number % len(DASHES)]) for number in range(4)}
    assert len(looks) == 4
    assert marker(4, 0, 0) == marker(0, 0, 0)
    assert COLOURS == 6

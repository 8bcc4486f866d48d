from __future__ import annotations

import re

from kasen.tools.report.drawing.bars import LONGEST, bars


def test_bars_are_as_long_as_their_share_and_unknown_ones_are_not_there() -> None:
    drawn = bars(["speed"], {"a": [1.0], "b": [None], "c": [9.0]}, 2.0, "en")
    long = [float(width) for width in re.findall(r'<rect [^>]*width="([\d.]+)"[^>]*fill-opacity="0.75"', drawn)]
    assert long == [LONGEST / 2, LONGEST]
    assert "unknown" in drawn

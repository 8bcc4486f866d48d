from __future__ import annotations

from kasen.tools.report.drawing.legend import Box, Entry, legend


def test_entries_go_on_in_the_next_line_and_the_box_grows() -> None:
    box = Box(0, 0, 340, 100)
    drawn = list(legend([Entry(f"series {number}", number) for number in range(9)], box, note="a note"))
    assert len(drawn) == 10
    assert box.bottom > 100 + 3 * 22
    assert (box.left, box.right) == (-4, 340)


def test_a_box_holds_what_it_was_given() -> None:
    box = Box(0, 0, 1, 1)
    box.hold(-10, 2, 20, 3)
    assert (box.left, box.top, box.right, box.bottom) == (-14, -2, 24, 7)

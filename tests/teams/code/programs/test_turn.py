from __future__ import annotations

import pytest

from kasen.teams.code.programs.turn import Counters


@pytest.mark.parametrize(
    ("before", "after", "extra"),
    [
        ((0, 0, None), (10, 2, 0.5), (10, 2, 0.5)),
        ((10, 2, 0.5), (15, 3, 0.75), (5, 1, 0.25)),
        ((10, 2, 0.5), (10, 2, 0.5), (0, 0, 0.0)),
        ((10, 2, 0.5), (4, 1, 0.25), (4, 1, 0.25)),  # it began anew
        ((10, 2, None), (15, 3, None), (5, 1, None)),
        ((10, 2, 0.5), (15, 3, None), (5, 1, None)),
    ],
)
def test_what_came_on_top_of_a_session_is_what_a_turn_has_cost(
    before: tuple[int, int, float | None], after: tuple[int, int, float | None], extra: tuple[int, int, float | None]
) -> None:
    def counters(said: tuple[int, int, float | None]) -> Counters:
        return Counters(input_tokens=said[0], output_tokens=said[1], usd=said[2])

    assert counters(after).since(counters(before)) == counters(extra)

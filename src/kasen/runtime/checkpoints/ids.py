"""Ids of checkpoints go up, whatever the clocks of machines say.

LangGraph makes an id of the time, and whoever looks takes the greatest for the latest. A process makes each greater
than the one before; the ids of a process on a machine whose clock lags, or of one after the clock was set back, would
be smaller than those that it goes on from: a finished step would be done again, a pause never seen.
"""

from __future__ import annotations

from langgraph.checkpoint.base import id as made


def go_past(newest: str | None) -> None:
    """Have every id that this process makes from now on greater than that one.

    The time of the last one stands in a name of LangGraph's own module, which has no other way to say so.
    """
    try:
        at = made.UUID(newest or "").time
    except ValueError:  # none of LangGraph's making
        return
    if at > (made._last_v6_timestamp or 0):
        made._last_v6_timestamp = at  # type: ignore[assignment]  # it begins as None

"""What goes through the Temporal server: ids, and how an attempt ended. Nothing of what a run is asked or answers."""

from __future__ import annotations

from dataclasses import dataclass

WORKFLOW = "kasen.run"
ATTEMPT = "kasen.attempt"
GO_ON = "go_on"


@dataclass(frozen=True)
class Order:
    """A run to be driven. A worker that is not heard of for `heartbeat_s` seconds has lost it."""

    run_id: str
    owner: str = ""
    heartbeat_s: float = 10.0


@dataclass(frozen=True)
class Ended:
    """How an attempt ended: the status of the run; for a pause the seconds until it settles itself, if it does."""

    status: str
    wait_s: float | None = None

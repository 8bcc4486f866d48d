"""What a process that drives many runs asks of Python and of the system: rare collections, room for files."""

from __future__ import annotations

import gc
import resource
from functools import cache

THRESHOLDS = (10_000, 20, 100)
"""With Python's own it looked through everything that lives several times a second when 50 runs emitted events, and
held them all for 200 ms: a tenth of the time."""


@cache
def make_steady() -> None:
    """Once per process: what is imported stays.

    To look through it holds every run for some 80 ms; even to ask how much there is takes 20 ms.
    """
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)


def make_room(files: int) -> None:
    """Let the process hold that many files open, as far as the system lets it: a run in line holds one, a lock."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = files if hard == resource.RLIM_INFINITY else min(files, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))

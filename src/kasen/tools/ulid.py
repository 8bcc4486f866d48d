"""Ids that sort by time: ULIDs."""

from __future__ import annotations

import secrets
import threading
import time

CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LOCK = threading.Lock()
_last = 0


def new_ulid() -> str:
    """48 bits of milliseconds, 80 random bits, 26 characters that sort by time (github.com/ulid/spec).

    Those of one process sort in the order in which they were made: within a millisecond each is the one before and 1.
    """
    global _last
    with _LOCK:
        number = (int(time.time() * 1000) << 80) | secrets.randbits(80)
        _last = number if number >> 80 > _last >> 80 else _last + 1
        number = _last
    return "".join(CROCKFORD[(number >> shift) & 31] for shift in range(125, -1, -5))

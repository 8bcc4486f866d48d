"""Ids that sort by time: ULIDs."""

from __future__ import annotations

import secrets
import time

CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def new_ulid() -> str:
    """48 bits of milliseconds, 80 random bits, 26 characters that sort by time (github.com/ulid/spec)."""
    number = (int(time.time() * 1000) << 80) | secrets.randbits(80)
    return "".join(CROCKFORD[(number >> shift) & 31] for shift in range(125, -1, -5))

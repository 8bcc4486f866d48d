"""Vectors for texts: near each other for texts that share pairs of characters, the same in every process."""

from __future__ import annotations

import math
from hashlib import blake2b


def vector(text: str, dimensions: int) -> list[float]:
    """A unit vector of `dimensions`: hashed single characters and pairs of them, with signs."""
    values = [0.0] * dimensions
    for gram in (*text, *(text[at : at + 2] for at in range(len(text) - 1))):
        number = int.from_bytes(blake2b(gram.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")
        values[number % dimensions] += 1.0 if number & (1 << 63) else -1.0
    length = math.sqrt(sum(value * value for value in values))
    if not length:
        values[0], length = 1.0, 1.0
    return [value / length for value in values]

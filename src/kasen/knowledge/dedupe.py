"""Which passages say the same: exactly, or nearly.

Near means a likeness of 95 % or more *and* the same numbers and as many negations: two passages that differ in a
figure or in a *not* contradict each other, and dropping one would hide that.
"""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NEAR = 0.95
_SHINGLE = 5
_HASHES = 60
_ROWS = 3
_BANDS = 4
_SHORTEST = 60
"""Shorter texts have no near duplicates: a letter changes too much."""
_NOT_LETTERS = re.compile(r"[\W_]+")
_NUMBER = re.compile(r"\d+")
_NEGATION = re.compile(
    r"ない|なかっ|ません|ず[、。に]|不|未|無|\bnot\b|n't\b|\bno\b|\bnever\b|\bwithout\b", re.IGNORECASE
)


class Fingerprint(NamedTuple):
    """`exact`: 64-bit hash; `keys`: near duplicates share at least one (missed: 1 in 2,500); `signature`: MinHash."""

    exact: int
    keys: tuple[int, ...]
    signature: bytes


def fingerprint(match: str) -> Fingerprint:
    """Of a text as it is matched; case, white space and punctuation do not count."""
    letters = _NOT_LETTERS.sub("", match.casefold()) or match
    exact = _hash(letters.encode("utf-8", "surrogatepass"))
    if len(letters) < _SHORTEST:
        return Fingerprint(exact, (), b"")
    facts = " ".join(_NUMBER.findall(match)) + f"|{len(_NEGATION.findall(match))}"
    mins = _minhash(letters)
    keys = tuple(
        _hash(facts.encode() + bytes([band]) + mins[band * _ROWS : (band + 1) * _ROWS].tobytes())
        for band in range(_BANDS)
    )
    return Fingerprint(exact, keys, mins.astype("uint16").tobytes())


def likeness(one: bytes, other: bytes) -> float:
    """Estimated Jaccard likeness (0–1) of the 5-character shingles of two texts, from their signatures."""
    import numpy as np

    if not one or len(one) != len(other):
        return 0.0
    return float(np.mean(np.frombuffer(one, "uint16") == np.frombuffer(other, "uint16")))


def _hash(data: bytes) -> int:
    """Signed 64 bits, as SQLite keeps them."""
    return int.from_bytes(hashlib.blake2b(data, digest_size=8).digest(), "big", signed=True)


def _minhash(letters: str) -> NDArray[np.uint32]:
    """MinHash (Broder 1997) over character shingles: 60 minima of 32-bit multiply-shift hashes."""
    import numpy as np

    codes = np.frombuffer(letters.encode("utf-32-le", "surrogatepass"), "uint32").astype("uint64")
    shingles = np.zeros(len(codes) - _SHINGLE + 1, "uint64")
    for i in range(_SHINGLE):
        shingles = shingles * np.uint64(0x9E3779B97F4A7C15) + codes[i : len(codes) - _SHINGLE + 1 + i]
    shingles ^= shingles >> np.uint64(29)
    factors, offsets = _family()
    mins: NDArray[np.uint32] = ((shingles[:, None] * factors + offsets) >> np.uint64(32)).min(axis=0).astype("uint32")
    return mins


@lru_cache(maxsize=1)
def _family() -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    import numpy as np

    random = np.random.default_rng(36)
    factors = random.integers(1, 1 << 63, _HASHES, dtype="uint64") * np.uint64(2) + np.uint64(1)
    return factors, random.integers(0, 1 << 63, _HASHES, dtype="uint64")

"""GGUF files for the tests: headers with as many tensors as wanted, and no weights worth the name."""

from __future__ import annotations

import struct
from pathlib import Path

Value = str | int | list[int] | list[str]


def gguf(path: Path, *, tensors: int = 1, weights: int = 64, **values: Value) -> Path:
    """Write a small model file; `general_architecture` stands for `general.architecture`, `__` for `_`."""
    told = {"general_architecture": "llama", **values}
    body = b"GGUF" + struct.pack("<IQQ", 3, tensors, len(told))
    for key, value in told.items():
        body += _text(key.replace("__", "\0").replace("_", ".").replace("\0", "_")) + _value(value)
    for number in range(tensors):
        body += _text(f"blk.{number}") + struct.pack("<IQIQ", 1, 4, 0, 32 * number)
    body += b"\0" * (-len(body) % 32)
    path.write_bytes(body + b"\0" * weights)
    return path


def _text(text: str) -> bytes:
    data = text.encode()
    return struct.pack("<Q", len(data)) + data


def _value(value: Value) -> bytes:
    if isinstance(value, str):
        return struct.pack("<I", 8) + _text(value)
    if isinstance(value, int):
        return struct.pack("<II", 4, value)
    kind = 8 if value and isinstance(value[0], str) else 4
    items = b"".join(_text(item) if isinstance(item, str) else struct.pack("<I", item) for item in value)
    return struct.pack("<IIQ", 9, kind, len(value)) + items

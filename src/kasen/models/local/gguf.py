"""What the header of a GGUF file says about a model, read without loading it (ggml's docs/gguf.md, version 2, 3)."""

from __future__ import annotations

import mmap
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kasen.errors import ConfigurationError

MAGIC = b"GGUF"
_SCALARS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_STRING, _ARRAY = 8, 9
_KEPT_ITEMS = 1024
"""Longer arrays (the vocabulary) are stepped over."""
_MOST_KEYS = 100_000
_MOST_TENSORS = 1_000_000
_F16 = 2
_USUAL_ALIGNMENT = 32


@dataclass(frozen=True, kw_only=True)
class Gguf:
    """What is needed to decide how to load a file."""

    size: int
    """Bytes of the file."""
    architecture: str
    name: str = ""
    trained_context: int = 0
    """Tokens of context that the model was made for; 0: the file does not say."""
    token_bytes: int = 0
    """Bytes that one token takes in an f16 cache of keys and values, at most; 0: the file does not say."""
    parts: int = 1
    """Files that the model is cut into."""


def is_gguf(path: Path) -> bool:
    """True for a file that begins with the letters GGUF. Raises OSError."""
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def read_header(path: Path) -> Gguf:
    """The header of a model file. Raises ConfigurationError for anything that is not a whole GGUF file."""
    try:
        if not is_gguf(path):
            raise ConfigurationError(
                f"`{path.name}` is not a GGUF file: it does not begin with `GGUF`",
                hint="`kasen models pull --list` shows models that work.",
            )
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            return _described(_Reader(data))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ConfigurationError(f"the model file `{path.name}` cannot be read: {reason}") from error
    except (struct.error, ValueError, LookupError, OverflowError, TypeError) as error:
        raise ConfigurationError(
            f"`{path.name}` is damaged or not complete: its header breaks off",
            hint="Fetch it again with `kasen models pull`.",
        ) from error


class _Reader:
    """Steps through the header; anything beyond the end of the file raises struct.error."""

    def __init__(self, data: mmap.mmap) -> None:
        self.data = data
        self.at = 0

    def take(self, form: str) -> Any:
        value = struct.unpack_from("<" + form, self.data, self.at)[0]
        self.at += struct.calcsize("<" + form)
        return value

    def text(self) -> bytes:
        length = self.take("Q")
        if length > len(self.data) - self.at:
            raise ValueError("a text longer than the file")
        self.at += length
        return self.data[self.at - length : self.at]

    def value(self, kind: int) -> Any:
        if kind == _STRING:
            return self.text()
        if kind != _ARRAY:
            return self.take(_SCALARS[kind])
        inner, count = self.take("I"), self.take("Q")
        if inner == _ARRAY:
            raise ValueError("arrays of arrays, which no model file has")
        if inner in _SCALARS and count > _KEPT_ITEMS:
            self.at += count * struct.calcsize("<" + _SCALARS[inner])
            return None
        if count > len(self.data):
            raise ValueError("an array longer than the file")
        if count > _KEPT_ITEMS:
            for _ in range(count):
                self.value(inner)
            return None
        return [self.value(inner) for _ in range(count)]


def _described(reader: _Reader) -> Gguf:
    reader.at = len(MAGIC)
    version, tensors, keys = reader.take("I"), reader.take("Q"), reader.take("Q")
    if version not in (2, 3) or keys > _MOST_KEYS or tensors > _MOST_TENSORS:
        raise ValueError(f"version {version}, {keys} keys, {tensors} tensors")
    values: dict[str, Any] = {}
    for _ in range(keys):
        key = reader.text().decode()
        values[key] = reader.value(reader.take("I"))
    _check_whole(reader, tensors, int(values.get("general.alignment") or _USUAL_ALIGNMENT))
    architecture = _text(values, "general.architecture")
    return Gguf(
        size=len(reader.data),
        architecture=architecture,
        name=_text(values, "general.name"),
        trained_context=int(values.get(f"{architecture}.context_length") or 0),
        token_bytes=_token_bytes(values, architecture),
        parts=int(values.get("split.count") or 1),
    )


def _check_whole(reader: _Reader, tensors: int, alignment: int) -> None:
    """Every tensor has to begin inside the file; llama.cpp itself looks at where they end."""
    last = 0
    for _ in range(tensors):
        reader.text()
        dimensions = reader.take("I")
        reader.at += 8 * dimensions
        reader.take("I")
        last = max(last, reader.take("Q"))
    begin = -(-reader.at // alignment) * alignment
    if tensors and begin + last >= len(reader.data):
        raise ValueError("tensors beyond the end of the file")


def _token_bytes(values: dict[str, Any], architecture: str) -> int:
    """Layers × heads × (length of key + length of value) × 2 bytes, as if no layer had a sliding window."""

    def number(key: str) -> int:
        value = values.get(f"{architecture}.{key}") or 0
        return int(max(value, default=0) if isinstance(value, list) else value)

    layers, heads = number("block_count"), number("attention.head_count")
    given = values.get(f"{architecture}.attention.head_count_kv")
    all_heads = sum(given) if isinstance(given, list) else layers * int(given or heads)
    length = number("embedding_length") // heads if heads else 0
    return (
        all_heads * ((number("attention.key_length") or length) + (number("attention.value_length") or length)) * _F16
    )


def _text(values: dict[str, Any], key: str) -> str:
    value = values.get(key)
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else ""

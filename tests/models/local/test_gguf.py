from __future__ import annotations

import random
import struct
from pathlib import Path

import pytest

from kasen.errors import ConfigurationError
from kasen.models.local.gguf import is_gguf, read_header
from models.gguf_files import gguf


def test_a_header_tells_what_loading_will_take(tmp_path: Path) -> None:
    path = gguf(
        tmp_path / "a.gguf",
        general_name="小さい",
        llama_context__length=4096,
        llama_block__count=4,
        llama_embedding__length=512,
        llama_attention_head__count=8,
        llama_attention_head__count__kv=2,
    )
    header = read_header(path)
    assert (header.architecture, header.name, header.trained_context) == ("llama", "小さい", 4096)
    assert header.token_bytes == 4 * 2 * (64 + 64) * 2
    assert header.size == path.stat().st_size
    assert header.parts == 1


def test_lengths_of_keys_and_heads_per_layer_are_taken_as_given(tmp_path: Path) -> None:
    path = gguf(
        tmp_path / "a.gguf",
        general_architecture="gemma",
        gemma_block__count=3,
        gemma_attention_head__count=8,
        gemma_attention_head__count__kv=[4, 4, 1],
        gemma_attention_key__length=256,
        gemma_attention_value__length=128,
    )
    assert read_header(path).token_bytes == 9 * (256 + 128) * 2


def test_a_vocabulary_is_stepped_over(tmp_path: Path) -> None:
    words = [f"語{number}" for number in range(5000)]
    path = gguf(tmp_path / "a.gguf", tokenizer_tokens=words, tokenizer_types=[1] * 5000, llama_context__length=77)
    assert read_header(path).trained_context == 77


def test_the_model_of_the_tests_is_read(small_model: Path) -> None:
    header = read_header(small_model)
    assert (header.architecture, header.trained_context, header.parts) == ("llama", 8192, 1)
    assert header.token_bytes == 30 * 3 * (64 + 64) * 2


@pytest.mark.parametrize("content", [b"", b"GG", b"PK\3\4 not a model", "四つの文字".encode()])
def test_another_file_is_called_what_it_is(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "wrong.gguf"
    path.write_bytes(content)
    assert not is_gguf(path)
    with pytest.raises(ConfigurationError, match=r"`wrong\.gguf` is not a GGUF file") as failure:
        read_header(path)
    assert str(tmp_path) not in str(failure.value)


def test_a_missing_file_and_a_folder_are_configuration_errors(tmp_path: Path) -> None:
    for path in (tmp_path / "none.gguf", tmp_path):
        with pytest.raises(ConfigurationError, match="cannot be read"):
            read_header(path)


def test_a_file_that_broke_off_is_damaged_wherever_it_broke_off(tmp_path: Path) -> None:
    whole = gguf(tmp_path / "whole.gguf", tensors=9, weights=400, tokenizer_tokens=["a", "b"]).read_bytes()
    for length in range(4, len(whole) - 400 + 32 * 8, 7):
        cut = tmp_path / "cut.gguf"
        cut.write_bytes(whole[:length])
        with pytest.raises(ConfigurationError, match=r"damaged or not complete"):
            read_header(cut)


@pytest.mark.parametrize("numbers", [(3, 0, 2**63), (3, 2**62, 0), (1, 0, 0), (99, 1, 1)])
def test_absurd_counts_are_refused_at_once(tmp_path: Path, numbers: tuple[int, int, int]) -> None:
    path = tmp_path / "absurd.gguf"
    path.write_bytes(b"GGUF" + struct.pack("<IQQ", *numbers) + b"\0" * 64)
    with pytest.raises(ConfigurationError, match="damaged"):
        read_header(path)


def test_noise_after_the_magic_is_never_more_than_a_configuration_error(tmp_path: Path) -> None:
    chance = random.Random(7)
    whole = bytearray(gguf(tmp_path / "whole.gguf", tensors=3, tokenizer_tokens=["a"] * 20).read_bytes())
    path = tmp_path / "noise.gguf"
    refused = 0
    for _ in range(300):
        noisy = bytearray(whole)
        for _ in range(chance.randint(1, 6)):
            noisy[chance.randrange(4, len(noisy))] = chance.randrange(256)
        path.write_bytes(noisy)
        try:
            read_header(path)
        except ConfigurationError:
            refused += 1
    assert refused > 30


def _list(kind: int, *items: bytes) -> bytes:
    return struct.pack("<IIQ", 9, kind, len(items)) + b"".join(items)


NAMED = (b"general.architecture", struct.pack("<IQ", 8, 1) + b"a")


@pytest.mark.parametrize(
    "values",
    [
        [(b"deep", struct.pack("<I", 9) + struct.pack("<IQ", 9, 1) * 5000)],
        [(b"general.alignment", _list(4, b"\x01\0\0\0"))],
        [(b"split.count", _list(4, b"\x01\0\0\0"))],
        [NAMED, (b"a.context_length", _list(4, b"\x01\0\0\0"))],
        [NAMED, (b"a.attention.head_count_kv", _list(8, struct.pack("<Q", 1) + b"x"))],
        [NAMED, (b"a.block_count", _list(9, struct.pack("<IQI", 4, 1, 5)))],
    ],
)
def test_a_header_with_values_of_other_kinds_is_refused_in_words(
    tmp_path: Path, values: list[tuple[bytes, bytes]]
) -> None:
    told = b"".join(struct.pack("<Q", len(key)) + key + value for key, value in values)
    path = tmp_path / "odd.gguf"
    path.write_bytes(b"GGUF" + struct.pack("<IQQ", 3, 0, len(values)) + told)
    with pytest.raises(ConfigurationError, match="damaged"):
        read_header(path)

"""Whatever others write: it is read or refused, soon, within bounds, and nothing outside is touched."""

from __future__ import annotations

import gc
import mmap
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from security.fuzzing import HARM, Reader, bent, bytes_for, holds, pumped, within
from security.readers_of_answers import ANSWERS
from security.readers_of_documents import DOCUMENTS
from security.readers_of_files import EVENTS, FILES, lines

READERS = {**DOCUMENTS, **FILES, **ANSWERS}
FEW, MANY = 10, 1500
SHORT, LONG = 600, 60_000
"""Bytes of one piece again and again."""
BINARY = frozenset(name for name, reader in READERS.items() if reader.packed) | {
    "ChromaDB store",
    "model file",
    "picture",
}
REFUSED = {"template": 1, "results of arXiv": 1, "data URL": 2}
"""By reader: which of its inputs it refuses; that is spoiled further like the good ones."""
few = settings(max_examples=FEW, derandomize=True, database=None)
many = settings(max_examples=MANY, database=None)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("reader")


@pytest.mark.parametrize("name", READERS)
def test_what_is_good_is_read(name: str, place: Path) -> None:
    reader = READERS[name]
    for number, seed in enumerate(reader.seeds):
        with pytest.raises(reader.may) if REFUSED.get(name) == number else nullcontext():
            reader.read(seed, place)


def test_memory_is_measured_anew_for_each_input() -> None:
    if sys.platform != "linux":
        pytest.skip("only Linux forgets how much a process once held")
    for size in (64 << 20, 48 << 20):
        # mapped, since an allocator may hand out pages that the process still holds
        with pytest.raises(AssertionError, match=r"it took \d+ MB"), within(32 << 20), mmap.mmap(-1, size) as held:
            held[:: mmap.PAGESIZE] = b"x" * (size // mmap.PAGESIZE)
    with within(32 << 20):
        assert b"x" * 1000


@pytest.mark.parametrize("name", READERS)
@few
@given(data=st.data())
def test_what_is_spoiled_is_read_or_refused(name: str, place: Path, data: st.DataObject) -> None:
    holds(READERS[name], data.draw(bytes_for(READERS[name])), place)


@pytest.mark.slow
@pytest.mark.parametrize("name", READERS)
@many
@given(data=st.data())
def test_what_is_spoiled_in_many_ways_is_read_or_refused(name: str, place: Path, data: st.DataObject) -> None:
    holds(READERS[name], data.draw(bytes_for(READERS[name])), place)


@pytest.mark.parametrize("name", EVENTS)
@few
@given(data=st.data())
def test_events_that_are_bent_are_let_by(name: str, place: Path, data: st.DataObject) -> None:
    holds(FILES[name], lines(tuple(data.draw(bent([list(EVENTS[name])])) or ())), place)


def _pump(reader: Reader, size: int, place: Path) -> None:
    gc.collect()  # no finalizer of what others left can run at the bottom of a stack
    for token in HARM:
        for data in pumped(token, size, reader.seeds):
            holds(reader, data, place)


@pytest.mark.parametrize("name", sorted(READERS.keys() - BINARY))
def test_one_piece_again_and_again_costs_no_more_than_its_length(name: str, place: Path) -> None:
    _pump(READERS[name], SHORT, place)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(READERS.keys() - BINARY))
def test_one_piece_without_end_costs_no_more_than_its_length(name: str, place: Path) -> None:
    _pump(READERS[name], LONG, place)

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator

import pytest

from kasen.tools.fetch.failure import Failure
from kasen.tools.fetch.readers import Readers, ReadingLimits
from kasen.tools.fetch.reading import Job
from tools.fetch import pages

JOB = Job(medium="html", url="https://example.org/", today="2026-01-02")
SLOW = (
    b"<html><body><table><tr>" + b"<td>x" * 30_000 + b"</table><main><p>" + b"Tea from Uji. " * 99 + b"</main></body>"
)
"""trafilatura takes about 14 s over it; without trafilatura it takes a tenth of a second."""


@pytest.fixture
async def readers() -> AsyncIterator[Readers]:
    made = Readers(ReadingLimits(seconds=1.0), processes=1)
    yield made
    await made.close()


async def test_a_process_reads_page_after_page_is_replaced_when_it_dies_and_ends_with_its_readers(
    readers: Readers,
) -> None:
    found = await asyncio.gather(*(readers.read(JOB, data) for data in (pages.uji(), pages.sencha(), b"<p>x")))
    assert [reading.title for reading in found] == ["宇治茶の歴史", "Sencha", ""]
    (first,) = readers._all
    first.kill()
    assert (await readers.read(JOB, pages.uji())).title == "宇治茶の歴史"
    (second,) = readers._all
    assert second is not first
    await readers.close()
    with pytest.raises(ProcessLookupError):
        os.kill(second.pid, 0)


async def test_a_page_that_would_take_minutes_is_read_the_short_way(readers: Readers) -> None:
    reading = await readers.read(JOB, SLOW)
    assert "Tea from Uji." in reading.text
    assert (await readers.read(JOB, pages.sencha())).title == "Sencha"


async def test_a_page_that_always_takes_too_long_costs_only_itself() -> None:
    readers = Readers(ReadingLimits(seconds=0.001), processes=1)
    with pytest.raises(Failure, match="to read") as told:
        await readers.read(JOB, SLOW)
    assert told.value.kind == "unreadable"
    await readers.close()


async def test_a_reader_that_always_dies_costs_only_its_page() -> None:
    readers = Readers(ReadingLimits(memory=1), processes=1)
    with pytest.raises(Failure, match=r"reader crash|more memory") as told:
        await readers.read(JOB, pages.uji())
    assert told.value.kind == "unreadable"
    await readers.close()


async def test_a_read_that_is_cancelled_leaves_no_answer_for_the_next(readers: Readers) -> None:
    await readers.warm()
    reading = asyncio.create_task(readers.read(JOB, SLOW))
    await asyncio.sleep(0.01)
    (process,) = readers._all
    reading.cancel()
    await asyncio.gather(reading, return_exceptions=True)
    async with asyncio.timeout(5):
        await process.wait()
    assert (await readers.read(JOB, pages.sencha())).title == "Sencha"


async def test_without_processes_to_be_had_the_page_fails_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/nowhere/python")
    readers = Readers(processes=1)
    with pytest.raises(Failure, match="no process"):
        await readers.read(JOB, pages.sencha())
    await readers.close()

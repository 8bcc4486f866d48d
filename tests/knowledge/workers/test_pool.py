from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable
from contextlib import aclosing
from pathlib import Path

from kasen.knowledge.document import Ready, Refusal
from kasen.knowledge.workers.pool import Pool, WorkerLimits


async def answers(pool: Pool, *paths: Path) -> dict[str, Ready | Refusal]:
    return {Path(path).name: answer async for path, answer in pool.prepare((str(p), "") for p in paths)}


async def test_many_files_are_answered_each_once(write: Callable[..., Path], tea: str) -> None:
    paths = [write(f"{n}.txt", f"{tea}{n}") for n in range(30)]
    async with Pool(processes=2) as pool:
        found = await answers(pool, *paths, paths[0].parent / "none.txt")
    assert len(found) == 31
    assert [name for name, answer in found.items() if isinstance(answer, Refusal)] == ["none.txt"]


async def test_a_reader_that_takes_too_long_is_killed_and_the_rest_goes_on(
    write: Callable[..., Path], tea: str
) -> None:
    endless = "".join(f'"{n}' for n in range(400_000))
    slow, fine = write("slow.html", f"<p>{'<b>' * 40_000}{endless}"), write("fine.txt", tea)
    async with Pool(WorkerLimits(seconds=1.0), processes=1) as pool:
        found = await answers(pool, slow, fine, slow, fine)
    assert isinstance(found["slow.html"], Refusal)
    assert found["slow.html"].reason == "takes more than 1 s to read"
    assert isinstance(found["fine.txt"], Ready)


async def test_a_reader_that_eats_memory_is_stopped(write: Callable[..., Path], tea: str) -> None:
    big, fine = write("big.csv", "静岡県,2\n" * 1_200_000), write("fine.txt", tea)
    async with Pool(WorkerLimits(memory=250 << 20), processes=1) as pool:
        found = await answers(pool, big, fine)
    assert isinstance(found["big.csv"], Refusal)
    assert "memory" in found["big.csv"].reason
    assert isinstance(found["fine.txt"], Ready)


async def test_no_process_outlives_the_pool(write: Callable[..., Path], tea: str) -> None:
    async with Pool(processes=2) as pool:
        await answers(pool, write("a.txt", tea), write("b.txt", tea))
        ids = [process.pid for process in pool._all]
    assert ids
    assert not any(Path(f"/proc/{pid}").exists() for pid in ids)


def test_a_worker_ends_when_its_parent_is_gone() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "kasen.knowledge.workers.child", "60", str(4 << 30)], stdin=subprocess.PIPE
    )
    assert process.stdin
    process.stdin.close()
    assert process.wait(timeout=30) == 0


async def test_leaving_early_leaves_no_process_and_no_task(write: Callable[..., Path], tea: str) -> None:
    paths = [(str(write(f"{n}.txt", f"{tea}{n}")), "") for n in range(20)]
    async with Pool(processes=2) as pool, aclosing(pool.prepare(paths)) as answers:
        await anext(answers)
    assert not any(Path(f"/proc/{process.pid}").exists() for process in pool._all)
    assert asyncio.all_tasks() == {asyncio.current_task()}

"""What a claim costs in a long queue of team `code`.

    python benchmarks/code_queue.py [--tasks N] [--claims N] [--json]

Each queue lies on the disk as that of a run does, every write is on the disk before it counts. `wide`: no task needs
another; `layers`: ten of them, each task needs three of the layer before; `chain`: each needs the next one, so that the
only task that can be claimed is the last of all. Milliseconds; a claim that finds nothing is counted as well.
`cpu_ms` is what one takes of a processor, on average: the rest of it is waiting for the disk, and for other programs.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from kasen.teams.code.queue.queue import Queue
from kasen.teams.code.queue.rows import NewTask, Task

ROLES = tuple(f"impl-{name}" for name in ("backend", "frontend", "document", "test"))
LAYERS = 10
INSTRUCTION = "Add the tax to the price, and say where it is shown. " * 8


def new(number: int, role: str, needs: Sequence[int] = ()) -> NewTask:
    """A task with a body of the usual size."""
    body = {"title": f"task {number}", "instruction": INSTRUCTION, "files": [f"src/part-{number}/**"]}
    names = tuple(map(name_of, needs))
    return NewTask(task_id=name_of(number), phase="work", agent_type=role, needs=names, priority=number % 3, body=body)


def name_of(number: int) -> str:
    return f"work.1.t{number:06}"


def wide(count: int, chance: random.Random) -> Iterator[NewTask]:
    """All can be claimed."""
    return (new(number, chance.choice(ROLES)) for number in range(count))


def layers(count: int, chance: random.Random) -> Iterator[NewTask]:
    """A tenth can be claimed; the next tenth when that is done."""
    each = max(1, count // LAYERS)
    for number in range(count):
        before = range(max(0, (number // each - 1) * each), number // each * each)
        needs = chance.sample(before, min(3, len(before)))
        yield new(number, chance.choice(ROLES), sorted(needs))


def chain(count: int, _: random.Random) -> Iterator[NewTask]:
    """One can be claimed at a time, and all others are looked at before it."""
    yield from (new(number, ROLES[0], (number + 1,) if number + 1 < count else ()) for number in range(count))


SHAPES: dict[str, Callable[[int, random.Random], Iterator[NewTask]]] = {"wide": wide, "layers": layers, "chain": chain}


def measured(shape: str, tasks: int, claims: int, folder: Path) -> dict[str, Any]:
    """Put them in; claim and finish so many of them, each time as the next agent."""
    chance = random.Random(8)
    queue = Queue(folder / f"{shape}.sqlite")
    try:
        _, put_ms = timed(lambda: queue.put(SHAPES[shape](tasks, chance)))
        times: dict[str, list[float]] = {"claim": [], "look": [], "finish": [], "cpu": []}
        done = 0
        for number in range(claims):
            done += _once(queue, ROLES[number % len(ROLES)], number, times)
        cpu_ms = round(sum(times.pop("cpu")) / claims, 3)
        found = {f"{name}_ms": summary(several) for name, several in times.items()}
        return {"put_ms": round(put_ms, 1), "done": done, "cpu_ms": cpu_ms, **found}
    finally:
        queue.close()


def _once(queue: Queue, role: str, number: int, times: dict[str, list[float]]) -> int:
    """As the orchestrator does: look what could be handed out, hand it out, take what came of it."""
    _, took = timed(lambda: queue.claimable("work", ROLES))
    times["look"].append(took)
    cpu = time.process_time()
    task, took = timed(lambda: queue.claim(role, f"{role}-1", lease_s=600.0))
    times["claim"].append(took)
    times["cpu"].append(1000 * (time.process_time() - cpu))
    if task is None:
        return 0
    held: Task = task
    _, took = timed(lambda: queue.finish(held.task_id, held.token, {"status": "done"}, msg_id=f"M{number}"))
    times["finish"].append(took)
    return 1


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """What it gives, and milliseconds."""
    began = time.perf_counter()
    found = work()
    return found, 1000 * (time.perf_counter() - began)


def summary(times: Sequence[float]) -> dict[str, float] | None:
    """Of milliseconds; the 99th of a hundred."""
    if not times:
        return None
    ordered = sorted(times)
    at = {"p50": 0.5, "p95": 0.95, "p99": 0.99}
    found = {name: round(ordered[min(len(ordered) - 1, int(share * len(ordered)))], 3) for name, share in at.items()}
    return {**found, "max": round(ordered[-1], 3)}


def figures(tasks: int, claims: int, shapes: Sequence[str] = tuple(SHAPES)) -> dict[str, Any]:
    """The whole table."""
    with tempfile.TemporaryDirectory() as folder:
        found = {shape: measured(shape, tasks, claims, Path(folder)) for shape in shapes}
    return {"tasks": tasks, "claims": claims, **found}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tasks", type=int, default=10_000)
    parser.add_argument("--claims", type=int, default=500, help="of each queue")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    found = figures(options.tasks, options.claims)
    if options.json:
        print(json.dumps(found))
        return
    for shape in SHAPES:
        of = found[shape]
        print(f"{shape:<8} put {of['put_ms']:9.1f} ms, done {of['done']}, a claim on the processor {of['cpu_ms']} ms")
        for name in ("claim", "look", "finish"):
            print(f"  {name:<7} {of[f'{name}_ms']}")


if __name__ == "__main__":
    main()

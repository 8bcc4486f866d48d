from __future__ import annotations

import importlib
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.testing.crash import Crashes

RunnerWith = Callable[..., Runner]
MEMORY = Path("/dev/shm")


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory where there is one: what is tested is order, not the disk."""
    if not os.access(MEMORY, os.W_OK):
        yield tmp_path / "home"
        return
    folder = Path(tempfile.mkdtemp(prefix="kasen-test-", dir=MEMORY))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
async def store(home: Path) -> AsyncIterator[Store]:
    async with Store(home) as store:
        yield store


@pytest.fixture(scope="session")
def scenes() -> ModuleType:
    """The module `scenes.py` beside this one, under the name by which children import it."""
    return importlib.import_module("runtime.scenes")


@pytest.fixture(scope="session")
def nested_scenes() -> ModuleType:
    """The module `nested_scenes.py` beside this one, under the name by which children import it."""
    return importlib.import_module("runtime.nested_scenes")


@pytest.fixture(scope="session")
def people() -> ModuleType:
    """The module `people.py` beside this one."""
    return importlib.import_module("runtime.people")


@pytest.fixture
async def runner_with(store: Store, scenes: ModuleType) -> AsyncIterator[RunnerWith]:
    """`runner_with(model, now=…)`: a runner over `store`; no model means rules. Closed at the end."""
    made: list[Runner] = []

    def make(model: Any = None, **more: Any) -> Runner:
        made.append(Runner(store, scenes.host_of(model, store.home, **more)))
        return made[-1]

    yield make
    for runner in made:
        await runner.close(grace_s=0)


@pytest.fixture(scope="module")
def crashes() -> Iterator[Crashes]:
    with Crashes(path=[Path(__file__).parents[1]]) as crashes:
        yield crashes

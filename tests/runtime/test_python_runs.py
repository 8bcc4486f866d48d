from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path

import pytest

from kasen.errors import ConfigurationError
from kasen.runtime import python_runs
from kasen.runtime.store import Store
from kasen.team import Deps
from kasen.tools.python.model import PythonLimits, PythonResult
from runtime.web_scenes import deps_of, host_of


class Sandbox:
    """Says how often it was asked; a code of an ending (`killed`, `time`) ends so."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def __call__(
        self, code: str, /, *, data: Mapping[str, Path | bytes] | None = None, limits: PythonLimits | None = None
    ) -> PythonResult:
        self.asked.append(code)
        await asyncio.sleep(0.001)
        if code == "nothing here":
            raise ConfigurationError("there is no sandbox")
        if code in ("killed", "time"):
            return PythonResult.model_validate({"why": code, "said": "It ended."})
        large = python_runs.MOST_KEPT if code == "large" else 3
        return PythonResult(stdout=f"{len(self.asked)}", files={"a.png": b"\x00\xff" * large}, seconds=1.5)


async def ran(deps: Deps, code: str = "print(1)", **more: object) -> PythonResult:
    assert deps.python is not None
    return await deps.python(code, **more)  # type: ignore[arg-type]


async def test_code_is_run_once_in_a_run_however_often_and_after_a_crash(store: Store) -> None:
    sandbox = Sandbox()
    host = host_of(store.home, python=lambda: sandbox)
    deps = await deps_of(store, host)
    first, again = await asyncio.gather(ran(deps), ran(deps))
    assert first == again == PythonResult(stdout="1", files={"a.png": b"\x00\xff" * 3}, seconds=1.5)
    continued = await deps_of(store, host, run_id=deps.run_id)
    assert await ran(continued) == first
    assert sandbox.asked == ["print(1)"]
    await ran(await deps_of(store, host))
    assert len(sandbox.asked) == 2, "no other run is given what one run made"


async def test_other_data_limits_and_code_are_other_executions_wherever_the_data_lies(
    store: Store, tmp_path: Path
) -> None:
    sandbox = Sandbox()
    deps = await deps_of(store, host_of(store.home, python=lambda: sandbox))
    file = tmp_path / "a.csv"
    file.write_bytes(b"1,2")
    await ran(deps, data={"a.csv": b"1,2"})
    await ran(deps, data={"a.csv": file})
    assert len(sandbox.asked) == 1, "the same bytes under the same name"
    file.write_bytes(b"1,3")
    await ran(deps, data={"a.csv": file})
    await ran(deps, data={"b.csv": file})
    await ran(deps, data={"b.csv": file}, limits=PythonLimits(seconds=1.0))
    await ran(deps, "print(2)", data={"b.csv": file}, limits=PythonLimits(seconds=1.0))
    assert len(sandbox.asked) == 5


@pytest.mark.parametrize(("code", "times"), [("time", 1), ("killed", 2), ("large", 2)])
async def test_how_code_ended_is_kept_but_for_what_says_nothing_of_it(store: Store, code: str, times: int) -> None:
    sandbox = Sandbox()
    host = host_of(store.home, python=lambda: sandbox)
    deps = await deps_of(store, host)
    first = await ran(deps, code)
    assert (await ran(await deps_of(store, host, run_id=deps.run_id), code)).why == first.why
    assert len(sandbox.asked) == times


async def test_a_machine_without_a_sandbox_is_an_error_each_time_and_none_is_no_sandbox(store: Store) -> None:
    sandbox = Sandbox()
    deps = await deps_of(store, host_of(store.home, python=lambda: sandbox))
    for _ in range(2):
        with pytest.raises(ConfigurationError):
            await ran(deps, "nothing here")
    assert len(sandbox.asked) == 2
    assert (await deps_of(store, host_of(store.home))).python is None


@pytest.mark.parametrize("local_only", [False, True])
async def test_a_repetition_has_what_the_run_made_and_runs_what_is_new(store: Store, local_only: bool) -> None:
    sandbox = Sandbox()
    host = host_of(store.home, python=lambda: sandbox)
    run = await deps_of(store, host, local_only=local_only)
    made = await ran(run)
    replay = await deps_of(store, host, replay_of=run.run_id, local_only=local_only)
    assert await ran(replay) == made
    assert len(sandbox.asked) == 1
    await ran(replay, "print(2)")
    assert len(sandbox.asked) == 2

"""Kasen: teams of AI agents that plan, work in parallel, check one another and send work back until it passes.

What is listed in `__all__` is the public interface. Each name is imported when it is first used, so that
`import kasen` costs nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Coroutine
    from contextlib import AbstractAsyncContextManager

    from pydantic import BaseModel

    from kasen.agent import ResearchAgent
    from kasen.errors import (
        BudgetSpent,
        ConfigurationError,
        InputError,
        InternalError,
        KasenError,
        NotPassed,
        Paused,
        ProviderError,
        StepsSpent,
        Stopped,
        UsageError,
        WrongValue,
    )
    from kasen.evidence.types import Claim, Passage, Source
    from kasen.models.role import Answer, Role, Usage
    from kasen.runtime.events import Event
    from kasen.runtime.local import open_runner
    from kasen.runtime.rows import Options
    from kasen.runtime.runner import Runner
    from kasen.settings import Settings, load_settings
    from kasen.team import Deps, Earlier, Limits, Team

_HOMES = {
    "Answer": "kasen.models.role",
    "BudgetSpent": "kasen.errors",
    "Claim": "kasen.evidence.types",
    "ConfigurationError": "kasen.errors",
    "Deps": "kasen.team",
    "Earlier": "kasen.team",
    "InputError": "kasen.errors",
    "InternalError": "kasen.errors",
    "KasenError": "kasen.errors",
    "Limits": "kasen.team",
    "NotPassed": "kasen.errors",
    "Options": "kasen.runtime.rows",
    "Passage": "kasen.evidence.types",
    "Paused": "kasen.errors",
    "ProviderError": "kasen.errors",
    "ResearchAgent": "kasen.agent",
    "Role": "kasen.models.role",
    "Runner": "kasen.runtime.runner",
    "Settings": "kasen.settings",
    "Source": "kasen.evidence.types",
    "StepsSpent": "kasen.errors",
    "Stopped": "kasen.errors",
    "Team": "kasen.team",
    "Usage": "kasen.models.role",
    "UsageError": "kasen.errors",
    "WrongValue": "kasen.errors",
    "load_settings": "kasen.settings",
    "open_runner": "kasen.runtime.local",
}

__all__ = [
    "Answer",
    "BudgetSpent",
    "Claim",
    "ConfigurationError",
    "Deps",
    "Earlier",
    "InputError",
    "InternalError",
    "KasenError",
    "Limits",
    "NotPassed",
    "Options",
    "Passage",
    "Paused",
    "ProviderError",
    "ResearchAgent",
    "Role",
    "Runner",
    "Settings",
    "Source",
    "StepsSpent",
    "Stopped",
    "Team",
    "Usage",
    "UsageError",
    "WrongValue",
    "arun",
    "load_settings",
    "open_runner",
    "run",
    "stream",
]


def run(team: str, request: BaseModel | dict[str, Any], *, mode: str | None = None, **how: Any) -> Any:
    """Run a team to its end and return its result, an instance of the team's result type.

    `how`: `yes` (True) answers a pause with its default; `continues` names the run that this one is a follow-up of;
    `fresh` searches and reads the web anew; `local_only` sends nothing anywhere; everything else are settings, as in
    `load_settings`: `preset`, `budget_usd`, … Waits, also where an event loop is running already, as in a notebook.

    Raises:
        Paused, Stopped: it has not come to its end; the hint says how to carry on.
        KasenError: what stopped the run; see `kasen.errors`.
    """
    return _wait_for(arun(team, request, mode=mode, **how))


async def arun(team: str, request: BaseModel | dict[str, Any], *, mode: str | None = None, **how: Any) -> Any:
    """`run` for callers that are async."""
    from kasen.errors import Paused, Stopped
    from kasen.team import load, load_object

    settings, options = _settings_and_options(team, mode, how)
    async with _opened(settings) as runner:
        run_id = await runner.start(team, request, mode=mode, options=options)
        row = await runner.wait(run_id)
    if row.result is None:
        kind = Paused if row.status == "paused" else Stopped
        raise kind(f"run {row.id} is {row.status}", hint=f"Carry on with `kasen runs continue {row.id}`.")
    return load_object(load(team).result).model_validate(row.result)


async def stream(
    team: str, request: BaseModel | dict[str, Any], *, mode: str | None = None, **how: Any
) -> AsyncIterator[Event]:
    """The events of a run as they happen (see `kasen.runtime.events`), with the options of `run`.

    Left before its end, the run stops after its step and can be carried on. Raises what stopped it.
    """
    settings, options = _settings_and_options(team, mode, how)
    async with _opened(settings) as runner:
        run_id = await runner.start(team, request, mode=mode, options=options)
        async for event in runner.events(run_id):
            yield event
        await runner.wait(run_id)


def _opened(settings: Settings) -> AbstractAsyncContextManager[Runner]:
    from kasen.runtime.local import open_runner

    return open_runner(settings)


def _settings_and_options(team: str, mode: str | None, how: dict[str, Any]) -> tuple[Settings, Options]:
    from kasen.runtime.local import options_of
    from kasen.settings import load_settings
    from kasen.team import load

    flags = {"yes": True, **how}
    ours = {name: flags.pop(name) for name in ("yes", "fresh", "local_only", "continues") if name in flags}
    settings = load_settings(**flags)
    return settings, options_of(settings, load(team), mode=mode or "", **ours)


def _wait_for(work: Coroutine[Any, Any, Any]) -> Any:
    """The result of a coroutine, for callers that are not async, inside a running loop or not."""
    import asyncio
    from concurrent.futures import ThreadPoolExecutor

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name]), name)
    if name == "__version__":
        from importlib.metadata import version

        return version("kasen")
    raise AttributeError(f"module `kasen` has no attribute `{name}`")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, "__version__"})

"""Kasen: teams of AI agents that plan, work in parallel, check one another and send work back until it passes.

What is listed in `__all__` is the public interface. Each name is imported when it is first used, so that
`import kasen` costs nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from pydantic import BaseModel

    from kasen.errors import (
        BudgetSpent,
        ConfigurationError,
        InputError,
        InternalError,
        KasenError,
        Paused,
        ProviderError,
        Stopped,
        UsageError,
    )
    from kasen.evidence.types import Claim, Passage, Source
    from kasen.models.role import Answer, Role, Usage
    from kasen.runtime.local import open_runner
    from kasen.runtime.runner import Runner
    from kasen.settings import Settings, load_settings
    from kasen.team import Deps, Limits, Team

_HOMES = {
    "Answer": "kasen.models.role",
    "BudgetSpent": "kasen.errors",
    "Claim": "kasen.evidence.types",
    "ConfigurationError": "kasen.errors",
    "Deps": "kasen.team",
    "InputError": "kasen.errors",
    "InternalError": "kasen.errors",
    "KasenError": "kasen.errors",
    "Limits": "kasen.team",
    "Passage": "kasen.evidence.types",
    "Paused": "kasen.errors",
    "ProviderError": "kasen.errors",
    "Role": "kasen.models.role",
    "Runner": "kasen.runtime.runner",
    "Settings": "kasen.settings",
    "Source": "kasen.evidence.types",
    "Stopped": "kasen.errors",
    "Team": "kasen.team",
    "Usage": "kasen.models.role",
    "UsageError": "kasen.errors",
    "load_settings": "kasen.settings",
    "open_runner": "kasen.runtime.local",
}

__all__ = [
    "Answer",
    "BudgetSpent",
    "Claim",
    "ConfigurationError",
    "Deps",
    "InputError",
    "InternalError",
    "KasenError",
    "Limits",
    "Passage",
    "Paused",
    "ProviderError",
    "Role",
    "Runner",
    "Settings",
    "Source",
    "Stopped",
    "Team",
    "Usage",
    "UsageError",
    "load_settings",
    "open_runner",
    "run",
]


def run(
    team: str,
    request: BaseModel | dict[str, Any],
    *,
    mode: str | None = None,
    yes: bool = True,
    fresh: bool = False,
    local_only: bool = False,
    **flags: Any,
) -> Any:
    """Run a team to its end and return its result, an instance of the team's result type.

    `fresh` searches and reads the web anew, whatever earlier runs found; `local_only` sends nothing anywhere. `flags`
    are settings, as in `load_settings`; with `yes` a pause is answered with its default. Waits, also
    where an event loop is running already, as in a notebook. Without an end (a pause, a stop) raises Paused or Stopped.

    Raises:
        KasenError: what stopped the run; see `kasen.errors`.
    """
    return _wait_for(_run(team, request, mode, {"yes": yes, "fresh": fresh, "local_only": local_only}, flags))


async def _run(team: str, request: Any, mode: str | None, how: dict[str, Any], flags: dict[str, Any]) -> Any:
    from kasen.errors import Paused, Stopped
    from kasen.runtime.local import open_runner, options_of
    from kasen.settings import load_settings
    from kasen.team import load, load_object

    settings = load_settings(**flags)
    loaded = load(team)
    async with open_runner(settings) as runner:
        options = options_of(settings, loaded, **how)
        run_id = await runner.start(team, request, mode=mode, options=options)
        row = await runner.wait(run_id)
    if row.result is None:
        kind = Paused if row.status == "paused" else Stopped
        raise kind(f"run {row.id} is {row.status}", hint=f"Carry on with `kasen runs continue {row.id}`.")
    return load_object(loaded.result).model_validate(row.result)


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

"""The environment of this process: read here, and set for libraries that read it themselves."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable
from typing import Any

from pydantic_settings import EnvSettingsSource

from kasen.errors import ConfigurationError
from kasen.settings.fields import PREFIX, Settings, by_field, readable, variable, variables

_PLAIN = ("HOME", "LANG", "LC_ALL", "LOGNAME", "PATH", "SHELL", "TMPDIR", "TZ", "USER")
_DESKTOP = ("DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR")


def from_environment() -> dict[str, Any]:
    """Setting → its variable's value; an empty variable counts as not set.

    Raises ConfigurationError for a misspelt `KASEN_…`: it would silently do nothing, a cap on money for example.
    """
    _refuse_misspelt(os.environ)
    return by_field(EnvSettingsSource(Settings)())


def origin(field: str) -> str:
    """The variable that a setting is read from now; where none is set, the documented one."""
    present = {name.lower(): name for name, value in os.environ.items() if value}
    found = (present.get(name.lower()) for name in variables(field))
    return next(filter(None, found), variable(field))


def plain_environment(*, desktop: bool = False) -> dict[str, str]:
    """What a program of others is started with: where things are and which language is spoken, never a key.

    `desktop`: also what it takes to show something on the user's screen.
    """
    names = (*_PLAIN, *_DESKTOP) if desktop else _PLAIN
    return {name: os.environ[name] for name in names if os.environ.get(name)}


def named_environment(names: Iterable[str]) -> dict[str, str]:
    """What a program is started with that the user lets see those variables too."""
    return plain_environment() | {name: os.environ[name] for name in names if name in os.environ}


def _refuse_misspelt(names: Iterable[str]) -> None:
    known = [name for field in readable() for name in variables(field)]
    for name in names:
        near = difflib.get_close_matches(name, known, n=1, cutoff=0.85) if name.startswith(PREFIX) else []
        if near and name not in known:
            raise ConfigurationError(
                f"the environment variable {name} is not a setting of Kasen; did you mean {near[0]}?"
            )


def export_environment(settings: Settings) -> None:
    """Set the variables that libraries read themselves. Call it before LangGraph is imported.

    Checkpoints are read strictly (`LANGGRAPH_STRICT_MSGPACK`). LangSmith gets its variables, those of `.env`
    included, only when tracing was asked for and there is a key; otherwise its tracing is switched off.
    """
    os.environ["LANGGRAPH_STRICT_MSGPACK"] = "true"
    key = settings.langchain_api_key
    on = settings.langchain_tracing_v2 and key is not None
    for name in ("LANGCHAIN_TRACING_V2", "LANGSMITH_TRACING"):
        os.environ[name] = "true" if on else "false"
    os.environ.pop("LANGSMITH_TRACING_V2", None)
    if not on or key is None:
        return
    values = {
        "ENDPOINT": settings.langchain_endpoint,
        "API_KEY": key.get_secret_value(),
        "PROJECT": settings.langchain_project,
    }
    for name, value in values.items():
        os.environ[f"LANGCHAIN_{name}"] = os.environ[f"LANGSMITH_{name}"] = value

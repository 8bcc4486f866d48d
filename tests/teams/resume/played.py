"""Hosts whose critics are scripted, for runs through the real runtime, in other processes too."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kasen.models.provider import ModelRequest
from kasen.runtime.host import Host
from kasen.testing.crash_child import host_with
from kasen.testing.scripted import ScriptedModel
from teams.resume.bench import BETTER, CRITICS, Cast, critique, edit, finding, prefers


def better(words: str = BETTER, *findings: dict[str, Any]) -> Any:
    """A critic that gives a text with these words more."""

    def answer(request: ModelRequest) -> Any:
        good = words in request.prompt
        return critique(5 if good else 3, [] if good else findings)(request)

    return answer


def cast() -> Cast:
    """Critics, revisor and judge of a review that gets better."""
    roles: dict[str, Any] = dict.fromkeys(CRITICS, better())
    roles["copywriter"] = better(BETTER, finding())
    return Cast({**roles, "revisor": lambda _: {"edits": [edit()]}, "judge": prefers(BETTER)})


def improving(home: Path, roles: Mapping[str, Any] | None = None) -> Host:
    """A host without network whose models are the cast; every call is noted, as a provider would bill it."""
    return host_with(ScriptedModel(Cast(roles) if roles else cast(), id="scripted:critics"), home)

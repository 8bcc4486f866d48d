"""Hosts whose critics are scripted, for runs through the real runtime, in other processes too."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kasen.models.provider import ModelRequest
from kasen.models.role import Ask
from kasen.runtime.attempt import Attempt
from kasen.runtime.host import Host, asker
from kasen.runtime.ledger import RunLedger
from kasen.runtime.limits import RunMeter
from kasen.runtime.rows import RunRow
from kasen.testing.crash_child import rules_only
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
    """A host without network whose models are the cast."""
    model = ScriptedModel(Cast(roles) if roles else cast(), id="scripted:critics")

    def ask_for(row: RunRow, attempt: Attempt, ledger: RunLedger, meter: RunMeter) -> Ask:
        return asker(row, attempt, ledger, meter, models_of=lambda _: [model.id], open_model=lambda _: model)

    host = rules_only(home)
    return Host(ask_for=ask_for, open_library=host.open_library)

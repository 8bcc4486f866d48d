"""Going on from an earlier review: taking over edits that it offered, without reviewing again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from kasen.errors import InputError
from kasen.team import Deps
from kasen.teams.resume.document.model import Read
from kasen.teams.resume.not_yaml import why_not_yaml
from kasen.teams.resume.schemas.request import Request
from kasen.teams.resume.schemas.result import Result
from kasen.tools.plain_yaml import plain_yaml


def earlier_result(deps: Deps, request: Request, document: Read) -> Result | None:
    """The review whose edits are decided on now; None where this run is a review of its own.

    Raises InputError when the file is another one than was reviewed.
    """
    if deps.earlier is None or request.accept == "none" or not _asks_the_same(request, deps.earlier.request):
        return None
    try:
        prior = Result.model_validate(deps.earlier.result)
    except ValidationError:
        return None
    if not prior.changes:
        return None
    if prior.original != document.text:
        raise InputError(
            f"`{document.name}` has changed since run {deps.earlier.run_id} reviewed it: its edits have no place",
            hint=f"Review it again: kasen resume {document.name}",
        )
    return prior


def _asks_the_same(request: Request, earlier: Mapping[str, Any]) -> bool:
    """Whether nothing but what is taken over is said otherwise: then nothing is reviewed again."""
    try:
        before = Request.model_validate({**earlier, "accept": "none", "write": False})
    except ValidationError:
        return False
    return before == request.model_copy(update={"accept": "none", "write": False})


def chosen_of(request: Request, prior: Result) -> tuple[list[str], dict[str, str]]:
    """Ids of the edits that are taken over, and words of the owner's by id.

    Raises InputError for an edit that there is not, and for a file of decisions that cannot be read.
    """
    known = [change.id for change in prior.changes]
    path = request.decided
    said = read_decisions(path) if path else Decisions(accept=request.accepted_ids or known)
    if unknown := [id for id in (*said.accept, *said.edited) if id not in known]:
        raise InputError(f"there is no edit {', '.join(dict.fromkeys(unknown))}; there is: {', '.join(known)}")
    return list(dict.fromkeys([*said.accept, *said.edited])), said.edited


class Decisions(BaseModel):
    """A file of decisions: what a pause is answered with, too."""

    model_config = ConfigDict(extra="forbid")

    accept: list[str] = Field(default_factory=list)
    edited: dict[str, str] = Field(default_factory=dict)


def read_decisions(path: Path) -> Decisions:
    """The decisions in a YAML or JSON file. Raises InputError."""
    try:
        return Decisions.model_validate(plain_yaml(path.read_text(encoding="utf-8-sig")))
    except OSError as error:
        raise InputError(f"`{path}` cannot be read: {error.strerror or error}") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise InputError(f"`{path}` is not YAML: {why_not_yaml(error)}") from error
    except ValidationError as error:
        raise InputError(
            f"`{path.name}` does not say which edits are taken", hint="Write `accept: [E1, E4]`, and `edited: {E4: …}`."
        ) from error

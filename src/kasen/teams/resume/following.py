"""Going on from an earlier review: taking over edits that it offered, without reviewing again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from kasen.errors import InputError
from kasen.team import Deps
from kasen.teams.resume.document.model import Read
from kasen.teams.resume.schemas.request import Request
from kasen.teams.resume.schemas.result import Result


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


def chosen_of(request: Request, prior: Result) -> list[str]:
    """Ids of the edits that are taken over. Raises InputError for one that there is not."""
    known = [change.id for change in prior.changes]
    if unknown := [id for id in request.accepted_ids if id not in known]:
        raise InputError(f"there is no edit {', '.join(unknown)}; there is: {', '.join(known)}")
    return request.accepted_ids or known

"""What a request names is looked for, and what its mode needs, before a run of it is recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kasen.errors import InputError
from kasen.teams.research.rules.comparison import compared

if TYPE_CHECKING:
    from kasen.teams.research.schemas import Request


def look_for_docs(request: Request) -> None:
    """Raises InputError for the first file or folder that is not there; what is in it is the run's to say."""
    for path in request.docs:
        try:
            is_there = path.exists()
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise InputError(f"`{path}` cannot be read: {why}", hint="Check what you gave to --docs.") from error
        if not is_there:
            raise InputError(f"there is no file or folder `{path}`", hint="Check what you gave to --docs.")


def check_compared(request: Request, *, by_rules: bool) -> None:
    """Raises InputError for less than two things; what the question names, a model may read better than a rule."""
    named = request.items or (compared(request.question)[0] if by_rules else None)
    if named is not None and len(named) < 2:
        raise too_few()


def too_few() -> InputError:
    """What is said of a comparison of less than two things."""
    return InputError(
        "a comparison needs two things at least, and the question names fewer",
        hint="Name them, as in “Alpha vs Beta”, or give --items Alpha,Beta.",
    )

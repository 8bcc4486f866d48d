"""What is asked for is looked for before a run of it is recorded."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kasen.errors import InputError

if TYPE_CHECKING:
    from kasen.teams.resume.schemas.request import Request

_JOB = "Give a file, or an address that begins with https://."


def look_for_files(request: Request) -> None:
    """Raises InputError for leave to write nothing, and for the first file that is named and not there.

    What is in a file is the reader's to say.
    """
    from kasen.teams.resume.schemas.request import is_address

    if request.write and request.accept == "none":
        raise InputError(
            "`--write` needs to know what to write", hint="Add --accept all, ask, or ids of edits (E1,E4)."
        )
    resume = Path(request.resume)
    if resume.is_dir():
        raise InputError(f"`{resume}` is a folder, not a résumé", hint=_listed(resume))
    _look(resume, "résumé", "Check its path.")
    if request.job and not is_address(request.job):
        _look(Path(request.job), "job posting", _JOB)
    if request.portfolio:
        _look(Path(request.portfolio), "portfolio", "Give items.yaml, a folder of works or a GitHub export.")
    if request.facts:
        _look(request.facts, "list of facts", "Leave out --facts, or check its path.")
    if request.decided:
        _look(request.decided, "file of decisions", "Give ids of edits (E1,E4), or check its path.")


def _look(path: Path, what: str, hint: str) -> None:
    try:
        found = path.exists()
    except (OSError, ValueError) as error:
        raise InputError(f"`{path}` cannot be read: {getattr(error, 'strerror', '') or error}", hint=hint) from error
    if not found:
        raise InputError(f"there is no {what} at `{path}`", hint=hint)


def _listed(folder: Path) -> str:
    """The résumés in a folder, a few of them; without any what a résumé is."""
    try:
        found = sorted(one.name for one in folder.iterdir() if one.suffix.lower() in (".qmd", ".md", ".docx", ".pdf"))
    except OSError:
        found = []
    shown = ", ".join(found[:3])
    return f"Give a file in it: {shown}{', …' if len(found) > 3 else ''}." if found else "Give a file."

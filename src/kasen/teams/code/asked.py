"""What a person wants built: words, or the file that says it; and the workflow that is to be followed."""

from __future__ import annotations

import re
from pathlib import Path

from kasen.errors import InputError
from kasen.settings.regular import NoPlainFile, read_regular
from kasen.teams.code.config.loading import of_folder
from kasen.teams.code.config.writing import own_workflow
from kasen.teams.code.git.repository import look_at

_LIKE_A_FILE = re.compile(r"\S+\.(md|markdown|txt|rst|adoc)")
_LONGEST_NAME = 1024
_HOW = "Say the requirement in words, or name a file."


def requirement_of(given: str) -> str:
    """The words, or those of the file that is named.

    Raises InputError for no words, a folder, a name of a text file that is not there, a file that is no text or empty.
    """
    if not given.strip():
        raise InputError("the requirement is empty", hint=_HOW)
    path = Path(given)
    if len(given.encode()) >= _LONGEST_NAME or "\n" in given or "\0" in given or not _exists(path):
        if _LIKE_A_FILE.fullmatch(given):
            raise InputError(f"there is no file `{given}`", hint=_HOW)
        return given
    if path.is_dir():
        raise InputError(f"`{given}` is a folder", hint=_HOW)
    try:
        text = (read_regular(path) or b"").decode("utf-8-sig")
    except (OSError, NoPlainFile) as error:
        raise InputError(f"`{given}` cannot be read: {getattr(error, 'strerror', None) or error}") from error
    except UnicodeDecodeError:
        raise InputError(f"`{given}` is no text in UTF-8", hint=_HOW) from None
    if not text.strip():
        raise InputError(f"`{given}` is empty", hint=_HOW)
    return text


def _exists(path: Path) -> bool:
    """Whether it is there; words can be longer than a system lets names be."""
    try:
        return path.exists()
    except OSError:
        return False


async def workflow_in(repo: Path, given: Path | None, preset: str | None) -> Path | None:
    """The workflow to follow: the one that is named, else none with a preset, else that of the repository itself.

    Raises InputError for a folder that is no repository and for a file that is not there, ConfigurationError for files
    that are wrong or not trusted: before anything has begun.
    """
    root = (await look_at(repo)).root
    found = None if preset else own_workflow(root)
    if given is not None:
        found = (given / "workflow.yaml" if given.is_dir() else given).resolve()
        if not found.is_file():
            raise InputError(f"there is no workflow `{given}`", hint="`kasen code init` writes one.")
    if found is not None:
        of_folder(found.parent, found.name)
    return found

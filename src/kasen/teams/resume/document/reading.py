"""A résumé file as text."""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path

from kasen.errors import InputError
from kasen.teams.resume.document.model import Read


async def read(path: str) -> Read:
    """The résumé in a file. Raises InputError in one sentence for what cannot be read."""
    return await asyncio.to_thread(_text, Path(path))


def _text(path: Path) -> Read:
    try:
        data = path.read_bytes()
        text = data.decode("utf-8")
    except OSError as error:
        raise InputError(f"`{path}` cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"`{path.name}` is not UTF-8") from error
    if not text.strip():
        raise InputError(f"`{path.name}` is empty")
    form = "qmd" if path.suffix.lower() == ".qmd" else "md"
    return Read(text=text, form=form, name=path.name, sha256=hashlib.sha256(data).hexdigest())  # type: ignore[arg-type]

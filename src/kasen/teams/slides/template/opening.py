"""A template from outside: read in a process of its own, within bounds, as a copy that holds its design and no more."""

from __future__ import annotations

import asyncio
import signal
import stat
import sys
from pathlib import Path
from typing import NamedTuple

from kasen.errors import InputError
from kasen.teams.slides.schemas.part import Lang
from kasen.teams.slides.template.child import HEADER, WHOLE, Answer
from kasen.teams.slides.template.package import LARGEST_FILE, MB
from kasen.teams.slides.template.slots import clean
from kasen.teams.slides.template.words import say

SECONDS = 90.0
MEMORY = 3 << 30
"""Bytes of address space of the process."""
_TAKEN = "Give a .pptx or .potx file."
_DIED = {-signal.SIGALRM: "takes too long to read", -signal.SIGKILL: "needs too much memory to be read"}


class Opened(NamedTuple):
    """A copy that is safe to read, to build on and to render, and what was taken out, one sentence each."""

    data: bytes
    notes: tuple[str, ...]


async def opened(path: Path, *, lang: Lang = "en") -> Opened:
    """The template in a file, without slides and without all that is no design; notes in `lang`.

    Raises InputError in one sentence for what is missing, no file, too large, no presentation, encrypted, damaged,
    or made to do harm.
    """
    await asyncio.to_thread(_look, path)
    answer, data = await _asked(path)
    said = (say(f"took_{kind}", lang, name=clean(path.name), count=count) for kind, count in answer.taken.items())
    return Opened(data, tuple(said))


async def untouched(path: Path) -> bytes:
    """The whole file of a deck that is to be changed, after a look at each of its parts.

    Raises InputError as `opened` does.
    """
    await asyncio.to_thread(_look, path, "deck")
    return (await _asked(path, WHOLE))[1]


def _look(path: Path, what: str = "template") -> None:
    try:
        about = path.stat()
    except FileNotFoundError:
        raise InputError(f"there is no file `{path}`", hint=f"Check the path of the {what}.") from None
    except (OSError, ValueError) as error:
        raise InputError(f"`{path}` cannot be read: {getattr(error, 'strerror', '') or error}") from error
    if stat.S_ISDIR(about.st_mode):
        raise InputError(f"`{path}` is a folder, not a {what}", hint=_TAKEN)
    if not stat.S_ISREG(about.st_mode):
        raise InputError(f"`{path}` is no regular file", hint=_TAKEN)
    if about.st_size > LARGEST_FILE:
        most = LARGEST_FILE // MB
        raise InputError(
            f"`{path}` is too large for a {what}: {about.st_size / MB:.0f} MB; at most {most} MB are read",
            hint="Delete its slides and large media and give it again.",
        )


async def _asked(path: Path, *how: str) -> tuple[Answer, bytes]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "kasen.teams.slides.template.child",
        str(SECONDS),
        str(MEMORY),
        str(path.resolve()),
        *how,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        answer, _ = await asyncio.wait_for(process.communicate(), SECONDS + 10)
    except TimeoutError:
        raise InputError(f"`{path}` takes too long to read") from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode or len(answer) < HEADER:
        why = _DIED.get(process.returncode or 0, "cannot be read: its reader crashed")
        raise InputError(f"`{path}` {why}", hint="Save it again as .pptx, without large media.")
    end = HEADER + int.from_bytes(answer[:HEADER], "big")
    said = Answer.model_validate_json(answer[HEADER:end])
    if said.refused:
        raise InputError(f"`{path}` {said.refused}", hint=said.hint)
    return said, answer[end:]

"""The validator of this machine: Quarto where it is installed, else what works without it."""

from __future__ import annotations

import asyncio

from kasen.tools.validation import programs
from kasen.tools.validation.model import Validation
from kasen.tools.validation.offline import merged, validate_offline
from kasen.tools.validation.quarto import SECONDS, QuartoFailed, validate_by_quarto


async def validate(text: str, *, name: str = "resume.qmd", folder: str = "", seconds: float = SECONDS) -> Validation:
    """Whether the text of a .qmd or .md file is sound; `folder` is where it lies, for pictures and includes.

    Nothing of the file is run. Where there is Quarto, it is asked beside what works without it, as it lets pass much
    that spoils a page. Who checked is in the result: `by` and `ran`. A Quarto that fails as a program or takes longer
    than `seconds` is told under `missing`, and the result is not by Quarto. Never raises but when cancelled.
    """
    program = programs.quarto()
    if not program:
        return await validate_offline(text, name=name, folder=folder)
    asked, offline = await asyncio.gather(
        _asked(program, text, name=name, folder=folder, seconds=seconds),
        validate_offline(text, name=name, folder=folder),
    )
    if isinstance(asked, str):
        return offline.model_copy(update={"missing": (asked, *offline.missing)})
    return Validation(
        by="quarto",
        ran=(*asked.ran, *offline.ran),
        missing=offline.missing,
        problems=merged(list(asked.problems), list(offline.problems)),
    )


async def _asked(program: str, text: str, *, name: str, folder: str, seconds: float) -> Validation | str:
    """What Quarto says, or the sentence that says why it was not heard."""
    try:
        return await validate_by_quarto(program, text, name=name, folder=folder, seconds=seconds)
    except QuartoFailed as error:
        return f"Quarto {error}, so the file was checked without it."
    except OSError as error:
        return f"Quarto was not asked: a copy could not be made ({error.strerror or error})."

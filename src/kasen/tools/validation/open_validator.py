"""The validator of this machine: Quarto where it is installed, else what works without it."""

from __future__ import annotations

from kasen.tools.validation.model import Validation
from kasen.tools.validation.offline import validate_offline


async def validate(text: str, *, name: str = "resume.qmd", folder: str = "") -> Validation:
    """Whether the text of a .qmd or .md file is sound; `folder` is where it lies, for pictures and includes.

    Nothing of the file is run. Who checked is in the result: `by` and `ran`; Quarto that fails as a program is told
    under `missing`, and what works without it checks. Never raises.
    """
    return await validate_offline(text, name=name, folder=folder)

"""The templates that come with the team, made by `scripts/templates.py`."""

from __future__ import annotations

from importlib.resources import files

from kasen.errors import WrongValue
from kasen.teams.slides.schemas.request import TEMPLATES

NAMES = TEMPLATES


def bundled(name: str) -> bytes:
    """The .pptx of that name: `light`, `dark` or `business` (Japanese). Raises WrongValue for another."""
    if name not in NAMES:
        raise WrongValue(f"there is no template `{name}`; those that come with Kasen are {', '.join(NAMES)}")
    return (files("kasen.teams.slides") / "templates" / f"{name}.pptx").read_bytes()

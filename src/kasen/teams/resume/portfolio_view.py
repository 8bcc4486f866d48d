"""A work as it is shown to whoever ranks it, and as quotations of it are looked up."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from kasen.teams.resume.document.identity import ADDRESS, MAIL, PHONE
from kasen.teams.resume.schemas.portfolio import PortfolioItem

EXCERPT = 1200
"""Characters of what was read about a work that are shown; all of its description is."""


class WorkView(NamedTuple):
    """A work by its id; `text` holds title, technologies, description and the beginning of the rest, line by line."""

    id: str
    text: str


def view_of(item: PortfolioItem, scrub: Callable[[str], str] = str) -> WorkView:
    """What is shown of a work: no address, number or mail, and nothing that `scrub` takes out."""
    lines = [item.title, ", ".join(item.technologies), item.description]
    rest = item.text[:EXCERPT]
    if rest and " ".join(item.description.split()) not in " ".join(rest.split()):
        lines.append(rest)
    elif rest:
        lines[2] = rest
    text = MAIL.sub("[email]", ADDRESS.sub("[link]", "\n".join(line for line in lines if line)))
    return WorkView(item.id, scrub(PHONE.sub("[phone]", text)))

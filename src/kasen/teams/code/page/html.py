"""report.html: one file, no network, a strict policy."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, StrictUndefined, Template

from kasen.teams.code.page.parts import opening, sections
from kasen.teams.code.schemas.story import Story
from kasen.tools.report.html import asset


def html(story: Story) -> str:
    """The whole page. Every string is escaped; nothing is linked."""
    style = asset("page.css") + _own("report.css")
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    said, figures, notes = opening(story)
    return _template().render(
        story=story,
        said=said,
        figures=figures,
        notes=notes,
        sections=sections(story),
        kind=lambda block: type(block).__name__.lower(),
        is_badge=lambda cell: not isinstance(cell, str),
        style=style,
        policy=f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'",
    )


@cache
def _own(name: str) -> str:
    return (files("kasen.teams.code.page") / name).read_text(encoding="utf-8")


@cache
def _template() -> Template:
    environment: Any = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
    )
    template: Template = environment.from_string(_own("report.html.j2"))
    return template

"""A review as one HTML file: no network, a strict content policy, every change with accept, reject and edit."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, StrictUndefined, Template

from kasen.teams.resume.page import changes, costs, critics, findings, sections
from kasen.teams.resume.page.drawings import pictures
from kasen.teams.resume.page.facts import facts_yaml
from kasen.teams.resume.page.labels import words
from kasen.teams.resume.page.verdict import comparison_lines, made_line, verdict
from kasen.teams.resume.schemas.result import Result
from kasen.tools.report.drawing import clean
from kasen.tools.report.html import asset, web_link


def html(result: Result) -> str:
    """The whole page. Every string of the result is escaped; links are http(s) or inside the page."""
    style, script = asset("page.css") + own("review.css"), own("review.js")
    policy = (
        f"default-src 'none'; style-src 'sha256-{_sha256(style)}'; script-src 'sha256-{_sha256(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    return _template().render(
        result=result,
        words=words(result.lang),
        verdict=verdict(result),
        made=made_line(result),
        pictures=[(one, clean(one.svg)) for one in pictures(result)],
        looks=comparison_lines(result),
        link=web_link,
        facts_yaml=facts_yaml(result),
        policy=policy,
        style=style,
        script=script,
        changes=changes,
        costs=costs,
        critics=critics,
        findings=findings,
        sections=sections,
    )


@cache
def own(name: str) -> str:
    """A file beside this one: `review.css`."""
    return (files("kasen.teams.resume.page") / name).read_text(encoding="utf-8")


def _sha256(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


@cache
def _template() -> Template:
    environment: Any = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
    )
    template: Template = environment.from_string(own("review.html.j2"))
    return template

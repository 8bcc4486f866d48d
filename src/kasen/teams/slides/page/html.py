"""A deck as one HTML file: its pictures, per slide what it rests on, the checks; no network, a strict policy."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from jinja2 import Environment, StrictUndefined, Template

from kasen.teams.slides.ending import waiting
from kasen.teams.slides.page.labels import label
from kasen.teams.slides.page.markdown import numbers
from kasen.teams.slides.schemas.arrangement import Problem
from kasen.teams.slides.schemas.deck import Deck, Slide
from kasen.teams.slides.schemas.result import Result
from kasen.tools.report.costs import CostRow, cost_rows, total_row
from kasen.tools.report.html import asset, web_link
from kasen.tools.report.model import Cost


class Said(NamedTuple):
    """Words of a slide, and the numbers of what they rest on."""

    text: str
    numbers: tuple[int, ...]
    is_fact: bool = True
    """False for what needs no source: titles of an agenda, the list of sources."""


class Shown(NamedTuple):
    """One slide as the page shows it."""

    number: int
    slide: Slide
    picture: str
    """`data:` address of its picture; empty where nothing rendered it."""
    rests: tuple[Said, ...]
    problems: tuple[Problem, ...]


def html(result: Result, pictures: Mapping[str, bytes]) -> str:
    """The whole page; `pictures` are PNG files by artifact. Every string is escaped, links are http(s) or inside."""
    style = asset("page.css") + _own("deck.css")
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; base-uri 'none'; form-action 'none'"
    return _template().render(
        result=result,
        deck=result.deck,
        slides=_shown(result, pictures),
        gaps=waiting(result.deck, result.lang) if result.deck else "",
        numbers=numbers(result.deck) if result.deck else {},
        costs=_costs(result),
        said=lambda name: label(name, result.lang),
        link=web_link,
        policy=policy,
        style=style,
    )


def _shown(result: Result, pictures: Mapping[str, bytes]) -> list[Shown]:
    deck = result.deck
    if deck is None:
        return []
    shown = []
    for number, slide in enumerate(deck.slides, start=1):
        data = pictures.get(result.renders[number - 1].artifact) if number <= len(result.renders) else None
        address = f"data:image/png;base64,{base64.b64encode(data).decode()}" if data else ""
        problems = tuple(one for one in result.problems if one.slide == number)
        shown.append(Shown(number, slide, address, tuple(_rests(slide, deck, is_foreign=result.foreign)), problems))
    return shown


def _rests(slide: Slide, deck: Deck, *, is_foreign: bool) -> list[Said]:
    """Each statement of a slide with the numbers of its sources; nobody can tell those of a deck that no run made."""
    known = numbers(deck)

    def said(text: str, refs: Sequence[str]) -> Said:
        is_fact = slide.kind != "agenda" and not is_foreign
        return Said(text, tuple(dict.fromkeys(known[id] for id in refs if id in known)), is_fact)

    if slide.kind == "sources":
        return []
    rows = [said(point.text, point.refs) for point in slide.all_points]
    figures = [part for part in (slide.chart, slide.table) if part is not None and part.refs]
    return [*(said(slide.message or part.title or slide.title, part.refs) for part in figures), *rows]


def _costs(result: Result) -> tuple[list[CostRow], CostRow | None]:
    rule = label("rule", result.lang)
    costs = [Cost(**{**one.model_dump(), "by": rule if one.by == "rule" else one.by}) for one in result.costs]
    return cost_rows(costs, result.lang), total_row(costs, result.lang) if costs else None


@cache
def _own(name: str) -> str:
    return (files("kasen.teams.slides.page") / name).read_text(encoding="utf-8")


@cache
def _template() -> Template:
    environment: Any = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
    )
    template: Template = environment.from_string(_own("deck.html.j2"))
    return template

"""What a finished run ends with: what was made, and how much of it waits for a person."""

from __future__ import annotations

from kasen.teams.slides import wording
from kasen.teams.slides.schemas.deck import Deck
from kasen.teams.slides.schemas.part import Lang
from kasen.teams.slides.schemas.result import Result

EMPTY = ("skeleton", "nothing_found")
"""Marks of slides that hold nothing yet."""


def waiting(deck: Deck, lang: Lang) -> str:
    """How many slides hold nothing yet, and on how many others something is missing; empty where none is marked."""
    empty = {wording.said(name, tongue) for name in EMPTY for tongue in ("en", "ja")}
    count = sum(bool(empty & {*slide.marks}) for slide in deck.slides)
    others = sum(bool(slide.marks) for slide in deck.slides) - count
    told = [_counted("waiting", count, lang)] if count else []
    told += [_counted("marked_also" if count else "marked_slides", others, lang)] if others else []
    return _joined(told, lang)


def ended(result: Result) -> str:
    """The last words of a run that made a deck, in its language."""
    deck, lang = result.deck, result.lang
    assert deck is not None, "a run that only talked has its reply"
    told = [_made(deck, lang), waiting(deck, lang)]
    grave = sum(one.severity != "minor" for one in result.problems)
    failed = sum(step.status == "failed" for step in result.plan.steps) if result.plan else 0
    told += [_counted("problems_left", grave, lang)] if grave else []
    told += [_counted("steps_failed", failed, lang)] if failed else []
    clean = not grave and not failed and not told[1]
    told += [wording.said("all_held" if result.rendered_by else "all_held_unseen", lang)] if clean else []
    return _joined([one for one in told if one], lang)


def _made(deck: Deck, lang: Lang) -> str:
    parts = [
        ("slides_made", len(deck.slides)),
        ("charts_made", sum(slide.chart is not None for slide in deck.slides)),
        ("tables_made", sum(slide.table is not None for slide in deck.slides)),
        ("pictures_made", sum(slide.picture is not None for slide in deck.slides)),
    ]
    told = [_counted(name, count, lang) for name, count in parts if count]
    return "、".join(told) + "。" if lang == "ja" else ", ".join(told) + "."


def _counted(name: str, count: int, lang: Lang) -> str:
    return wording.said(f"{name}_1" if count == 1 and lang == "en" else name, lang, n=count)


def _joined(told: list[str], lang: Lang) -> str:
    return ("" if lang == "ja" else " ").join(told)

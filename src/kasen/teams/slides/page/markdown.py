"""deck.md: the deck to be read, slide by slide, with what each rests on and what the checks say."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kasen.teams.slides.ending import waiting
from kasen.teams.slides.page.labels import label
from kasen.teams.slides.schemas.deck import Deck, Point, Ref, Slide
from kasen.teams.slides.schemas.part import Lang
from kasen.teams.slides.schemas.result import Result

_SPECIAL = re.compile(r"([\\`*_\[\]<>#|])")


def markdown(result: Result) -> str:
    """The whole page; without a deck only what the coordinator said."""
    deck, lang = result.deck, result.lang
    if deck is None:
        return "\n".join([escaped(result.reply), *(f"- {escaped(note)}" for note in result.notes)]) + "\n"
    blocks = [f"# {escaped(deck.title)}", *_banner(result, deck)]
    for number, slide in enumerate(deck.slides, start=1):
        blocks += _slide(number, slide, deck, result)
    blocks += [*_checks(result), *_made(result, lang)]
    return "\n\n".join(blocks) + "\n"


def escaped(text: str) -> str:
    """Text that Markdown shows as it is, on one line."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def numbers(deck: Deck) -> dict[str, int]:
    """Id → number of each reference, in the order of the deck; the wish is none."""
    return {ref.id: n for n, ref in enumerate((ref for ref in deck.refs if ref.kind != "wish"), start=1)}


def _banner(result: Result, deck: Deck) -> Iterator[str]:
    if deck.skeleton:
        yield f"> {label('skeleton', result.lang)}"
    elif result.outcome == "marked":
        yield f"> {label('marked', result.lang)}"


def _slide(number: int, slide: Slide, deck: Deck, result: Result) -> Iterator[str]:
    yield f"## {number}. {escaped(slide.title)}"
    for text in (slide.subtitle, slide.message):
        if text:
            yield f"*{escaped(text)}*"
    lines = [_point(point, deck) for point in slide.points]
    for column in slide.columns:
        lines += [f"- **{escaped(column.heading)}**"] if column.heading else []
        lines += [("  " if column.heading else "") + _point(point, deck) for point in column.points]
    if slide.diagram is not None:
        lines += [f"- {escaped(item.label)}: {escaped(item.text)}".rstrip(": ") for item in slide.diagram.items]
    if lines:
        yield "\n".join(lines)
    yield from _figures(slide)
    if slide.marks:
        yield "\n".join(f"> ⚠ {escaped(mark)}" for mark in slide.marks)
    if slide.notes:
        yield f"{label('speaker', result.lang)}: {escaped(slide.notes)}"


def _point(point: Point, deck: Deck) -> str:
    known = numbers(deck)
    marks = "".join(f" \\[{known[id]}\\]" for id in point.refs if id in known)
    return f"{'  ' * point.level}- {escaped(point.text)}{marks}"


def _figures(slide: Slide) -> Iterator[str]:
    if slide.chart is not None:
        chart = slide.chart
        heads = [f"({chart.unit})" if chart.unit else "", *(series.name for series in chart.series)]
        rows = [
            [category, *("" if series.values[n] is None else f"{series.values[n]:g}" for series in chart.series)]
            for n, category in enumerate(chart.categories)
        ]
        yield _table(heads, rows)
    if slide.table is not None:
        yield _table(list(slide.table.columns), [list(row) for row in slide.table.rows])
    if slide.picture is not None:
        yield f"({escaped(slide.picture.alt)})"


def _table(heads: list[str], rows: list[list[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(
        "| " + " | ".join(cell if cell == "---" else escaped(cell) for cell in line) + " |" for line in lines
    )


def _checks(result: Result) -> Iterator[str]:
    lang = result.lang
    yield f"## {label('checks', lang)}"
    left = [f"- {one.slide}: {escaped(one.text)}" for one in result.problems]
    gaps = waiting(result.deck, lang) if result.deck else ""
    if gaps:
        yield escaped(gaps)
    yield "\n".join(left) if left else label("nothing_else" if gaps else "nothing_found", lang)
    for name, lines in (("repaired", result.repaired), ("notes", result.notes)):
        if lines:
            yield f"### {label(name, lang)}"
            yield "\n".join(f"- {escaped(line)}" for line in lines)


def _made(result: Result, lang: Lang) -> Iterator[str]:
    deck = result.deck
    if deck is not None and not result.foreign:
        yield f"## {label('sources', lang)}"
        known = numbers(deck)
        refs = [f"{known[ref.id]}. {source_line(ref)}" for ref in deck.refs if ref.id in known]
        yield "\n".join(refs) if refs else label("no_sources", lang)
    yield f"## {label('made', lang)}"
    facts = [f"- {label('template', lang)}: {escaped(result.template)}"]
    if result.rendered_by:
        facts.append(f"- {label('rendered', lang)}: {escaped(result.rendered_by)}")
    if result.plan is not None:
        for step in result.plan.steps:
            facts.append(
                f"- {step.id} {escaped(step.title)}: {label(step.status, lang)} · {escaped(step.result_summary)}"
            )
    yield "\n".join(facts)


def source_line(ref: Ref) -> str:
    """Title, place, address, day and the words, as Markdown."""
    address = f"<{ref.uri}>" if ref.uri.startswith(("http://", "https://")) and not set("<> ") & set(ref.uri) else ""
    parts = [escaped(ref.title or ref.file), escaped(ref.where), address, escaped(ref.fetched)]
    quote = f"  \n   “{escaped(ref.quote)}”" if ref.quote else ""
    return " · ".join(part for part in parts if part) + quote

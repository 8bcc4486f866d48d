"""A report as Markdown in the form of seed 004: headings in English, `[^n]` footnotes, exact passages below them.

Nothing that comes from outside can become a heading, a link, a footnote or HTML: `plain` escapes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from kasen.tools.report.costs import CostRow, cost_rows, total_row
from kasen.tools.report.labels import EN, dates, labels, place, price, ruling_line
from kasen.tools.report.model import Block, CitedPassage, Drawing, Point, Reference, Report, Ruling, Sentence, Table

_ALWAYS = re.compile(r"[\\`*\[\]<>&|~]|\$(?!\d)|(?<=\S)\$|(?<![^\W_])_|_(?![^\W_])")
_LINE_START = re.compile(r"^(\s*)([#+\-=>:]|\d+(?=[.)]))")
_BARE_LINK = re.compile(r"(?i)(https?|ftp|mailto|javascript)(:)|(www)(\.)")


def plain(text: str) -> str:
    """Text on one line that Markdown shows as it is."""
    line = " ".join(text.split())
    line = _ALWAYS.sub(lambda m: "\\" + m.group(), line)
    line = _BARE_LINK.sub(lambda m: (m[1] or m[3]) + "\\" + (m[2] or m[4]), line)
    return _LINE_START.sub(lambda m: f"{m[1]}{m[2]}\\" if m[2].isdigit() else f"{m[1]}\\{m[2]}", line)


def markdown(report: Report) -> str:
    """The whole report; ends with a newline."""
    references = {reference.number: reference for reference in report.references}
    parts = [
        f"# {plain(report.title)}",
        plain(" · ".join(part for part in (report.date, report.made_by) if part)),
        *(f"> {plain(sentence)}" for sentence in report.banner),
        f"## {EN.summary}",
        _prose(report.summary, report) or labels(report.lang).nothing,
        f"## {EN.findings}",
        "\n".join(f"- {_finding(one, report, references)}" for one in report.key_findings) or _nothing(report),
        f"## {EN.analysis}",
        *(part for point in report.analysis for part in _point(point, report)),
        *_disagreements(report),
        f"## {EN.not_covered}",
        "\n".join(f"- {plain(text)}" for text in report.not_covered) or _nothing(report),
        f"## {EN.references}",
        *(_reference(reference, report) for reference in report.references),
        f"## {EN.how_made}",
        *_how_made(report),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _nothing(report: Report) -> str:
    return labels(report.lang).nothing


def _sentence(sentence: Sentence, report: Report) -> str:
    marks = "".join(f"[^{citation.reference}]" for citation in sentence.citations)
    signs = ("、" if report.lang == "ja" else ", ").join(labels(report.lang).marks[mark] for mark in sentence.marks)
    return plain(sentence.text) + marks + (f" *({signs})*" if signs else "")


def _prose(sentences: Iterable[Sentence], report: Report) -> str:
    return ("" if report.lang == "ja" else " ").join(_sentence(one, report) for one in sentences)


def _finding(sentence: Sentence, report: Report, references: dict[int, Reference]) -> str:
    """The sentence, its marks, and where the words stand."""
    places = []
    for citation in sentence.citations:
        reference = references[citation.reference]
        passages = {passage.id: passage for passage in reference.passages}
        for words in citation.words:
            places.append(place(reference, passages.get(words.passage_id), report.lang))
    where = "; ".join(dict.fromkeys(part for part in places if part))
    return _sentence(sentence, report) + (f" — {plain(where)}" if where else "")


def _point(point: Point, report: Report) -> Iterator[str]:
    yield f"### {plain(point.heading)}"
    if point.ruling:
        yield _ruling(point.ruling, report)
    for block in point.blocks:
        yield from _block(block, report)


def _ruling(ruling: Ruling, report: Report) -> str:
    more = ruling_line(ruling, report.lang)
    return f"**{labels(report.lang).rulings[ruling.ruling]}**" + (f" · {plain(more)}" if more else "")


def _block(block: Block, report: Report) -> Iterator[str]:
    text = _prose(block.sentences, report)
    yield f"> {text}" if text and block.kind == "quote" else text
    if block.table:
        yield _table(block.table, report)
    if block.picture:
        yield _picture(block.picture, report)


def _table(table: Table, report: Report) -> str:
    """A table of one line per row; the word *unknown* stands where nothing is known."""
    unknown = f"*{labels(report.lang).unknown}*"
    head = " | ".join(plain(text) for text in (table.corner, *table.columns))
    lines = [f"| {head} |", "|---" * (len(table.columns) + 1) + "|"]
    for row in table.rows:
        cells = [_prose(cell.sentences, report) or unknown for cell in table.cells(row)]
        lines.append("| " + " | ".join([f"**{plain(row.heading)}**" if row.heading.strip() else "", *cells]) + " |")
    return "\n".join(lines)


def _picture(picture: Drawing, report: Report) -> str:
    """What it shows, then the picture as Mermaid, or the same as a table."""
    parts = [plain(picture.alt)]
    if picture.mermaid:
        fence = "`" * max(3, *(len(run) + 1 for run in re.findall(r"`+", picture.mermaid)), 3)
        parts.append(f"{fence}mermaid\n{picture.mermaid}\n{fence}")
    elif picture.table:
        parts.append(_table(picture.table, report))
    return "\n\n".join(part for part in parts if part)


def _disagreements(report: Report) -> Iterator[str]:
    if not report.disagreements:
        return
    yield f"## {EN.disagreements}"
    for one in report.disagreements:
        note = f"\n\n{plain(one.note)}" if one.note else ""
        yield f"**{plain(one.about)}**\n\n" + "\n".join(f"- {_sentence(side, report)}" for side in one.sides) + note


def _reference(reference: Reference, report: Report) -> str:
    """A footnote: title, publisher or file, date, link, then each passage as a quotation."""
    head = [plain(reference.title), plain(reference.file or reference.publisher)]
    head.append(plain(dates(reference, report.lang)))
    if _is_web(reference.uri):
        head.append(f"<{reference.uri}>")
    lines = [f"[^{reference.number}]: " + " · ".join(dict.fromkeys(part for part in head if part))]
    for passage in reference.passages:
        lines += ["", *_passage(passage, report)]
    return "\n".join(lines)


def _passage(passage: CitedPassage, report: Report) -> Iterator[str]:
    where = place(None, passage, report.lang)
    if where:
        yield f"    > *{plain(where)}*"
        yield "    >"
    for line in filter(str.strip, passage.text.splitlines()):
        yield f"    > {plain(line)}  "


def _is_web(uri: str) -> bool:
    return bool(re.fullmatch(r"https?://[^\s<>\"'`\\]+", uri))


def _how_made(report: Report) -> Iterator[str]:
    made, words = report.how_made, labels(report.lang)
    if made.costs:
        yield _cost_table(report)
    elif made.roles:
        rows = "\n".join(f"| {plain(one.role)} | {plain(one.by)} |" for one in made.roles)
        yield f"| {words.role} | {words.by} |\n|---|---|\n{rows}"
    if made.searches:
        yield "\n".join(f"- {plain(line)}" for line in search_lines(report))
    yield plain(figures_line(report))
    yield plain(words.claims.format(supported=made.supported, partial=made.partial, removed=made.removed))
    if made.prices:
        yield plain(words.prices.format(made.prices))
    if made.replay:
        yield f"{words.replay}: `{made.replay.replace('`', '')}`"


def _cost_table(report: Report) -> str:
    costs, words = report.how_made.costs, labels(report.lang)
    lines = [f"| {' | '.join(words.costs.values())} |", "|---|---|---:|---:|---:|---:|"]
    for row in cost_rows(costs, report.lang):
        lines.append(_cost_line(row, plain(row.role), plain(row.by)))
    total = total_row(costs, report.lang)
    return "\n".join([*lines, _cost_line(total, f"**{total.role}**", "")])


def _cost_line(row: CostRow, role: str, by: str) -> str:
    usd = f"*{plain(row.usd)}*" if row.is_unknown else plain(row.usd)
    return f"| {role} | {by} | {row.calls} | {row.input_tokens} | {row.output_tokens} | {usd} |"


def search_lines(report: Report) -> list[str]:
    """One line per search: where, the query, what it gave."""
    words = labels(report.lang)
    lines = []
    for one in report.how_made.searches:
        where = words.documents if one.where == "documents" else words.web
        gave = words.failed.format(one.error) if one.error else words.found.format(one.found)
        lines.append(f"{words.searched} ({where}): {one.query} → {gave}")
    return lines


def figures_line(report: Report) -> str:
    """What was read, called and paid."""
    made, words = report.how_made, labels(report.lang)
    line = words.figures.format(
        sources=made.sources,
        passages=made.passages,
        calls=made.calls,
        rules=made.rule_calls,
        tokens=made.input_tokens + made.output_tokens,
        price=price(made.usd, report.lang),
        seconds=made.seconds,
    )
    return f"{line} · {words.reused.format(made.reused)}" if made.reused else line

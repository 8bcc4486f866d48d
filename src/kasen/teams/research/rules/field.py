"""The one cell of a table's row that answers by a criterion, found by the headings of the table."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.research.rules.coverage import COVERED, coverage
from kasen.teams.research.rules.question import folded
from kasen.teams.research.rules.subject import Place, Subjects, is_row, row_cells
from kasen.teams.research.schemas.compare import Criterion


def field(place: Place, item: int, subjects: Subjects, criterion: Criterion, *, lang: str) -> str:
    """What a row says of item number `item` by that criterion; empty where the headings do not tell.

    Under a heading that says more than the criterion (`重量 (kg)` for weight), the heading goes before the value.
    """
    quote = place.quote.strip()
    if "\n" in quote or not is_row(quote):
        return ""
    own, names = row_cells(quote), (criterion.name, *criterion.also)
    head = _head(place, len(own))
    if len(own) < 2 or not head:
        return ""
    named = [subjects.named(cell) for cell in own]
    if not any(named):  # Items stand side by side, and each row is a criterion.
        columns = [at for at, label in enumerate(head) if at and subjects.named(label) == {item}]
        return own[columns[0]] if len(columns) == 1 and _of_names(own[:1], names) is not None else ""
    if any(things and things != {item} for things in named):
        return ""
    at = _of_names(["" if things else label for label, things in zip(head, named, strict=True)], names)
    if at is None or not own[at]:
        return ""
    is_same = any(folded(head[at]) == folded(name) for name in names)
    return own[at] if is_same else f"{head[at]}{'：' if lang == 'ja' else ': '}{own[at]}"


def _head(place: Place, width: int) -> list[str]:
    """The row of the headings: the first of the rows that the quotation stands in, or the passage's last heading."""
    found: list[str] = []
    for line in reversed(place.text[: place.start].splitlines()):
        if not is_row(line):
            break
        found = row_cells(line)
    # A passage that was cut out of a long table has the row of its headings as its last heading.
    above = next((row_cells(heading) for heading in place.headings[-1:] if is_row(heading)), found)
    return above if len(above) == width else []


def _of_names(labels: Sequence[str], names: Sequence[str]) -> int | None:
    """The one label that is a name of the criterion, else the one that has its words; None for none or several."""
    same = [at for at, label in enumerate(labels) if any(folded(label) == folded(name) for name in names)]
    near = [at for at, label in enumerate(labels) if label and any(coverage(n, label) >= COVERED for n in names)]
    found = same or near
    return found[0] if len(found) == 1 else None

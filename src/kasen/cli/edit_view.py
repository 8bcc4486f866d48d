"""How one edit looks in a terminal: what is wrong, the words before and after with those that changed marked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from kasen.cli.columns import cells
from kasen.prompts.outside import printable

if TYPE_CHECKING:
    from rich.text import Text

    from kasen.tools.word_diff import Run

WIDEST = 100
"""Columns that the words of an edit are broken at, where the terminal has them."""
NARROWEST = 24
INDENT = 8
_ATOM = re.compile(r"[ \t]+|[!-~\u00a1-\u024f]+|.", re.DOTALL)
STYLES = {"old": "red", "new": "green"}
SEVERITIES = {"critical": "bold red", "major": "yellow", "minor": "dim"}


class Edit(NamedTuple):
    """An edit as a pause shows it, in the words of outside."""

    id: str
    line: int
    old: str
    new: str
    finding: str = ""
    severity: str = ""
    question: str = ""
    critic: str = ""


def edit_of(shown: Any) -> Edit | None:
    """The edit that a pause shows, or None for anything else."""
    if not isinstance(shown, dict):
        return None
    texts = {name: shown.get(name) or "" for name in Edit._fields if name != "line"}
    line = shown.get("line", 0)
    if not texts["id"] or not isinstance(line, int) or not all(isinstance(text, str) for text in texts.values()):
        return None
    return Edit(line=line, **texts)


def _fit(edit: Edit) -> Edit:
    """The same with every text fit for a terminal."""
    texts = {name: printable(text).replace("\t", "    ") for name, text in edit._asdict().items() if name != "line"}
    return Edit(line=edit.line, **texts)


class Style(NamedTuple):
    """What a kind of words looks like: a style of rich, and signs around it where styles do not show."""

    style: str
    before: str = ""
    after: str = ""


def view(edit: Edit, *, head: str, words: dict[str, str], width: int, plain: bool) -> list[Text]:
    """Lines for the screen. `plain`: changed words stand in brackets, because colours do not show."""
    from rich.text import Text

    from kasen.tools.word_diff import word_diff

    edit = _fit(edit)
    room = max(NARROWEST, min(width, WIDEST) - INDENT)
    place = [words["line"].format(edit.line), words.get(edit.severity, edit.severity), edit.critic.replace("_", " ")]
    lines = [
        Text.assemble((f"  {head}  {edit.id}", "bold"), (f"  {' · '.join(part for part in place if part)}", "dim"))
    ]
    if edit.severity in SEVERITIES:
        lines[0].highlight_words([words.get(edit.severity, edit.severity)], SEVERITIES[edit.severity])
    lines += _paragraph(edit.finding, "", room)
    lines += _paragraph(edit.question, "yellow", room, sign="?")
    old, new = word_diff(edit.old.strip("\n"), edit.new.strip("\n"))
    lines += _version(old, "old", room, plain=plain) or [Text(f"{' ' * INDENT}{words['insert']}", "dim")]
    lines += _version(new, "new", room, plain=plain) or [Text(f"{' ' * INDENT}{words['delete']}", "dim")]
    return lines


def _paragraph(text: str, style: str, room: int, sign: str = " ") -> list[Text]:
    return list(_block([(text, Style(style))], sign, style, room)) if text else []


def _version(runs: Sequence[Run], side: str, room: int, *, plain: bool) -> list[Text]:
    colour, sign = STYLES[side], "−" if side == "old" else "+"
    marks = ("[-", "-]") if side == "old" else ("{+", "+}")
    changed = Style(f"bold underline {colour}", *(marks if plain else ("", "")))
    pieces = [(run.text, changed if run.changed else Style("")) for run in runs]
    return list(_block(pieces, sign, colour, room)) if "".join(text for text, _ in pieces) else []


def _block(pieces: Iterable[tuple[str, Style]], sign: str, colour: str, room: int) -> Iterator[Text]:
    from rich.text import Text

    lead = " " * (INDENT - 2)
    for number, line in enumerate(_broken(pieces, room)):
        text = Text(lead)
        text.append(f"{sign if number == 0 else ' '} ", colour)
        for word, style in line:
            text.append(word, style)
        yield text


def _broken(pieces: Iterable[tuple[str, Style]], room: int) -> Iterator[list[tuple[str, str]]]:
    """Lines of at most `room` columns: Japanese breaks between letters, but not before what may begin no line."""
    from kasen.tools.report.drawing.lettering import NEVER_FIRST

    line: list[tuple[str, str]] = []
    used = 0
    for atom, style in _atoms(pieces, room):
        if atom == "\n" or (used + cells(atom) > room and line and atom[0] not in NEVER_FIRST):
            yield line
            line, used = [], 0
            if not atom.strip():
                continue
        line.append((atom, style))
        used += cells(atom)
    yield line


def _atoms(pieces: Iterable[tuple[str, Style]], room: int) -> Iterator[tuple[str, str]]:
    for text, style in pieces:
        for atom in _ATOM.findall(f"{style.before}{text}{style.after}" if text else ""):
            for start in range(0, len(atom), room):
                yield atom[start : start + room], style.style

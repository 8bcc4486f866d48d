"""What readers of files hand over: rows of raw cells under their numbers, and how much is read of a file."""

from __future__ import annotations

from dataclasses import dataclass, field

from kasen.teams.slides.data.cells import Raw

MOST_BYTES = 64 << 20
"""Of a text file (CSV, JSON Lines); what is beyond is left out and said."""
MOST_FILE = 128 << 20
"""Of a file that can only be read whole (Excel, JSON)."""
MOST_ROWS = 200_000
MOST_COLUMNS = 300
MOST_CELLS = 1_000_000
MOST_TABLES = 20
CELL_CHARS = 2_000
"""Of one cell; longer text is cut."""


class Unusable(Exception):
    """A file of which no table can be read; the message is the reason in one clause, without the file's name."""


@dataclass
class Sheet:
    """Rows as they stand, with the numbers that a spreadsheet gives them."""

    name: str
    rows: list[tuple[int, list[Raw]]]
    notes: list[str] = field(default_factory=list)
    has_names: bool = False
    """True where the first row is the names of the columns without doubt (JSON)."""
    kind: str = ""
    """`records` where rows are no rows of a spreadsheet: then row n is record n - 1."""


@dataclass
class Cutter:
    """Takes rows until there are too many, and says what was left out."""

    lang: str
    rows: list[tuple[int, list[Raw]]] = field(default_factory=list)
    cells: int = 0
    wide: int = 0
    full: bool = False

    def add(self, number: int, cells: list[Raw]) -> bool:
        """Take a row; False when nothing more is taken."""
        if len(self.rows) >= MOST_ROWS or self.cells >= MOST_CELLS:
            self.full = True
            return False
        if len(cells) > MOST_COLUMNS:
            self.wide = max(self.wide, len(cells))
            del cells[MOST_COLUMNS:]
        while cells and (cells[-1] is None or cells[-1] == ""):
            cells.pop()
        if cells:
            self.cells += len(cells)
            self.rows.append((number, cells))
        return True

    def notes(self) -> list[str]:
        """What was left out, one sentence each."""
        found = []
        if self.full and self.rows:
            last = self.rows[-1][0]
            found.append(
                f"{last:,} 行目までを読んだ。それより後の行は数に入っていない。"
                if self.lang == "ja"
                else f"Rows up to {last:,} were read; those after it are in no figure."
            )
        if self.wide:
            found.append(
                f"{self.wide:,} 列のうち左の {MOST_COLUMNS} 列を読んだ。"
                if self.lang == "ja"
                else f"Of {self.wide:,} columns the first {MOST_COLUMNS} were read."
            )
        return found


def said(lang: str, ja: str, en: str) -> str:
    """The sentence in the language of the deck."""
    return ja if lang == "ja" else en

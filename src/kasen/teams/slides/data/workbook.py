"""Excel workbooks, read as a stream: cached values of formulas, merged cells, what is hidden left out, no macros."""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import IO, Any

from lxml import etree

from kasen.knowledge.document import Unreadable
from kasen.knowledge.formats.office import check_archive
from kasen.teams.slides.data.cells import Raw
from kasen.teams.slides.data.formats import Shown, shown, value
from kasen.teams.slides.data.sheet import (  # fmt: skip
    CELL_CHARS,
    MOST_COLUMNS,
    MOST_FILE,
    MOST_TABLES,
    Cutter,
    Sheet,
    Unusable,
    said,
)

_STRINGS = 200 << 20
"""Bytes of the shared strings of a workbook."""
_REFERENCE = re.compile(r"([A-Z]{1,3})(\d{1,7})")
_MERGES = 20_000
_AS_IT_IS = Shown()


@dataclass
class _Book:
    archive: zipfile.ZipFile
    strings: list[str] = field(default_factory=list)
    formats: list[Shown] = field(default_factory=list)
    from_1904: bool = False


@dataclass
class _Odd:
    """What was odd on a sheet."""

    lost: int = 0
    """Formulas whose value the file does not hold."""
    errors: int = 0
    hidden_rows: int = 0
    hidden_columns: set[int] = field(default_factory=set)
    merges: list[tuple[int, int, int, int]] = field(default_factory=list)


def read_workbook(path: Path, lang: str) -> list[Sheet]:
    """A sheet each; hidden ones are left out, and said on the first. Raises Unusable."""
    if path.stat().st_size > MOST_FILE:
        raise Unusable(f"is larger than {MOST_FILE >> 20} MB; save the sheet that matters as CSV")
    data = path.read_bytes()
    try:
        check_archive(data, "an Excel")
        return _sheets(zipfile.ZipFile(io.BytesIO(data)), lang)
    except Unreadable as error:
        raise Unusable(str(error)) from None
    except (etree.XMLSyntaxError, zipfile.BadZipFile, KeyError, ValueError, EOFError, OverflowError) as error:
        raise Unusable(f"is not a sound Excel file ({str(error)[:80]})") from None


def _sheets(archive: zipfile.ZipFile, lang: str) -> list[Sheet]:
    book = _Book(archive)
    workbook = _workbook_path(archive)
    targets = _relations(archive, workbook)
    listed, hidden = [], []
    for node in _nodes(archive, workbook, "sheet", "workbookPr"):
        if node.tag.endswith("}workbookPr"):
            book.from_1904 = node.get("date1904") in ("1", "true")
        elif node.get("state") in ("hidden", "veryHidden"):
            hidden.append(node.get("name") or "")
        else:
            relation = next((v for k, v in node.attrib.items() if k.endswith("}id")), "")
            kind, target = targets.get(relation, ("", ""))
            if kind == "worksheet":
                listed.append((node.get("name") or "", target))
    for kind, target in targets.values():
        if kind == "sharedStrings":
            book.strings = _strings(archive, target)
        elif kind == "styles":
            book.formats = _formats(archive, target)
    sheets = [_sheet(book, name, target, lang) for name, target in listed[:MOST_TABLES]]
    notes = _left_out(archive, hidden, listed[MOST_TABLES:], lang)
    if sheets:
        sheets[0].notes[:0] = notes
    return sheets


def _left_out(archive: zipfile.ZipFile, hidden: list[str], more: list[tuple[str, str]], lang: str) -> list[str]:
    notes = []
    if hidden:
        names = ", ".join(f"`{name[:40]}`" for name in hidden[:5])
        notes.append(said(lang, f"非表示のシート {names} は読まなかった。", f"Hidden sheet(s) {names} were not read."))
    if more:
        notes.append(
            said(lang, f"シートは最初の {MOST_TABLES} 枚を読んだ。", f"Only the first {MOST_TABLES} sheets were read.")
        )
    if any(name.lower().endswith("vbaproject.bin") for name in archive.namelist()):
        notes.append(said(lang, "マクロは無視した。", "Macros were ignored."))
    return notes


def _sheet(book: _Book, name: str, target: str, lang: str) -> Sheet:
    cutter, odd = Cutter(lang), _Odd()
    number = 0
    for node in _nodes(book.archive, target, "row", "col", "mergeCell"):
        kind = etree.QName(node).localname
        if kind == "col" and node.get("hidden") in ("1", "true"):
            first, last = int(node.get("min", "1")), int(node.get("max", "1"))
            odd.hidden_columns.update(range(first - 1, min(last, MOST_COLUMNS)))
        elif kind == "mergeCell" and len(odd.merges) < _MERGES:
            odd.merges.append(_area(node.get("ref", "")))
        elif kind == "row":
            number = int(node.get("r") or number + 1)
            cells = _cells(book, node, odd)
            if node.get("hidden") in ("1", "true"):
                odd.hidden_rows += any(cell is not None for cell in cells)
            elif not cutter.add(number, cells):
                break
    _spread(cutter.rows, odd.merges)
    hidden = _without(cutter.rows, odd.hidden_columns)
    return Sheet(name, cutter.rows, cutter.notes() + _oddities(odd, hidden, lang))


def _oddities(odd: _Odd, columns: int, lang: str) -> list[str]:
    told = (
        (odd.lost, "値のない数式 {} 個は空として扱った。", "{} formula(s) without a stored value count as empty."),
        (odd.errors, "エラーのセル {} 個を空として扱った。", "{} cell(s) with an error count as empty."),
        (odd.hidden_rows, "非表示の行 {} 行を除いた。", "{} hidden row(s) were left out."),
        (columns, "非表示の列 {} 列を除いた。", "{} hidden column(s) were left out."),
    )  # fmt: skip
    return [said(lang, ja, en).format(count) for count, ja, en in told if count]


def _cells(book: _Book, row: Any, odd: _Odd) -> list[Raw]:
    cells: list[Raw] = []
    for cell in row:
        reference = cell.get("r")
        column = _column(reference) if reference else len(cells)
        if column > MOST_COLUMNS:
            column = MOST_COLUMNS
        while len(cells) <= column:
            cells.append(None)
        cells[column] = _cell(book, cell, odd)
    return cells


def _cell(book: _Book, cell: Any, odd: _Odd) -> Raw:
    kind = cell.get("t", "n")
    text, inline, is_formula = "", None, False
    for part in cell:
        name = part.tag.rpartition("}")[2] if isinstance(part.tag, str) else ""
        if name == "v":
            text = part.text or ""
        elif name == "f":
            is_formula = True
        elif name == "is":
            inline = part
    if kind == "inlineStr" and inline is not None:
        return _words(inline)[:CELL_CHARS].strip() or None
    if not text:
        odd.lost += is_formula
        return None
    if kind == "n":
        style = int(cell.get("s") or 0)
        how = book.formats[style] if style < len(book.formats) else _AS_IT_IS
        return value(float(text), how, from_1904=book.from_1904)
    return _other(book, kind, text, odd)


def _other(book: _Book, kind: str, text: str, odd: _Odd) -> Raw:
    if kind == "s":
        index = int(text)
        return (book.strings[index] if 0 <= index < len(book.strings) else "") or None
    if kind == "e":
        odd.errors += 1
        return None
    if kind == "b":
        return text.strip() in ("1", "true")
    return text[:CELL_CHARS].strip() or None


def _spread(rows: list[tuple[int, list[Raw]]], merges: list[tuple[int, int, int, int]]) -> None:
    """Words merged downward hold for each row; across, for several columns. A number is never made several."""
    by_number = dict(rows)
    for top, left, bottom, right in merges:
        origin = by_number.get(top)
        if origin is None or left >= len(origin) or not isinstance(origin[left], str) or right - left > MOST_COLUMNS:
            continue
        for number in range(top, min(bottom, top + len(rows)) + 1):
            cells = by_number.get(number)
            if cells is None:
                continue
            cells.extend([None] * (right + 1 - len(cells)))
            for column in range(left, right + 1):
                if cells[column] is None:
                    cells[column] = origin[left]


def _without(rows: list[tuple[int, list[Raw]]], columns: set[int]) -> int:
    """Take columns away; how many held something."""
    held = {c for c in columns for _, cells in rows if c < len(cells) and cells[c] is not None}
    for _, cells in rows:
        for column in sorted(columns, reverse=True):
            if column < len(cells):
                del cells[column]
    return len(held)


def _workbook_path(archive: zipfile.ZipFile) -> str:
    for node in _nodes(archive, "_rels/.rels", "Relationship"):
        if (node.get("Type") or "").endswith("/officeDocument"):
            return (node.get("Target") or "").lstrip("/")
    raise Unusable("is not an Excel file")


def _relations(archive: zipfile.ZipFile, part: str) -> dict[str, tuple[str, str]]:
    folder, name = posixpath.split(part)
    found = {}
    for node in _nodes(archive, f"{folder}/_rels/{name}.rels", "Relationship"):
        if node.get("TargetMode") == "External":
            continue
        target = node.get("Target") or ""
        path = target.lstrip("/") if target.startswith("/") else posixpath.normpath(posixpath.join(folder, target))
        found[node.get("Id") or ""] = ((node.get("Type") or "").rsplit("/", 1)[-1], path)
    return found


def _strings(archive: zipfile.ZipFile, part: str) -> list[str]:
    found, size = [], 0
    for node in _nodes(archive, part, "si"):
        text = _words(node)[:CELL_CHARS].strip()
        size += len(text) + 60
        if size > _STRINGS:
            raise Unusable("holds more text than is read of a workbook")
        found.append(text)
    return found


def _words(node: Any) -> str:
    """The text of a string without its reading aids (`rPh`)."""
    return "".join(
        part.text or ""
        for part in node.iter("{*}t")
        if not any(etree.QName(parent).localname == "rPh" for parent in part.iterancestors() if parent is not node)
    )


def _formats(archive: zipfile.ZipFile, part: str) -> list[Shown]:
    codes: dict[int, str] = {}
    found: list[Shown] = []
    for node in _nodes(archive, part, "numFmt", "cellXfs"):
        if node.tag.endswith("}numFmt"):
            codes[int(node.get("numFmtId", "0"))] = node.get("formatCode") or ""
        else:
            ids = [int(xf.get("numFmtId", "0")) for xf in node if isinstance(xf.tag, str)]
            found = [shown(number, codes.get(number, "")) for number in ids]
    return found


def _nodes(archive: zipfile.ZipFile, part: str, *names: str) -> Iterator[Any]:
    """Elements of these names as they end, each forgotten after it was looked at. A DTD is refused."""
    with archive.open(part) as stream:
        if b"<!DOCTYPE" in _head(stream):
            raise Unusable("holds a DTD, which no Excel file does")
    with archive.open(part) as stream:
        tags = [f"{{*}}{name}" for name in names]
        for _, node in etree.iterparse(
            stream, tag=tags, resolve_entities=False, load_dtd=False, no_network=True, huge_tree=False
        ):
            yield node
            node.clear()
            while node.getprevious() is not None and node.getparent() is not None:
                del node.getparent()[0]


def _head(stream: IO[bytes]) -> bytes:
    return stream.read(4096).replace(b"\x00", b"")


@lru_cache(maxsize=1 << 15)
def _letters(letters: str) -> int:
    index = 0
    for letter in letters:
        index = index * 26 + ord(letter) - 64
    return index - 1


def _column(reference: str) -> int:
    """The column of `AB12`, from 0. Raises ValueError for what is no reference."""
    letters = reference.rstrip("0123456789")
    if not letters.isalpha() or not letters.isascii() or len(letters) > 3:
        raise ValueError(f"{reference[:20]!r} is no cell")
    return _letters(letters)


def _area(reference: str) -> tuple[int, int, int, int]:
    found = _REFERENCE.findall(reference)
    if len(found) != 2:
        return 0, 0, 0, 0
    (left, top), (right, bottom) = found
    return int(top), _letters(left), int(bottom), _letters(right)

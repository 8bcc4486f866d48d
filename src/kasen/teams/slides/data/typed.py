"""From the words of a block to typed columns: numbers with units, moments, yes and no; totals set apart."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from typing import Any

from kasen.teams.slides.data.cells import Amount, Raw, amount, european, is_nothing, is_unit
from kasen.teams.slides.data.moments import moment, slashed, sort_key
from kasen.teams.slides.data.shape import Block
from kasen.teams.slides.data.sheet import Sheet, said
from kasen.teams.slides.data.table import Table, Value
from kasen.teams.slides.data.totals import is_total, total_rows
from kasen.teams.slides.data.views import shown
from kasen.teams.slides.schemas.findings import ColumnProfile, TableProfile

_MOST = 0.8
"""Share of the filled cells of a column that must be of a type for the column to be of it."""
_EXAMPLES = 5
_SAMPLE = 200
"""Filled cells by which a column is given up as one of a type; none is taken for a type by them alone."""
_HEADING_UNIT = re.compile(r"[(\[【/、,]\s*(?P<unit>[^()\[\]【】]{1,24}?)\s*[)\]】]?\s*$")
_YEAR_NAME = re.compile(r"(?:年|年度|西暦|調査年|year|yr|fiscal year|fy)\s*(?:\(.*\))?", re.I)
_DATE_NAME = re.compile(r"日|date|day", re.I)
_CODE_NAME = re.compile(r"(?:コード|番号|no\.?|id|code|#|順位|rank|電話|郵便|tel|zip)(?:\W|$)|(?:^|[_\s])id$", re.I)
_TRUE = {"true", "yes", "y", "はい", "有", "あり", "○", "◯", "済"}
_FALSE = {"false", "no", "n", "いいえ", "無", "なし", "×", "未"}


def table_of(block: Block, sheet: Sheet, *, file: str, path: str, sha256: str, lang: str) -> Table:
    """The block with types; `sheet` says where it stands."""
    columns = list(zip(*(cells for _, cells in block.rows), strict=True))
    read = [_column(name, cells, block.unit, lang) for name, cells in zip(block.names, columns, strict=True)]
    notes = [*sheet.notes, *(note for _, _, note in read if note)]
    kept = [index for index, (p, _, _) in enumerate(read) if not (p.type == "empty" and p.name.startswith("column"))]
    profiles = [read[i][0] for i in kept]
    rows: list[tuple[Value, ...]] = list(zip(*(read[i][1] for i in kept), strict=True))
    numbers = [number for number, _ in block.rows]
    raw = [tuple(cells[i] for i in kept) for _, cells in block.rows]
    totals = total_rows(rows, raw, profiles)
    if totals:
        notes.append(_apart([numbers[i] for i in sorted(totals)], lang))
    body = [i for i in range(len(rows)) if i not in totals]
    profiles = [_measured(p, [rows[i][c] for i in body]) for c, p in enumerate(profiles)]
    kept_rows, at = tuple(rows[i] for i in body), tuple(numbers[i] for i in body)
    return Table(
        profile=TableProfile(
            file=file,
            path=path,
            sheet=sheet.name,
            sha256=sha256,
            rows=len(body),
            header_row=block.header_row,
            columns=tuple(profiles),
            title=block.title,
            shown=shown(kept_rows, at),
            notes=tuple(dict.fromkeys(notes)),
        ),
        rows=kept_rows,
        at=at,
        totals=tuple(rows[i] for i in sorted(totals)),
        title=block.title,
        records=sheet.kind == "records",
    )


def _apart(rows: Sequence[int], lang: str) -> str:
    listed = ", ".join(map(str, rows[:8]))
    return said(
        lang,
        f"{listed} 行目は合計・平均の行とみなし、他の行と一緒に数えない。",
        f"Row(s) {listed} are totals or means and are not counted with the others.",
    )


def _column(name: str, cells: Sequence[Raw], unit: str, lang: str) -> tuple[ColumnProfile, list[Value], str]:
    none = {cell for cell in set(cells) if is_nothing(cell)}
    filled = [cell for cell in cells if cell not in none and cell is not None]
    filled = [cell for cell in filled if not is_total(cell)] or filled
    if not filled:
        return ColumnProfile(name=name, type="empty"), [None] * len(cells), ""
    if flags := _flags(cells, filled):
        return ColumnProfile(name=name, type="bool"), flags, ""
    if moments := _moments(name, cells, len(filled)):
        return ColumnProfile(name=name, type="date"), moments, _order_note(name, filled, lang)
    amounts, note = _amounts(name, cells, filled, lang)
    if amounts:
        found = _unit(name, [a for a in amounts if a is not None], unit)
        formulas = sum(isinstance(c, str) and c.lstrip().startswith("=") for c in filled)
        if formulas:
            en = f"{formulas} formula(s) in `{name}` are not computed and count as empty."
            note = said(lang, f"「{name}」の数式 {formulas} 個は計算せず、空として扱った。", en)
        return ColumnProfile(name=name, type="number", unit=found), [_plain(a) for a in amounts], note
    words = [None if cell is None else _words(cell) for cell in cells]
    return ColumnProfile(name=name, type="text"), list(words), note


def _flags(cells: Sequence[Raw], filled: Sequence[Raw]) -> list[Value]:
    if len(set(map(str, filled[:_SAMPLE]))) > 4:
        return []
    said_yes = {str(cell).strip().casefold() for cell in filled}
    if all(isinstance(cell, bool) for cell in filled) or (
        said_yes <= _TRUE | _FALSE and said_yes & _TRUE and said_yes & _FALSE
    ):
        return [None if is_nothing(c) else str(c).strip().casefold() in _TRUE for c in cells]
    return []


def _moments(name: str, cells: Sequence[Raw], filled: int) -> list[Value]:
    folded = unicodedata.normalize("NFKC", name).strip()
    if _YEAR_NAME.fullmatch(folded):
        years = [
            _year(cell, fiscal="度" in folded or "fiscal" in folded.lower() or folded.lower() == "fy") for cell in cells
        ]
        if sum(year is not None for year in years) >= max(1, _MOST * filled):
            return years
    day_first = _day_first(cells)
    compact = bool(_DATE_NAME.search(folded))
    texts = [str(c) if isinstance(c, str) or (compact and isinstance(c, int)) else "" for c in cells]
    known: dict[str, Value] = {}
    sample = [text for text in texts if text][:_SAMPLE]
    for part in (sample, texts):
        for text in part:
            if text not in known:
                known[text] = moment(text, day_first=day_first, compact=compact) or None
        if sum(known[text] is not None for text in sample) * 2 < len(sample) or not sample:
            return []
    found = [known[text] for text in texts]
    return found if sum(value is not None for value in found) >= max(1, _MOST * filled) else []


def _year(cell: Raw, *, fiscal: bool) -> Value:
    found = amount(cell)
    if found is not None and not found.unit and found.value.is_integer() and 1000 <= found.value <= 2200:
        return f"{'FY' if fiscal else ''}{int(found.value)}"
    text = moment(str(cell)) if isinstance(cell, str) else ""
    return text or None


def _day_first(cells: Sequence[Raw]) -> bool | None:
    """Of a column of `1/4/2024`: whether days come first; by what cannot be a month, else months do."""
    pairs = [pair for cell in cells[:5000] if isinstance(cell, str) and (pair := slashed(cell))]
    if not pairs:
        return None
    return any(first > 12 for first, _ in pairs)


def _order_note(name: str, filled: Sequence[Raw], lang: str) -> str:
    pairs = [pair for cell in filled[:5000] if isinstance(cell, str) and (pair := slashed(cell))]
    if not pairs or any(a > 12 or b > 12 for a, b in pairs):
        return ""
    return said(lang, f"「{name}」は月/日/年の順に読んだ。", f"`{name}` was read as month/day/year.")


def _amounts(name: str, cells: Sequence[Raw], filled: Sequence[Raw], lang: str) -> tuple[list[Amount | None], str]:
    if _CODE_NAME.search(unicodedata.normalize("NFKC", name)):
        return [], ""
    found = _read(cells)
    count = sum(a is not None for a in found)
    formulas = sum(isinstance(c, str) and c.lstrip().startswith("=") for c in filled)
    if count < max(1, _MOST * (len(filled) - formulas)):
        found = [european(cell) for cell in cells]
        if sum(a is not None for a in found) < len(filled) or not any("," in str(cell) for cell in filled):
            return [], ""
    units = Counter(a.unit for a in found if a is not None and a.unit)
    if len(units) > 1:
        listed = ", ".join(sorted(units)[:4])
        en = f"`{name}` mixes units ({listed}) and is not reckoned with."
        return [], said(lang, f"「{name}」は単位({listed})が混ざり、数として扱わない。", en)
    lost = len(filled) - sum(a is not None for a in found) - formulas
    note = ""
    if lost > 0:
        bad = next(str(c) for c, a in zip(cells, found, strict=True) if a is None and not is_nothing(c))
        en = f"{lost} cell(s) of `{name}` ({bad[:20]!r}, …) are no numbers and count as empty."
        note = said(lang, f"「{name}」の {lost} 個のセル({bad[:20]} など)は数でなく、空として扱った。", en)
    return found, note


def _read(cells: Sequence[Raw]) -> list[Amount | None]:
    """The numbers of a column; nothing where a sample shows that it is words."""
    sample = [cell for cell in cells if not is_nothing(cell)][:_SAMPLE]
    if sum(amount(cell) is not None for cell in sample) * 2 < len(sample):
        return [None] * len(cells)
    known: dict[str, Amount | None] = {}
    found = []
    for cell in cells:
        if isinstance(cell, str):
            if cell not in known:
                known[cell] = amount(cell)
            found.append(known[cell])
        else:
            found.append(amount(cell))
    return found


def _unit(name: str, amounts: Sequence[Amount], given: str) -> str:
    own = next((a.unit for a in amounts if a.unit), "")
    if own:
        return own
    match = _HEADING_UNIT.search(unicodedata.normalize("NFKC", name))
    if match and is_unit(match["unit"]):
        return re.sub(r"^(?:単位\s*:?|in |unit\s*:?)\s*", "", match["unit"].strip(), flags=re.I)
    folded = unicodedata.normalize("NFKC", name)
    if re.search(r"(?:率|割合|構成比|シェア|percent|pct|%)\s*$", folded, re.I):
        return "%" if any(abs(a.value) > 1 for a in amounts) or "%" in folded else ""
    return given


def _plain(found: Amount | None) -> Value:
    if found is None:
        return None
    return int(found.value) if found.value.is_integer() and abs(found.value) < 1e15 else found.value


def _words(cell: Any) -> str:
    return " ".join(str(cell).split())


def _measured(profile: ColumnProfile, values: Sequence[Value]) -> ColumnProfile:
    filled = [value for value in values if value is not None and value != ""]
    counted = Counter(map(str, filled))
    update: dict[str, Any] = {"distinct": len(counted), "missing": len(values) - len(filled)}
    if filled and profile.type == "number":
        numbers = [value for value in filled if isinstance(value, int | float)]
        update |= {"low": f"{min(numbers):.12g}", "high": f"{max(numbers):.12g}"}
    elif filled and profile.type == "date":
        in_order = sorted(map(str, filled), key=sort_key)
        update |= {"low": in_order[0], "high": in_order[-1]}
    examples = [text[:60] for text, _ in counted.most_common(_EXAMPLES)]
    return profile.model_copy(update=update | {"examples": tuple(examples)})

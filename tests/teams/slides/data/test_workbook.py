from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook  # type: ignore[import-untyped]

from kasen.teams.slides.data.sheet import Sheet, Unusable
from kasen.teams.slides.data.workbook import read_workbook
from teams.slides.data.tabled import kinds, read, table

RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def book(build: Callable[[Any], None]) -> bytes:
    """A workbook as openpyxl writes it: formulas without values."""
    made = Workbook()
    build(made)
    stream = io.BytesIO()
    made.save(stream)
    return stream.getvalue()


def parts(sheet: str, strings: str = "", more: dict[str, bytes] | None = None) -> bytes:
    """A workbook of bare parts."""
    files = {
        "_rels/.rels": f'<Relationships xmlns="{RELATIONS}"><Relationship Id="r" Type="{OFFICE}/officeDocument" '
        'Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>'
        '<sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{RELATIONS}">'
        f'<Relationship Id="r1" Type="{OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>'
        f'<Relationship Id="r2" Type="{OFFICE}/sharedStrings" Target="/xl/sharedStrings.xml"/>'
        f'<Relationship Id="r3" Type="{OFFICE}/externalLink" TargetMode="External" Target="file:///etc/passwd"/>'
        "</Relationships>",
        "xl/worksheets/sheet1.xml": sheet,
        "xl/sharedStrings.xml": f'<sst xmlns="{MAIN}">{strings}</sst>',
    }
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
        for name, data in (more or {}).items():
            archive.writestr(name, data)
    return stream.getvalue()


def rows(text: str) -> str:
    return f'<worksheet xmlns="{MAIN}"><sheetData>{text}</sheetData></worksheet>'


def sheets(folder: Path, data: bytes) -> list[Sheet]:
    path = folder / "a.xlsx"
    path.write_bytes(data)
    return read_workbook(path, "en")


def test_each_visible_sheet_is_read_and_hidden_ones_are_named(tmp_path: Path) -> None:
    def build(made: Any) -> None:
        made.active.title = "売上"
        made.active.append(["a", "b"])
        for title in ("secret", "Two"):
            made.create_sheet(title).append(["k"])
        made["secret"].sheet_state = "veryHidden"

    found = sheets(tmp_path, book(build))
    assert [one.name for one in found] == ["売上", "Two"]
    assert found[0].notes == ["Hidden sheet(s) `secret` were not read."]


def test_hidden_rows_and_columns_are_left_out_and_said(tmp_path: Path) -> None:
    def build(made: Any) -> None:
        for row in (["a", "b", "c"], [1, 2, 3], [4, 5, 6]):
            made.active.append(row)
        made.active.row_dimensions[2].hidden = True
        made.active.column_dimensions["B"].hidden = True

    (found,) = sheets(tmp_path, book(build))
    assert found.rows == [(1, ["a", "c"]), (3, [4, 6])]
    assert found.notes == ["1 hidden row(s) were left out.", "1 hidden column(s) were left out."]


def test_a_formula_gives_the_value_last_computed_or_counts_as_empty(tmp_path: Path) -> None:
    cells = '<row r="1"><c r="A1"><f>1+1</f><v>2</v></c><c r="B1"><f>A1*2</f></c><c r="C1" t="e"><v>#DIV/0!</v></c>'
    cells += '<c r="D1" t="str"><f>"x"</f><v>word</v></c><c r="E1" t="b"><v>1</v></c></row>'
    (found,) = sheets(tmp_path, parts(rows(cells)))
    assert found.rows == [(1, [2, None, None, "word", True])]
    assert found.notes == [
        "1 formula(s) without a stored value count as empty.",
        "1 cell(s) with an error count as empty.",
    ]


def test_words_of_merged_cells_hold_for_all_of_them_and_numbers_only_once() -> None:
    def build(made: Any) -> None:
        for row in (
            ["region", "shop", "sales"],
            ["East", "A", 10],
            [None, "B", 20],
            ["West", "C", 30],
            [None, "D", None],
        ):
            made.active.append(row)
        for area in ("A2:A3", "A4:A5", "C4:C5"):
            made.active.merge_cells(area)

    found = table(book(build), "a.xlsx")
    assert found.rows == (("East", "A", 10), ("East", "B", 20), ("West", "C", 30), ("West", "D", None))


def test_dates_percents_and_money_have_their_types_and_units() -> None:
    def build(made: Any) -> None:
        made.active.append(["month", "rate", "price", "note"])
        for month in (1, 2, 3):
            made.active.append([date(2024, month, 1), 0.125 * month, 1200 * month, "x"])
            for column, code in ((1, "yyyy/mm"), (2, "0.0%"), (3, "[$¥-411]#,##0")):
                made.active.cell(made.active.max_row, column).number_format = code

    found = table(book(build), "a.xlsx")
    assert kinds(found) == {"month": "date", "rate": "number %", "price": "number 円", "note": "text"}
    assert found.rows[1] == ("2024-02", 25, 2400, "x")
    assert found.at == (2, 3, 4)


def test_reading_aids_are_no_part_of_a_word(tmp_path: Path) -> None:
    strings = "<si><r><t>宇治</t></r><rPh sb='0' eb='2'><t>ウジ</t></rPh></si><si><t> 茶 </t></si>"
    cells = '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>99</v></c></row>'
    (found,) = sheets(tmp_path, parts(rows(cells), strings))
    assert found.rows == [(1, ["宇治", "茶"])]


def test_macros_are_ignored_and_said(tmp_path: Path) -> None:
    (found,) = sheets(tmp_path, parts(rows("<row><c><v>1</v></c></row>"), more={"xl/vbaProject.bin": b"x"}))
    assert found.notes == ["Macros were ignored."]


def test_a_cell_far_away_costs_nothing(tmp_path: Path) -> None:
    text = rows('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>').replace(
        "</worksheet>", '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells></worksheet>'
    )
    (found,) = sheets(tmp_path, parts(text))
    assert found.rows == []
    assert found.notes == ["Of 301 columns the first 300 were read."]


ENTITY = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
FILE = '<!DOCTYPE x [<!ENTITY b SYSTEM "file:///etc/passwd">]>'
WORD = rows('<row><c t="inlineStr"><is><t>&b;</t></is></c></row>')


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "empty"),
        (b"hello", "not an Excel file"),
        (b"PK\x03\x04" + b"x" * 50, "not an Excel file"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 600, "old Office format"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"), "encrypted"),
        (parts(f'<?xml version="1.0"?>{ENTITY}{WORD}'), "holds a DTD"),
        (parts(f'<?xml version="1.0"?>{FILE}{WORD}'), "holds a DTD"),
        (parts("<worksheet><not closed"), "not a sound Excel file"),
        (parts(rows('<row><c r="1A"><v>1</v></c></row>')), "not a sound Excel file"),
        (parts(rows("<row><c><v>one</v></c></row>")), "not a sound Excel file"),
        (parts(rows("<row><c t='s'><v>" + "9" * 5000 + "</v></c></row>")), "not a sound Excel file"),
    ],
)
def test_what_is_no_sound_workbook_is_refused(tmp_path: Path, data: bytes, why: str) -> None:
    with pytest.raises(Unusable, match=why):
        sheets(tmp_path, data)


def test_an_entity_behind_a_long_comment_brings_nothing_in(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("hidden words")
    entity = f'<!DOCTYPE x [<!ENTITY b SYSTEM "{secret.as_uri()}">]>'
    text = (
        f'<?xml version="1.0"?><!--{"x" * 6000}-->{entity}{rows(WORD[WORD.find("<row>") : WORD.find("</sheetData>")])}'
    )
    try:
        found = sheets(tmp_path, parts(text))
    except Unusable:
        return
    assert "hidden" not in str(found[0].rows)


def test_an_archive_that_unpacks_to_far_too_much_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Unusable, match="archive bomb"):
        sheets(tmp_path, parts(rows("<row><c><v>1</v></c></row>" + " " * (80 << 20))))


def test_a_sheet_without_rows_is_no_table() -> None:
    with pytest.raises(Unusable, match="no table"):
        read(book(lambda made: made.active.append([])), "a.xlsx")

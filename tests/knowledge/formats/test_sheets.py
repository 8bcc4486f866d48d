from __future__ import annotations

import io
import time
from contextlib import suppress
from datetime import date

import pytest
from openpyxl import Workbook  # type: ignore[import-untyped]

from kasen.knowledge.document import Unreadable
from kasen.knowledge.formats.sheets import read_csv, read_workbook


def workbook() -> bytes:
    book = Workbook()
    book.active.title = "生産量"
    for row in (
        ["県", "生産量", "日付"],
        ["静岡", 29700, date(2021, 5, 1)],
        ["鹿児島", None, None],
        [],
        ["三重", 1.5, None],
    ):
        book.active.append(row)
    book.create_sheet("空")
    book.create_sheet("二枚目").append(["coffee", 1200.0])
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def test_sheets_are_pages_and_the_header_travels_as_a_heading() -> None:
    made = read_workbook(workbook())
    rows = [(b.page, b.headings, made.text[b.start : b.end]) for b in made.blocks]
    above = ("生産量", "県 | 生産量 | 日付")
    assert rows == [
        (1, above, "県 | 生産量 | 日付"),
        (1, above, "静岡 | 29700 | 2021-05-01"),
        (1, above, "鹿児島"),
        (1, above, "三重 | 1.5"),
        (3, ("二枚目",), "coffee | 1200"),
    ]


def test_numbers_stay_as_they_were_typed_beside_gaps() -> None:
    text = read_workbook(workbook()).text
    assert "29700.0" not in text
    assert "nan" not in text.lower()


@pytest.mark.parametrize("delimiter", [";", "\t", "|"])
def test_decimal_commas_cut_no_cell(delimiter: str) -> None:
    lines = [["Monat", "Umsatz, EUR", "Kosten, EUR"], ["Jan", "1200,5", "800,5"], ["Feb", "1310,0", "790,25"]]
    made = read_csv("\n".join(map(delimiter.join, lines)).encode())
    assert made.text.split("\n") == [" | ".join(line) for line in lines]


def test_other_marks_in_a_file_of_commas_cut_no_cell() -> None:
    assert (
        read_csv(b'name,note\ntea,"black; green"\ncoffee,a|b\n').text == "name | note\ntea | black; green\ncoffee | a|b"
    )


@pytest.mark.parametrize("delimiter", [",", "\t", ";"])
def test_csv_with_any_delimiter(delimiter: str) -> None:
    lines = [delimiter.join(row) for row in (["県", "量"], ["静岡", "29700"], ["鹿児島", "26500"])]
    made = read_csv("\n".join(lines).encode("cp932"))
    assert made.text.split("\n") == ["県 | 量", "静岡 | 29700", "鹿児島 | 26500"]
    assert made.blocks[1].headings == ("県 | 量",)


@pytest.mark.parametrize("delimiter", [",", "\t", ";"])
def test_a_first_row_of_thousands_of_cells_is_cut_as_well(delimiter: str) -> None:
    header = [f"spalte_{number:05}" for number in range(2000)]
    made = read_csv("\n".join(delimiter.join(row) for row in (header, ["x"] * 2000)).encode())
    assert made.text.split("\n") == [" | ".join(header), " | ".join(["x"] * 2000)]


def test_quoted_cells_and_a_single_column() -> None:
    assert read_csv(b'a,b\n"x, y",2\n').text == "a | b\nx, y | 2"
    assert read_csv(b"tea\ncoffee\n").text == "tea\ncoffee"


def test_a_broken_workbook_is_named() -> None:
    with pytest.raises(Unreadable, match="not an Excel file"):
        read_workbook(b"PK\x03\x04 no")


def test_quotes_without_end_cost_no_more_than_their_length() -> None:
    begun = time.process_time()
    for piece in ('"', "'", '",', "'x", '\n"'):
        with suppress(Unreadable):
            read_csv(b"a,b\n" + piece.encode() * 20_000)
    assert time.process_time() - begun < 3

from __future__ import annotations

from pathlib import Path

import pytest

from kasen.teams.slides.data import delimited, sheet
from kasen.teams.slides.data.delimited import read_delimited, text_of
from kasen.teams.slides.data.sheet import Unusable


def rows(path: Path, data: bytes) -> list[tuple[int, list[object]]]:
    path.write_bytes(data)
    (found,) = read_delimited(path, "en")
    return [(number, list(cells)) for number, cells in found.rows]


@pytest.mark.parametrize("charset", ["utf-8", "utf-8-sig", "utf-16", "cp932", "euc_jp"])
def test_a_file_is_read_in_whatever_charset(tmp_path: Path, charset: str) -> None:
    data = "品目,売上\n煎茶,1200\n番茶と焙じ茶,800\n".encode(charset)
    assert rows(tmp_path / "a.csv", data) == [
        (1, ["品目", "売上"]),
        (2, ["煎茶", "1200"]),
        (3, ["番茶と焙じ茶", "800"]),
    ]


@pytest.mark.parametrize("delimiter", [",", "\t", ";", "|"])
def test_the_delimiter_is_the_one_that_cuts_most_lines_alike(tmp_path: Path, delimiter: str) -> None:
    text = f"A title, with a comma\na{delimiter}b{delimiter}c\n1{delimiter}2{delimiter}3\n4{delimiter}5{delimiter}6\n"
    assert rows(tmp_path / "a.csv", text.encode())[2] == (3, ["1", "2", "3"])


def test_excels_own_hint_of_a_delimiter_is_followed(tmp_path: Path) -> None:
    assert rows(tmp_path / "a.csv", b"sep=;\na;b\n1,5;2\n") == [(2, ["a", "b"]), (3, ["1,5", "2"])]


def test_rows_keep_the_numbers_of_a_spreadsheet(tmp_path: Path) -> None:
    data = b'a,b\r\n"two\r\nlines",1\r\n\r\n"say ""hi""",2\r\n'
    assert rows(tmp_path / "a.csv", data) == [(1, ["a", "b"]), (2, ["two\nlines", "1"]), (4, ['say "hi"', "2"])]


def test_a_quotation_mark_that_is_never_closed_costs_no_rows(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b'a,b\n1,"2\n' + b"3,4\n" * 20_000)
    (found,) = read_delimited(path, "en")
    assert len(found.rows) == 20_002
    assert found.notes == ["A quotation mark is never closed; it was read as a sign like others."]


def test_what_is_beyond_the_caps_is_left_out_and_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet, "MOST_ROWS", 3)
    monkeypatch.setattr(sheet, "MOST_COLUMNS", 2)
    path = tmp_path / "a.csv"
    path.write_text("a,b,c\n" + "1,2,3\n" * 9)
    (english,), (japanese,) = read_delimited(path, "en"), read_delimited(path, "ja")
    assert [cells for _, cells in english.rows] == [["a", "b"], ["1", "2"], ["1", "2"]]
    assert english.notes == [
        "Rows up to 3 were read; those after it are in no figure.",
        "Of 3 columns the first 2 were read.",
    ]
    assert "3 行目までを読んだ" in japanese.notes[0]


def test_of_a_file_that_is_too_large_whole_lines_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delimited, "MOST_BYTES", 17)
    path = tmp_path / "a.csv"
    path.write_bytes("品,数\n茶,1\n米,2\n".encode())
    text, is_cut = text_of(path)
    assert (text, is_cut) == ("品,数\n茶,1\n", True)
    assert read_delimited(path, "en")[0].notes == ["Rows up to 2 were read; those after it are in no figure."]


@pytest.mark.parametrize(
    ("data", "why"), [(b"", "is empty"), (b" \n\n", "is empty"), (b"\x00\x01\x02" * 500, "binary")]
)
def test_what_is_no_text_is_refused(tmp_path: Path, data: bytes, why: str) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(data)
    with pytest.raises(Unusable, match=why):
        read_delimited(path, "en")

from __future__ import annotations

import time

import pytest

from kasen.knowledge.document import Unreadable
from kasen.tools.fetch.charsets import decode_page

JAPANESE = "宇治茶の歴史：覆下栽培は十六世紀に始まった。①㈱髙﨑商店、テスト表示ソ能十。" * 4
PLAIN = "宇治茶の歴史。覆下栽培は十六世紀に始まった。テスト表示ソ能十。" * 4


def page(words: str, meta: str = "") -> str:
    return f"<html><head>{meta}<title>t</title></head><body>{words}</body></html>"


@pytest.mark.parametrize(
    ("codec", "label"),
    [("cp932", "Shift_JIS"), ("cp932", "x-sjis"), ("cp932", "windows-31j"), ("euc_jp", "EUC-JP"), ("utf-8", "UTF-8")],
)
@pytest.mark.parametrize("where", ["header", "meta", "http-equiv", "nowhere"])
def test_japanese_pages_are_read_in_their_charset(codec: str, label: str, where: str) -> None:
    words = PLAIN if codec == "euc_jp" else JAPANESE
    meta = {
        "meta": f'<meta charset="{label}">',
        "http-equiv": f"<meta http-equiv=Content-Type content='text/html; charset={label}'>",
    }.get(where, "")
    assert words in decode_page(page(words, meta).encode(codec), label if where == "header" else "")


@pytest.mark.parametrize("declared", ["iso-2022-jp", "", "utf-8"])
def test_mail_like_pages_in_iso_2022_jp_are_read(declared: str) -> None:
    data = page(PLAIN, '<meta charset="iso-2022-jp">').encode("iso2022_jp")
    assert b"\x1b$B" in data
    assert PLAIN in decode_page(data, declared)


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_goes_before_all_words(codec: str) -> None:
    data = page(JAPANESE, '<meta charset="euc-jp">').encode(codec)
    assert JAPANESE in decode_page(data, "shift_jis")


@pytest.mark.parametrize("codec", ["cp932", "euc_jp"])
def test_a_page_goes_before_a_server_that_only_says_latin_1(codec: str) -> None:
    data = page(PLAIN, f'<meta charset="{"shift_jis" if codec == "cp932" else "euc-jp"}">').encode(codec)
    assert PLAIN in decode_page(data, "ISO-8859-1")


def test_valid_utf_8_is_utf_8_whatever_is_declared() -> None:
    assert JAPANESE in decode_page(page(JAPANESE, '<meta charset="shift_jis">').encode(), "euc-jp")


@pytest.mark.parametrize(("codec", "label"), [("utf-8", "utf-8"), ("cp932", "shift_jis")])
def test_one_bad_byte_does_not_spoil_a_page(codec: str, label: str) -> None:
    data = page(JAPANESE).encode(codec)
    at = data.index("覆下".encode(codec))
    text = decode_page(data[:at] + b"\xff" + data[at:], label)
    assert text.count("\ufffd") <= 2
    assert "テスト表示ソ能十。" in text
    assert "十六世紀に始まった" in text


@pytest.mark.parametrize(
    ("codec", "label", "words"),
    [
        ("cp1252", "iso-8859-1", "“Smart” quotes – and café"),
        ("cp1251", "windows-1251", "Чай выращивают в Удзи"),
        ("gb18030", "gb2312", "宇治茶的历史很悠久"),
        ("big5", "big5", "宇治茶的歷史很悠久"),
        ("cp949", "euc-kr", "우지 차의 역사"),
    ],
)
def test_other_charsets_are_those_that_browsers_mean(codec: str, label: str, words: str) -> None:
    assert words in decode_page(page(words * 3).encode(codec), label)


@pytest.mark.parametrize("label", ["punycode", "unicode_escape", "utf-7", "base64", "rot13", "no-such-charset", "idna"])
def test_codecs_of_python_that_are_no_charsets_of_pages_are_not_used(label: str) -> None:
    data = page("caf\u00e9 " * 20_000).encode("latin-1")
    began = time.process_time()
    assert "caf" in decode_page(data, label)
    assert time.process_time() - began < 5


def test_line_ends_are_one_and_zeros_go() -> None:
    assert decode_page("a\r\nb\rc\x00 é".encode("latin-1"), "latin1") == "a\nb\nc é"


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(Unreadable, match="binary"):
        decode_page(bytes(range(256)) * 20)

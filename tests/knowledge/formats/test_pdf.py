from __future__ import annotations

from collections.abc import Callable

import pytest

from kasen.knowledge.document import Unreadable
from kasen.knowledge.formats.pdf import _drop_running_heads, _lines, _paragraphs, read_pdf

HTML = """<html lang="ja"><meta charset="utf-8"><title>日本茶の手引き</title>
<style>body{font-family:"Noto Serif CJK JP"} .page{page-break-after:always}</style>
<div class="page"><h1>一頁目</h1><p>日本茶の中心は静岡県である。静岡県の荒茶生産量は令和三年に二万九千七百トンで、
全国の約四割を占めた。長い間、青い高い山の茶、金色の水色、食用の茶、骨の折れる手摘み、黒い土、鬼と竜の面。</p></div>
<div><h1>二頁目</h1><p>鹿児島県は日照時間が長く、霜の害が少ない。</p></div></html>"""
FODT = """<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
 xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"
 office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">
<office:automatic-styles><style:style style:name="P2" style:family="paragraph">
<style:paragraph-properties fo:break-before="page"/></style:style></office:automatic-styles>
<office:body><office:text>
<text:p>一頁目</text:p><text:p>日本茶の中心は静岡県である。静岡県の荒茶生産量は令和三年に二万九千七百トンで、全国の約四割を占めた。
牧之原台地は日本最大の茶園として知られ、明治の初めに徳川家の旧臣が開墾した土地である。</text:p>
<text:p text:style-name="P2">二頁目</text:p><text:p>鹿児島県は日照時間が長く、霜の害が少ない。</text:p>
</office:text></office:body></office:document>"""


def page_of(words: str, data: bytes) -> int | None:
    converted = read_pdf(data)
    return next((b.page for b in converted.blocks if words in converted.text[b.start : b.end]), None)


def minimal(content: bytes, *, extra: bytes = b"") -> bytes:
    """A PDF of one page by hand: no text unless `content` draws some."""
    return (
        b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
        b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R"
        b"/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj\n"
        b"4 0 obj<</Length " + str(len(content)).encode() + b">>stream\n" + content + b"\nendstream endobj\n"
        b"trailer<</Root 1 0 R" + extra + b">>\n"
    )


def test_japanese_printed_by_chromium_is_read_as_typed_with_its_page(
    chromium_pdf: Callable[[str], bytes],
) -> None:
    data = chromium_pdf(HTML)
    for words, page in (
        ("一頁目", 1),
        ("日本茶の中心", 1),
        ("全国の約四割", 1),
        ("青い高い山", 1),
        ("竜の面", 1),
        ("二頁目", 2),
    ):
        assert page_of(words, data) == page, words
    assert page_of("日照時間", data) == 2
    assert read_pdf(data).title == "日本茶の手引き"
    assert "file://" not in read_pdf(data).text, "what the browser printed at the edge is no text"


def test_japanese_printed_by_libreoffice_is_read_as_typed_with_its_page(office_pdf: Callable[[str], bytes]) -> None:
    data = office_pdf(FODT)
    for words, page in (("一頁目", 1), ("日本茶の中心", 1), ("開墾した土地である", 1), ("二頁目", 2), ("霜の害", 2)):
        assert page_of(words, data) == page, words


def test_a_page_without_a_text_layer_is_called_a_scan() -> None:
    with pytest.raises(Unreadable, match=r"is a scan without a text layer \(1 page\)"):
        read_pdf(minimal(b"0 0 100 100 re f"))


def test_english_text_is_read() -> None:
    data = minimal(b"BT /F1 12 Tf 72 700 Td (Tea comes from Camellia sinensis.) Tj ET")
    assert read_pdf(data).text == "Tea comes from Camellia sinensis."


def test_an_encrypted_file_is_called_so() -> None:
    encrypt = b"/Encrypt<</Filter/Standard/V 1/R 2/O(" + b"x" * 32 + b")/U(" + b"y" * 32 + b")/P -4>>/ID[(a)(a)]"
    with pytest.raises(Unreadable, match="is encrypted"):
        read_pdf(minimal(b"", extra=encrypt))


@pytest.mark.parametrize("data", [b"%PDF-1.7\nnothing more", b"%PDF-1.4" + bytes(range(256)) * 20])
def test_a_broken_file_is_called_so(data: bytes) -> None:
    with pytest.raises(Unreadable, match="is broken"):
        read_pdf(data)


def test_lines_become_paragraphs_again_without_spaces_between_japanese() -> None:
    lines = _lines("日本茶の中\r\n心は静岡\r\nである。\r\n・一つ目\r\n・二つ目")
    assert _paragraphs(lines) == ["日本茶の中心は静岡である。", "・一つ目", "・二つ目"]
    assert _paragraphs(["Coffee comes from the", "berries of a shrub."]) == [
        "Coffee comes from the berries of a shrub."
    ]


def test_radicals_and_broken_words_are_mended() -> None:
    assert _lines("⽇本⻑⻘⾷\ncof\ufffe\nfee") == ["日本長青食", "coffee"]


def test_page_numbers_and_running_heads_go_and_titles_stay() -> None:
    pages = [[f"Annual report 2024 | {n}", f"body {n} of its own", f"- {n} -"] for n in range(1, 5)]
    _drop_running_heads(pages)
    assert pages == [[f"body {n} of its own"] for n in range(1, 5)]
    two = [["Results", "first"], ["Results", "second"]]
    _drop_running_heads(two)
    assert two == [["Results", "first"], ["Results", "second"]]

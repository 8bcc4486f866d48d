"""Why a file was not taken in, in the language of the run."""

from __future__ import annotations

import pytest

from kasen.knowledge.document import Unreadable
from kasen.knowledge.formats.pdf import read_pdf
from kasen.knowledge.reasons import told


@pytest.mark.parametrize(
    ("reason", "japanese"),
    [
        ("is empty", "空"),
        ("is encrypted", "暗号化されている"),
        ("is encrypted or broken", "暗号化されているか、壊れている"),
        ("is broken: not a readable PDF", "壊れている"),
        ("is binary, not text", "文字のファイルではない"),
        (
            "is a scan without a text layer (1 page); put it through OCR first",
            "文字の無いスキャン。先に OCR にかける",
        ),
        ("is in an old Office format; save it as .docx", "古い Office の形式。.docx で保存し直す"),
        ("is too large (300 MB; the limit is 128 MB)", "大きすぎる（300 MB。上限は 128 MB）"),
        ("holds no text", "文字が無い"),
        ("has no pages", "ページが無い"),
    ],
)
def test_a_reason_is_told_in_japanese(reason: str, japanese: str) -> None:
    assert told(reason, "ja") == japanese
    assert told(reason, "en") == reason


def test_a_reason_without_words_of_its_own_stays_as_it_is() -> None:
    assert told("is odd", "ja") == "is odd"
    assert told("is odd", "en") == "is odd"


def test_what_a_reader_says_of_a_broken_pdf_is_known() -> None:
    with pytest.raises(Unreadable) as caught:
        read_pdf(b"%PDF-1.7 broken")
    assert told(str(caught.value), "ja") == "壊れている"

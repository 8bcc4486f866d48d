from __future__ import annotations

import pytest

from kasen.tools.fetch.failure import Failure
from kasen.tools.fetch.media import LIMITS, TYPES, charset, medium


@pytest.mark.parametrize(
    ("content_type", "head", "found"),
    [
        ("text/html; charset=utf-8", b"anything", "html"),
        ("TEXT/HTML", b"", "html"),
        ("application/xhtml+xml", b"<?xml", "html"),
        ("text/plain", b"<html>", "text"),
        ("text/plain", b"A file begins with %PDF-1.4 when", "text"),
        ("text/markdown", b"# a", "markdown"),
        ("application/pdf", b"%PDF-1.7", "pdf"),
        ("text/html", b"%PDF-1.7", "pdf"),
        ("application/octet-stream", b"\n%PDF-1.4", "pdf"),
        ("", b"<!-- a --> <!DOCTYPE HTML><html>", "html"),
        ("", b'\xef\xbb\xbf<?xml version="1.0"?><html xmlns="x">', "html"),
        ("application/xml", b"<html>", "html"),
        ("", "宇治茶".encode(), "text"),
    ],
)
def test_a_body_is_what_its_server_and_its_bytes_say(content_type: str, head: bytes, found: str) -> None:
    assert medium(content_type, head) == found


@pytest.mark.parametrize(
    ("content_type", "head", "why"),
    [
        ("image/png", b"\x89PNG", "`image/png`"),
        ("application/json", b"{}", "`application/json`"),
        ("application/zip", b"PK\x03\x04", "`application/zip`"),
        ("application/rss+xml", b"<rss>", "`application/rss"),
        ("application/xml", b"<feed>", "`application/xml`"),
        ("video/mp4", b"", "`video/mp4`"),
        ("application/octet-stream", b"\x7fELF", "unknown type"),
        ("", b"\x00\x01\x02", "unknown type"),
        ("x" * 500, b"", "`x"),
    ],
)
def test_what_is_no_page_is_refused_by_its_name(content_type: str, head: bytes, why: str) -> None:
    with pytest.raises(Failure, match=why) as told:
        medium(content_type, head)
    assert told.value.kind == "type"
    assert len(str(told.value)) < 100


def test_a_pdf_that_is_none_is_broken() -> None:
    with pytest.raises(Failure, match="not a readable PDF"):
        medium("application/pdf", b"<html>log in first</html>")


def test_every_medium_has_a_limit_and_a_type() -> None:
    assert LIMITS.keys() == TYPES.keys()
    assert LIMITS["html"] < LIMITS["pdf"]


@pytest.mark.parametrize(
    ("content_type", "name"),
    [
        ("text/html; charset=Shift_JIS", "Shift_JIS"),
        ('text/html;charset="utf-8"', "utf-8"),
        ("text/html", ""),
        ("", ""),
    ],
)
def test_the_charset_of_a_content_type(content_type: str, name: str) -> None:
    assert charset(content_type) == name

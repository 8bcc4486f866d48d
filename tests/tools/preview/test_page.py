from __future__ import annotations

from kasen.tools.preview.page import page, style
from kasen.tools.preview.prepare import Head


def test_the_page_is_whole_and_may_load_and_run_nothing() -> None:
    html = page("<p>本文</p>", Head("A <b>", "S", ("X & Y",), "2026"), lang="ja")
    assert html.startswith('<!DOCTYPE html>\n<html lang="ja">')
    assert "default-src 'none'" in html
    assert "script-src" not in html
    assert "<h1>A &lt;b&gt;</h1>" in html
    assert "X &amp; Y · 2026" in html
    assert "http" not in style()
    assert "url(" not in style()


def test_without_a_head_there_is_none() -> None:
    html = page("<h1>CV</h1>", Head(), lang="en")
    assert "<header>" not in html
    assert "<title>Résumé</title>" in html

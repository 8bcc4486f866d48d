from __future__ import annotations

import pytest

from kasen.knowledge.formats.html import read_html

PAGE = """<!doctype html><html><head><meta charset="{charset}"><title>お茶の歴史</title>
<style>p{{color:red}}</style></head>
<body><nav>メニュー</nav><h1>日本茶</h1><p>静岡県は<a href="/x">茶産地</a>である。</p>
<table><tr><th>県</th><th>量</th></tr><tr><td>静岡</td><td>29700</td></tr></table>
<img src="data:image/png;base64,AAAA" alt="茶畑の写真"><script>alert("x")</script><div role="contentinfo">著作権</div>
<footer>会社概要</footer></body></html>"""


@pytest.mark.parametrize("charset", ["utf-8", "shift_jis", "euc-jp"])
def test_a_page_is_read_in_the_charset_that_it_declares(charset: str) -> None:
    made = read_html(PAGE.format(charset=charset).encode(charset))
    assert made.title == "お茶の歴史"
    assert "静岡県は茶産地である。" in made.text
    assert "| 静岡 | 29700 |" in made.text
    assert "茶畑の写真" in made.text
    assert next(b for b in made.blocks if b.kind == "table").headings == ("日本茶",)


def test_menus_scripts_footers_and_addresses_are_left_out() -> None:
    text = read_html(PAGE.format(charset="utf-8").encode()).text
    for unwanted in ("メニュー", "alert", "color", "著作権", "会社概要", "/x", "base64"):
        assert unwanted not in text


def test_a_fragment_and_broken_markup_are_read() -> None:
    assert "tea" in read_html(b"<p>tea <b>and <i>coffee</p>").text
    assert read_html(b"<script>only()</script>").text.strip() == ""

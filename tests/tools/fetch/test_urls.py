from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasen.tools.fetch.urls import believed_canonical, canonical_url


@pytest.mark.parametrize(
    ("url", "canonical"),
    [
        ("HTTP://Example.ORG", "http://example.org/"),
        ("https://example.org:443/a?b=1#c", "https://example.org/a?b=1"),
        ("http://example.org:8080/", "http://example.org:8080/"),
        ("http://example.org:/", "http://example.org/"),
        ("https://example.org./a", "https://example.org/a"),
        ("https://日本語.jp/茶", "https://xn--wgv71a119e.jp/茶"),
        ("https://example.org/?utm_source=x&id=3&UTM_Medium=y&gclid=1&fbclid=2", "https://example.org/?id=3"),
        ("https://example.org/?b=2&a=1&a=", "https://example.org/?b=2&a=1&a="),
        ("https://example.org/a/", "https://example.org/a/"),
        ("https://example.org/a", "https://example.org/a"),
        ("http://[2606:4700:0::1111]:80/", "http://[2606:4700::1111]/"),
        ("http://0x7f.1/", "http://127.0.0.1/"),
        ("mailto:a@example.org", "mailto:a@example.org"),
        ("http://u:p@example.org/", "http://u:p@example.org/"),
        ("http://[broken/", "http://[broken/"),
        ("", ""),
    ],
)
def test_urls_of_one_page_become_one(url: str, canonical: str) -> None:
    assert canonical_url(url) == canonical


@given(st.text(max_size=60), st.sampled_from(["http://example.org", "https://例え.jp:8443", "", "http://"]))
def test_the_form_of_a_url_is_final(rest: str, start: str) -> None:
    once = canonical_url(start + rest)
    assert canonical_url(once) == once


@pytest.mark.parametrize(
    ("declared", "believed"),
    [
        ("https://example.org/tea", "https://example.org/tea"),
        ("https://EXAMPLE.org/tea?utm_source=a#b", "https://example.org/tea"),
        ("http://example.org/tea", "https://example.org/tea"),
        ("", "https://example.org/teas/uji?page=2"),
        ("https://evil.example/tea", "https://example.org/teas/uji?page=2"),
        ("https://example.org:8443/tea", "https://example.org/teas/uji?page=2"),
        ("https://example.org/", "https://example.org/teas/uji?page=2"),
        ("javascript:alert(1)", "https://example.org/teas/uji?page=2"),
        ("https://user@example.org/tea", "https://example.org/teas/uji?page=2"),
        ("https://example.org.evil.example/", "https://example.org/teas/uji?page=2"),
    ],
)
def test_a_page_is_believed_about_its_address_only_on_its_own_host(declared: str, believed: str) -> None:
    assert believed_canonical(declared, "https://example.org/teas/uji?page=2&fbclid=1") == believed

from __future__ import annotations

from kasen.tools.objects.model import place_of, scheme_of


def test_an_address_says_what_keeps_it_and_where() -> None:
    assert (scheme_of("gs://bucket/runs"), place_of("gs://bucket/runs")) == ("gs", "bucket/runs")
    assert (scheme_of("file:///mnt/x"), place_of("file:///mnt/x")) == ("file", "/mnt/x")
    assert (scheme_of(""), place_of("")) == ("", "")

from __future__ import annotations

import pytest

from kasen.teams.resume.document.links import is_shared, own_domain, profiles_in, urls_in


@pytest.mark.parametrize(
    ("text", "handle"),
    [
        ("https://github.com/jo-specimen.", "jo-specimen"),
        ("linkedin.com/in/jo", "jo"),
        ("https://jp.linkedin.com/in/jo/", "jo"),
        ("https://x.com/@jo", "jo"),
        ("qiita.com/jo/items/1", "jo"),
        ("https://specimen.github.io/cv", "specimen"),
        ("mihon.hatenablog.com", "mihon"),
    ],
)
def test_profiles_are_known_with_their_account(text: str, handle: str) -> None:
    found = list(profiles_in(f"see {text} there"))
    assert [one[2] for one in found] == [handle]


@pytest.mark.parametrize(
    "text",
    ["https://github.com/apache/arrow", "https://github.com/features", "notgithub.com/jo", "https://example.com/in/jo"],
)
def test_products_and_pages_of_others_are_no_profiles(text: str) -> None:
    assert list(profiles_in(text)) == []


def test_addresses_end_before_the_punctuation_of_the_sentence() -> None:
    assert [url for _, _, url in urls_in("See https://Example.com/a, (www.e.jp).")] == [
        "https://example.com/a",
        "www.e.jp",
    ]


def test_the_domain_of_a_mail_address_is_somebodys_own_unless_a_provider_has_it() -> None:
    assert own_domain("jo@specimen.dev") == "specimen.dev"
    assert own_domain("jo@gmail.com") == ""
    assert is_shared("gist.github.com")
    assert not is_shared("specimen.dev")

from __future__ import annotations

import pytest

from kasen.teams.resume.document.front import front_fields
from kasen.teams.resume.document.parse import parse


def fields(yaml: str) -> list[tuple[str, str]]:
    text = f"---\n{yaml}\n---\n"
    return [(one.kind, text[one.start : one.end]) for one in front_fields(parse(text))]


@pytest.mark.parametrize(
    ("yaml", "expected"),
    [
        ("author: Jo Specimen", [("name", "Jo Specimen")]),
        ("author:\n  - Jo Specimen\n  - Al Muster", [("name", "Jo Specimen"), ("name", "Al Muster")]),
        (
            "author:\n  - name: Jo\n    email: j@e.com\n    affiliation:\n      - name: Example Corp",
            [("name", "Jo"), ("email", "j@e.com")],
        ),
        ("author:\n  name:\n    given: Jo\n    family: Specimen", [("name", "Jo"), ("name", "Specimen")]),
        ("image: me.png\nphone: 555\nlang: ja", [("photo", "me.png"), ("phone", "555")]),
        (
            "address: |\n  12 Sample Street\n  Exampletown",
            [("address", "12 Sample Street"), ("address", "Exampletown")],
        ),
        ("format:\n  html:\n    theme: cosmo\ntitle: CV", []),
    ],
)
def test_values_of_personal_keys_are_found_however_deep(yaml: str, expected: list[tuple[str, str]]) -> None:
    assert fields(yaml) == expected


def test_front_matter_that_is_no_yaml_is_read_line_by_line() -> None:
    assert ("email", "j@e.com") in fields("title: [unclosed\nemail: j@e.com")

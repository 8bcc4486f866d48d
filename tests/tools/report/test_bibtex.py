from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasen.tools.report.bibtex import bibtex, escaped, key
from kasen.tools.report.model import CitedPassage, Reference
from tools.report.full import full
from tools.report.sample import HOSTILE, report


def parsed(text: str) -> dict[str, dict[str, str]]:
    """Entries by key, as BibTeX reads them: it counts every brace, and text outside of entries is a comment."""
    found: dict[str, dict[str, str]] = {}
    place = 0
    while (at := text.find("@", place)) >= 0:
        head = re.compile(r"@(\w+)\{([A-Za-z0-9.:-]+),\s*").match(text, at)
        assert head, text[at : at + 60]
        fields = {"": head[1]}
        place = head.end()
        while text[place] != "}":
            name = re.compile(r"(\w+) = \{").match(text, place)
            assert name, text[place : place + 60]
            depth, start = 1, name.end()
            place = start
            while depth:
                depth += {"{": 1, "}": -1}.get(text[place], 0)
                place += 1
            fields[name[1]] = text[start : place - 1]
            rest = re.compile(r",\s*").match(text, place)
            assert rest
            place = rest.end()
        assert head[2] not in found
        found[head[2]] = fields
    return found


def test_each_reference_is_an_entry_with_what_is_known_of_it() -> None:
    page, _, undated, document = parsed(bibtex(full("ja"))).values()
    assert page == {
        "": "online",
        "title": "{茶の栽培と覆い}",
        "organization": "架空の茶業研究会",
        "date": "2024-03-01",
        "url": "https://tea.example/ja/0?a=1&b=100%25",
        "urldate": "2026-11-20",
    }
    assert "date" not in undated
    assert document == {
        "": "misc",
        "title": "{茶業統計の概要}",
        "howpublished": r"tea/統計\_2024.pdf",
        "date": "2024-06",
        "note": "参照箇所：12 ページ",
    }


def test_pages_slides_and_sheets_are_told_apart() -> None:
    passages = tuple(
        CitedPassage(id=str(n), text="x", page=n, unit=unit) for n, unit in ((3, "page"), (1, "page"), (3, "page"))
    )
    whole = report().model_copy(
        update={"references": (Reference(number=1, title="t", file="t.pdf", passages=passages),)}
    )
    (entry,) = parsed(bibtex(whole)).values()
    assert entry["note"] == "Used: p. 1, p. 3"


def test_hostile_words_are_a_title_and_nothing_else() -> None:
    entries = parsed(bibtex(report(text=HOSTILE + " } @evil{x, } \\input{/etc/passwd} %")))
    assert len(entries) == 2
    for entry in entries.values():
        assert entry.keys() <= {"", "title", "organization", "howpublished", "date", "url", "urldate", "note"}
        assert not re.search(r"\\input|(?<!\\)[%$&#_~^]", re.sub(r"https?://\S+", "", entry["title"]))
    assert "javascript" not in "".join(entry.get("url", "") for entry in entries.values())


@given(st.text(max_size=60))
def test_braces_are_balanced_and_every_letter_is_kept(text: str) -> None:
    made = escaped(text)
    depth = 0
    for letter in made:
        depth += {"{": 1, "}": -1}.get(letter, 0)
        assert depth >= 0
    assert depth == 0
    names = {"backslash": "\\", "braceleft": "{", "braceright": "}", "asciitilde": "~", "asciicircum": "^"}
    back = re.sub(r"\\text(\w+)\{\}|\\([$&#%_])", lambda found: names[found[1]] if found[1] else found[2], made)
    assert back == "".join(letter for letter in " ".join(text.split()) if letter.isprintable())


def test_keys_stay_the_same_and_differ() -> None:
    one = Reference(number=1, title="T", uri="https://www.example.com/a", published="2024-05-01")
    assert key(one) == key(one.model_copy(update={"number": 7, "title": "other", "fetched": "2026-01-01"}))
    assert re.fullmatch(r"example-com-2024-[0-9a-f]{6}", key(one))
    assert key(one) != key(one.model_copy(update={"uri": "https://www.example.com/b"}))
    assert re.fullmatch(r"source-[0-9a-f]{6}", key(Reference(number=1, title="宇治", file="")))
    twice = report().model_copy(update={"references": (one, one.model_copy(update={"number": 2}))})
    assert len(parsed(bibtex(twice))) == 2


@pytest.mark.parametrize(
    ("uri", "found"),
    [
        ("https://doi.org/10.1000/xyz.1", {"doi": "10.1000/xyz.1"}),
        ("https://arxiv.org/abs/2401.01234v2", {"eprint": "2401.01234", "eprinttype": "arxiv"}),
        ("https://example.com/{a}", {"url": "https://example.com/%7Ba%7D"}),
    ],
)
def test_numbers_of_registries_are_read_from_addresses(uri: str, found: dict[str, str]) -> None:
    whole = report().model_copy(update={"references": (Reference(number=1, title="t", kind="web", uri=uri),)})
    (entry,) = parsed(bibtex(whole)).values()
    assert found.items() <= entry.items()


def test_without_references_there_is_a_comment_only() -> None:
    assert parsed(bibtex(report(text="a @ b").model_copy(update={"references": ()}))) == {}

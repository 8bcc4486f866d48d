from __future__ import annotations

import pytest

from kasen.tools.fetch.tree import MAX_ELEMENTS, is_large, parse, tidy


def seen(html: str) -> str:
    root = parse(html)
    tidy(root)
    return " ".join("".join(root.itertext()).split())


@pytest.mark.parametrize("text", ["", "   ", "<!-- only -->"])
def test_nothing_has_no_tree_or_an_empty_one(text: str) -> None:
    root = parse(text)
    assert root is None or "".join(root.itertext()).strip() == ""


@pytest.mark.parametrize(
    "hidden",
    [
        "<p hidden>no</p>", '<p style="display:none">no</p>', "<p style='Visibility : Hidden'>no</p>",
        '<div aria-hidden="true"><p>no</p></div>', '<span class="mw-editsection">[no]</span>',
        '<sup class="reference" id="r"><a>[no]</a></sup>', '<a class="headerlink" href="#x">¶</a>',
        '<p hidden="">no</p>', "<!-- no -->",
    ],
)  # fmt: skip
def test_what_a_reader_does_not_see_is_gone(hidden: str) -> None:
    assert seen(f"<body><p>before</p>{hidden}<p>after</p></body>") == "beforeafter"


def test_a_body_that_a_script_will_show_stays() -> None:
    assert seen('<html><body style="visibility:hidden"><p>words</p></body></html>') == "words"


def test_a_part_of_a_page_is_kept_whatever_its_class() -> None:
    assert seen('<div class="reference">words</div>') == "words"


def test_readings_over_words_are_gone_and_the_words_stay() -> None:
    assert seen("<p><ruby>宇治<rp>(</rp><rt>うじ</rt><rp>)</rp></ruby>の茶</p>") == "宇治の茶"


def test_japanese_lines_that_were_wrapped_are_joined_and_english_ones_keep_their_space() -> None:
    assert seen("<p>茶が栽培\n  されている。\nUji\ntea</p>") == "茶が栽培されている。 Uji tea"
    root = parse("<pre>茶\n道<b>具\n</b>\nend</pre>\nafter")
    tidy(root)
    assert "".join(root.itertext()) == "茶\n道具\n\nend after"


def test_a_declaration_of_xml_and_broken_tags_do_no_harm() -> None:
    assert seen('<?xml version="1.0" encoding="Shift_JIS"?><html><body><p>茶<b>道</p></i>') == "茶道"


def test_pages_with_tags_left_open_are_read_to_their_end() -> None:
    assert seen("<font><b>" * 900 + "x") == "x"


def test_trees_deeper_than_any_page_and_lone_surrogates_do_no_harm() -> None:
    assert seen("<p>before</p>" + "<div>" * 30_000 + "x").startswith("before")
    assert seen("<p>a\ud800b</p>") == "a?b"


@pytest.mark.parametrize("character", [chr(code) for code in (*range(9), 11, 12, *range(14, 32), 0xFFFE, 0xFFFF)])
def test_characters_that_xml_has_no_place_for_do_no_harm(character: str) -> None:
    wanted = "a d" if character == "\f" else "ad"
    assert (
        seen(f"<p>a{character}d</p>{character}\n<table><tr><td>b\n{character}c</table>").split("b")[0].strip() == wanted
    )


def test_a_tree_is_large_beyond_its_limit() -> None:
    assert not is_large(parse("<p>x</p>" * 100))
    assert is_large(parse("<p>x</p>" * MAX_ELEMENTS))

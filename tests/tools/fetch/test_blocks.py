from __future__ import annotations

import time

from kasen.knowledge.document import Converted, Writer
from kasen.tools.fetch.blocks import write_blocks
from kasen.tools.fetch.tree import parse, tidy


def blocks(html: str) -> Converted:
    writer = Writer()
    root = parse(html)
    tidy(root)
    write_blocks(root, writer)
    return writer.done()


def test_headings_paragraphs_and_breaks() -> None:
    made = blocks("<h1>Tea</h1><p>One <b>bold</b>\nword.</p>loose<h2>Uji</h2><p>a<br>b<br><br>c</p><h2>Sayama</h2><p>d")
    assert made.text == "Tea\n\nOne bold word.\n\nloose\n\nUji\n\na\nb\n\nc\n\nSayama\n\nd"
    assert [(made.text[b.start : b.end], b.headings) for b in made.blocks if b.kind == "text"] == [
        ("One bold word.", ("Tea",)),
        ("loose", ("Tea",)),
        ("a\nb", ("Tea", "Uji")),
        ("c", ("Tea", "Uji")),
        ("d", ("Tea", "Sayama")),
    ]


def test_items_stand_on_their_own_lines() -> None:
    made = blocks(
        "<p>Teas:</p><ul><li>sencha<ul><li>first flush</li></ul></li>"
        "<li><p>gyokuro</p><p>shaded</p></li><li></ul><p>end"
    )
    assert made.text == "Teas:\n\n- sencha\n- first flush\n- gyokuro\n\nshaded\n\nend"


def test_rows_of_a_table_stand_on_their_own_lines() -> None:
    made = blocks(
        "<table><caption>Harvest</caption><thead><tr><th>Year<th>Tons</tr></thead><tr><td>2019<td>1<br>00</tr>"
        "<tr><td>2020</td><td><p>90</p></td><td></td></tr><tr><td></table><p>after"
    )
    assert made.text == "Harvest\n| Year | Tons |\n| 2019 | 1 00 |\n| 2020 | 90 |\n\nafter"
    assert {b.kind for b in made.blocks} == {"table", "text"}


def test_a_table_that_lays_out_a_page_is_read_as_its_parts() -> None:
    made = blocks(
        "<table><tr><td><h1>茶</h1><table><tr><td>a<td>b</tr></table></td><td>"
        + "長い文。" * 200
        + "</td></tr></table>"
    )
    assert made.text.startswith("茶\n\n| a | b |\n\n長い文。")
    assert made.blocks[-1].headings == ("茶",)


def test_code_keeps_its_lines() -> None:
    made = blocks("<p>Run</p><pre>  x = 1\n\n  y = 2\n</pre><p>now</p>")
    assert made.text == "Run\n\n  x = 1\n\n  y = 2\n\nnow"
    assert [b.kind for b in made.blocks] == ["text", "code", "text"]


def test_menus_scripts_forms_and_frames_are_left_out_and_their_neighbours_stay_apart() -> None:
    html = "<html><head><title>no</title></head><body><nav>no</nav>one<script>no</script>two<form>no</form>"
    html += "<iframe>no</iframe>"
    assert (
        blocks(html + "<footer>no</footer><noscript>no</noscript><svg><text>no</text></svg></body>").text == "one two"
    )


def test_headings_as_trafilatura_writes_them() -> None:
    from lxml import etree

    writer = Writer()
    tei = '<body><head rend="h1">茶</head><head rend="h3">道具</head><list><item>茶筅</item></list><p>a<lb/>b</p>'
    tei += '<table><row><cell role="head">年</cell><cell/></row></table></body>'
    write_blocks(etree.fromstring(tei), writer)
    made = writer.done()
    assert made.text == "茶\n\n道具\n\n- 茶筅\n\na\nb\n\n年"
    assert made.blocks[-1].headings == ("茶", "道具")


def test_offsets_are_exact() -> None:
    made = blocks("<h1>宇治</h1>" + "<p>茶 &amp; 道。</p><ul><li>一<li>二</ul><table><tr><td>三<td>四</table>" * 3)
    text = "".join(made.text[b.start : b.end] for b in made.blocks)
    assert "".join(text.split()) == "".join(made.text.split())
    assert all(a.end <= b.start for a, b in zip(made.blocks, made.blocks[1:], strict=False))


def test_no_tree_is_too_deep_or_makes_this_slow() -> None:
    began = time.process_time()
    assert "x" in blocks("<div><b>" * 900 + "x").text
    assert blocks("<p>before" + "<table><tr><td>" * 2_000 + "x").text == "before"
    blocks("<table><tr>" + "<td>x" * 20_000 + "</table>")
    assert time.process_time() - began < 3


def test_nothing_gives_nothing() -> None:
    assert blocks("<p> </p><h1></h1><ul><li></ul><table><tr><td></table>").blocks == []

from __future__ import annotations

import pytest

from kasen.knowledge.document import Converted
from kasen.tools.fetch.extract import ENOUGH, main_text
from kasen.tools.fetch.tree import parse, tidy
from tools.fetch import pages

LONG = "Uji has grown tea since the Kamakura period, and its morning fogs made it famous in the country. "


def extracted(html: str, *, plain: bool = False) -> Converted:
    root = parse(html)
    tidy(root)
    return main_text(root, plain=plain)


@pytest.mark.parametrize("plain", [False, True])
def test_the_main_text_of_a_japanese_page_and_nothing_around_it(plain: bool) -> None:
    made = extracted(pages.uji().decode(), plain=plain)
    assert pages.HISTORY in made.text
    assert pages.SHADING in made.text
    for beside in ("トップページ", "おすすめ", "Cookie", "Copyright", "tracking", "指示を無視"):
        assert beside not in made.text
    under = {made.text[b.start : b.end]: b.headings for b in made.blocks}
    assert under[pages.SHADING] == ("宇治茶の歴史", "覆下栽培")
    assert under["| 2019年 | 2,700トン |"] == ("宇治茶の歴史", "生産量")


@pytest.mark.parametrize(
    "html",
    [
        f"<body><div>Menu {'x ' * 20}</div><main><p>{LONG}</p></main><article><p>{LONG * 9}</p></article></body>",
        f"<body><div>Menu</div><article><p>{LONG}</p></article><div class=content><p>no {LONG}</div></body>",
        f"<body><div>Menu</div><div class='page-content'><p>{LONG}</p></div><div><p>no {LONG}</p></div></body>",
        f"<body><div>Menu</div><div role=main><p>{LONG}</p></div><div id=content><p>no {LONG}</div></body>",
        f"<body><div>Menu</div><div id=main><p>{LONG}</p></div><div><p>no {LONG}</p></div></body>",
        f"<body><script>no</script><p>{LONG}</p><style>no</style></body>",
    ],
    ids=["main", "article", "content", "role", "id", "body"],
)
def test_the_order_of_places_is_that_of_the_seed(html: str) -> None:
    long_enough = html.replace(LONG, LONG * 3)
    made = extracted(long_enough, plain=True)
    assert LONG.strip() in made.text
    assert "no" not in made.text.split()
    assert "Menu" not in made.text


def test_an_empty_place_is_passed_over() -> None:
    made = extracted(f"<body><main></main><article><p>Short.</p></article><p>{LONG * 4}</p></body>", plain=True)
    assert LONG.strip() in made.text


def test_only_the_first_of_each_place_is_tried() -> None:
    made = extracted(f"<body><article><p>First.</p></article><article><p>{LONG * 4}</p></article></body>", plain=True)
    assert made.text.startswith("First.")


def test_a_short_page_keeps_its_structure() -> None:
    made = extracted("<body><h1>Opening hours</h1><ul><li>Monday 9–17</li><li>Tuesday closed</li></ul></body>")
    assert made.text == "Opening hours\n\n- Monday 9–17\n- Tuesday closed"
    assert len(made.text) < ENOUGH


def test_a_page_without_text_gives_none() -> None:
    assert extracted("<body><script>x</script></body>").text == ""


def test_code_keeps_its_lines() -> None:
    made = extracted(
        f"<body><main><h1>Use</h1><p>{LONG * 4}</p><pre><code>import x\nx.get()\n</code></pre></main></body>"
    )
    assert "import x\nx.get()" in made.text


def test_headings_that_trafilatura_loses_are_kept() -> None:
    items = "".join(f"<article><h2>Tea {n}</h2><p>{LONG}</p></article>" for n in range(5))
    made = extracted(f"<body>{items}</body>")
    assert [b.headings for b in made.blocks if b.kind == "text"] == [(f"Tea {n}",) for n in range(5)]

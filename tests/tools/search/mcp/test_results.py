from __future__ import annotations

import json
from typing import Any

import pytest
from mcp_types import CallToolResult

from kasen.tools.search.mcp.results import MOST_ITEMS, Item, items_in_text, items_of

PAGE = {"title": "宇治茶", "url": "https://www.city.uji.example/cha", "content": "霧が茶葉を守る。"}
ITEM = Item(title="宇治茶", url="https://www.city.uji.example/cha", text="霧が茶葉を守る。")


def result(*texts: str, structured: Any = None, blocks: Any = ()) -> CallToolResult:
    content = [*({"type": "text", "text": text} for text in texts), *blocks]
    return CallToolResult.model_validate({"content": content, "structuredContent": structured})


@pytest.mark.parametrize(
    "structured",
    [
        {"results": [PAGE]},
        {"result": [PAGE]},  # how servers wrap a list
        {"result": {"items": [PAGE]}},
        {"data": {"web": {"results": [PAGE]}}},
        {"anything": [PAGE]},
        {"result": json.dumps([PAGE])},
        PAGE,
        [PAGE],
    ],
)
def test_structured_content_is_searched_for_its_list(structured: Any) -> None:
    assert items_of(result(structured=structured)) == [ITEM]


@pytest.mark.parametrize("text", [json.dumps([PAGE]), json.dumps({"hits": [PAGE]}), f" {json.dumps(PAGE)}\n"])
def test_json_in_text_is_read(text: str) -> None:
    assert items_of(result(text)) == [ITEM]


@pytest.mark.parametrize(
    "one",
    [
        {"name": "宇治茶", "link": PAGE["url"], "snippet": PAGE["content"]},
        {"heading": "宇治茶", "href": PAGE["url"], "description": PAGE["content"]},
        {"page_content": PAGE["content"], "metadata": {"source": PAGE["url"], "title": "宇治茶"}},
        {"Title": "宇治茶", "URL": PAGE["url"], "highlights": [PAGE["content"]], "summary": PAGE["content"]},
    ],
)
def test_results_are_known_by_the_names_that_providers_use(one: dict[str, Any]) -> None:
    assert items_of(result(structured=[one])) == [ITEM]


def test_structured_content_goes_before_text_and_text_is_read_where_it_holds_nothing() -> None:
    assert items_of(result("other words", structured={"results": [PAGE]})) == [ITEM]
    assert items_of(result("other words", structured={"ok": True})) == [Item(text="other words")]


def test_labelled_lines_are_results() -> None:
    text = (
        "1. Title: First\n   URL: https://a.example/1\n   Description: One\nand more.\n\n"
        "**Title:** Second\n**URL:** <https://a.example/2>\nPublished Date: 2026-01-02\nText: Two."
    )
    assert list(items_in_text(text)) == [
        Item(title="First", url="https://a.example/1", text="One\nand more."),
        Item(title="Second", url="https://a.example/2", text="Two.", published="2026-01-02"),
    ]
    assert [item.url for item in items_in_text("タイトル：茶\nURL：https://a.example/cha\n概要：霧")] == [
        "https://a.example/cha"
    ]


def test_plain_text_stays_whole() -> None:
    text = "Note: tea grows in Uji.\n\nSource: an old book."
    assert list(items_in_text(text)) == [Item(text=text)]


def test_an_address_that_is_none_of_the_web_is_no_address() -> None:
    for url in ("file:///etc/passwd", "javascript:alert(1)", "data:text/html,x", "docs/tea.md", "", 3, None):
        (item,) = items_of(result(structured=[{"url": url, "text": "words"}]))
        assert (item.url, item.text) == ("", "words")


def test_embedded_resources_and_links_are_read_and_pictures_are_passed_over() -> None:
    blocks = [
        {"type": "resource", "resource": {"uri": "https://a.example/1", "text": "one"}},
        {"type": "resource", "resource": {"uri": "memo://2", "text": "two"}},
        {"type": "resource_link", "uri": "https://a.example/3", "name": "three", "description": "it says three"},
        {"type": "image", "data": "AAAA", "mimeType": "image/png"},
    ]
    assert items_of(result(blocks=blocks)) == [
        Item(url="https://a.example/1", text="one"),
        Item(text="two"),
        Item(url="https://a.example/3", title="three", text="it says three"),
    ]


@pytest.mark.parametrize(
    "structured",
    [None, 3, True, "", [], {}, {"results": []}, [None, 1, [[]], {}], {"results": {"results": {"results": {"a": 1}}}}],
)
def test_what_holds_nothing_gives_nothing(structured: Any) -> None:
    assert items_of(result(structured=structured)) == []


@pytest.mark.usefixtures("deep_stack")
def test_what_is_too_deep_or_too_much_has_an_end() -> None:
    deep: Any = [PAGE]
    for _ in range(500):
        deep = {"results": deep}
    assert items_of(result(structured=deep)) == []
    assert len(items_of(result(structured=[PAGE] * 1000))) == MOST_ITEMS
    broken = "[" * 100_000
    assert list(items_in_text(broken)) == [Item(text=broken)]

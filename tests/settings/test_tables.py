from __future__ import annotations

from typing import Any

import pytest

from kasen.settings.tables import SEARCHES, chains, rates, searches

LINE = "planner=openai:x>google:y,reasoning=ollama:llama3:8b,research.writer=openai:ft:gpt:me::id"
READ = {
    "planner": ["openai:x", "google:y"],
    "reasoning": ["ollama:llama3:8b"],
    "research.writer": ["openai:ft:gpt:me::id"],
}


@pytest.mark.parametrize(
    "written",
    [
        LINE,
        LINE.replace(",", " , ").replace(">", " > ") + ",",
        READ,
        {
            "planner": "openai:x, google:y",
            "reasoning": "ollama:llama3:8b",
            "research": {"writer": "openai:ft:gpt:me::id"},
        },
    ],
)
def test_chains_are_read_from_a_line_and_from_tables(written: Any) -> None:
    assert chains(written) == READ


def test_nothing_is_an_empty_table() -> None:
    assert [chains(""), chains({})] == [{}, {}]
    assert [rates(""), rates({})] == [{}, {}]


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("planner", "has no `=`"),
        ("planner=openai:x,google:y", "`google:y` has no `=`"),
        ("Planner=openai:x", "`Planner`"),
        ("a.b.c=openai:x", "`a.b.c`"),
        ("planner=gpt", "`gpt` of `planner`"),
        ("planner=:x", "`:x` of `planner`"),
        ("planner=", "`` of `planner`"),
        ({"planner": []}, "`planner` as text or a list"),
        ({"planner": 3}, "`planner` as text or a list"),
        ({"planner": ["openai:x", 3]}, "of `planner`"),
        ({"research": {"writer": {"x": "a:b"}}}, "`research.writer`"),
        (7, "must be a table"),
        (["a:b"], "must be a table"),
    ],
)
def test_a_mistake_in_a_chain_is_named(written: Any, why: str) -> None:
    with pytest.raises(ValueError, match="must") as caught:
        chains(written)
    assert why in str(caught.value)


def test_rates_are_read_from_a_line_and_from_a_table() -> None:
    line = "openai=60,google:vertex:my-project=10,ollama@127.0.0.1:11434=5"
    read = {"openai": 60, "google:vertex:my-project": 10, "ollama@127.0.0.1:11434": 5}
    assert rates(line) == rates(read) == read


@pytest.mark.parametrize("written", ["openai", "openai=0", "openai=-1", {"openai": 1.5}, {"openai": True}, 60])
def test_a_rate_that_is_none_is_refused(written: Any) -> None:
    with pytest.raises(ValueError, match="must"):
        rates(written)


def test_searches_are_read_from_a_line_and_from_a_list() -> None:
    assert searches(" tavily, ArXiv,,tavily ") == searches(["tavily", "arxiv"]) == ("tavily", "arxiv")
    assert searches(list(SEARCHES)) == SEARCHES
    assert searches("google:projects/p/locations/l/Model") == ("google:projects/p/locations/l/Model",)
    assert [searches(""), searches([]), searches("none")] == [(), (), ("none",)]


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("bing", "`bing` is none of these"),
        ("tavily,none", "beside `none`"),
        ("tavily:x", "`tavily:x`"),
        ("google:", "`google:`"),
        (["tavily", 3], "must be a list"),
        ({"tavily": True}, "must be a list"),
        (True, "must be a list"),
    ],
)
def test_a_search_that_is_none_is_refused(written: Any, why: str) -> None:
    with pytest.raises(ValueError, match="must") as caught:
        searches(written)
    assert why in str(caught.value)

from __future__ import annotations

import httpx
import pytest

from kasen.testing.providers import FAULTS, Fake, serving


def client(fake: Fake) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=fake.addresses["tavily"], headers={"authorization": "Bearer tvly-test"})


async def test_a_search_without_a_script_has_results_about_the_query() -> None:
    async with serving() as fake, client(fake) as http:
        answered = (await http.post("/search", json={"query": "宇治茶", "max_results": 1})).json()
    assert answered["query"] == "宇治茶"
    assert [sorted(result) for result in answered["results"]] == [["content", "raw_content", "score", "title", "url"]]
    assert "宇治茶" in answered["results"][0]["content"]
    assert answered["response_time"]
    assert (fake.calls[0].provider, fake.calls[0].operation, fake.calls[0].key) == ("tavily", "search", "tvly-test")


async def test_results_and_fields_are_scripted_by_name_only() -> None:
    result = {"url": "https://example.com/茶", "title": "茶", "content": "…", "score": 0.9}
    async with serving() as fake, client(fake) as http:
        fake.answer("for a model")
        fake.answer([result], "tavily", contains="宇治")
        fake.answer({"answer": "はい", "results": []}, "tavily")
        listed = (await http.post("/search", json={"query": "宇治"})).json()
        fields = (await http.post("/search", json={"query": "静岡"})).json()
        fake.answer({"failed_results": [{"url": "https://example.com/x", "error": "timeout"}]}, "tavily")
        failed = (await http.post("/extract", json={"urls": "https://example.com/x"})).json()
    assert listed["results"] == [result]
    assert (fields["answer"], fields["results"], fields["query"]) == ("はい", [], "静岡")
    assert failed["failed_results"][0]["error"] == "timeout"
    assert fake.unused == 1


async def test_pages_are_extracted_by_address() -> None:
    urls = ["https://example.com/a", "https://example.com/b"]
    async with serving() as fake, client(fake) as http:
        answered = (await http.post("/extract", json={"urls": urls, "api_key": "x"})).json()
    assert [page["url"] for page in answered["results"]] == urls
    assert all(page["raw_content"] for page in answered["results"])


@pytest.mark.parametrize(
    ("name", "status", "words"),
    [("401", 401, "invalid API key"), ("quota_spent", 432, "usage limit"), ("429", 429, "excessive requests"),
     ("context_too_long", 400, "too long"), ("500", 500, "Internal Server Error")],
)  # fmt: skip
async def test_errors_have_tavilys_status_and_words(name: str, status: int, words: str) -> None:
    async with serving() as fake, client(fake) as http:
        fake.fault(FAULTS[name])
        answered = await http.post("/search", json={"query": "茶"})
    assert answered.status_code == status
    assert words in answered.json()["detail"]["error"]


async def test_a_key_in_the_body_counts() -> None:
    async with serving(keys={"tavily": "tvly-right"}) as fake, httpx.AsyncClient(base_url=fake.url) as http:
        good = await http.post("/search", json={"query": "茶", "api_key": "tvly-right"})
        bad = await http.post("/search", json={"query": "茶", "api_key": "tvly-wrong"})
    assert (good.status_code, bad.status_code) == (200, 401)


async def test_answers_of_the_wrong_kind_are_sent_as_they_are() -> None:
    async with serving() as fake, client(fake) as http:
        fake.fault(FAULTS["empty"])
        fake.fault(FAULTS["think"])
        empty = (await http.post("/search", json={"query": "茶"})).json()
        odd = (await http.post("/search", json={"query": "茶"})).json()
    assert empty["results"] == []
    assert odd["results"].startswith("<think>")

from __future__ import annotations

from datetime import date

import pytest

from kasen.errors import Malformed, Refused, Retryable
from kasen.models.connection import DIRECT
from kasen.tools.search.arxiv import Arxiv, papers, search_query
from tools.search.site import Page, noon, search_for, site

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n<title>ArXiv Query</title>'
PAPER = """<entry>
  <id>http://arxiv.org/abs/{id}</id>
  <updated>2026-06-07T08:09:10Z</updated>
  <published>{day}T17:57:34Z</published>
  <title>{title}</title>
  <summary>  We study tea leaves
in the fog of rivers &amp; valleys.
</summary>
  <author><name>Test Author</name></author>
  <link href="http://arxiv.org/abs/{id}" rel="alternate" type="text/html"/>
</entry>"""
ERROR = """<entry><id>http://arxiv.org/api/errors#incorrect_id_format_for_1234</id><title>Error</title>
<summary>incorrect id format for 1234</summary></entry>"""


def feed(*entries: str) -> bytes:
    return f"{HEAD}{''.join(entries)}</feed>".encode()


def paper(id: str = "2601.01234v2", day: str = "2026-01-02", title: str = "Fog\n  and Tea") -> str:
    return PAPER.format(id=id, day=day, title=title)


async def test_papers_come_with_abstract_and_the_day_of_their_first_version() -> None:
    async with site(Page(body=feed(paper(), paper("hep-th/9901001v3", "1999-01-01")))) as here:
        first, second = await Arxiv(DIRECT, address=here.url, now=noon).find(search_for("fog and tea", max_results=7))
        (asked,) = here.asked
    assert (first.source.uri, first.source.title) == ("https://arxiv.org/abs/2601.01234", "Fog and Tea")
    assert first.passage.text == "We study tea leaves in the fog of rivers & valleys."
    assert (first.source.published, first.passage.snippet_by, first.score) == ("2026-01-02", "arxiv", 1.0)
    assert (second.source.uri, second.source.published) == ("https://arxiv.org/abs/hep-th/9901001", "1999-01-01")
    assert asked.path == "/api/query"
    assert asked.arguments == {
        "search_query": "all:fog OR all:tea",
        "start": "0",
        "max_results": "7",
        "sortBy": "relevance",
        "sortOrder": "descending",
    }


@pytest.mark.parametrize(
    ("query", "sent"),
    [
        ("What is the effect of fog on tea?", "all:effect OR all:fog OR all:tea"),
        ('"sparse attention" benchmarks 2026', 'all:"sparse attention" OR all:benchmarks OR all:2026'),
        ("tea tea Tea", "all:tea OR all:Tea"),
        ("GPT-4 vs. Llama-3.1 (RAG)", "all:GPT-4 OR all:vs OR all:Llama-3.1 OR all:RAG"),
        ("Transformer の注意機構", "all:Transformer"),
        ("ti:fog AND au:tanaka", "ti:fog AND au:tanaka"),
        ("宇治茶の歴史", ""),
        ("a of the", ""),
        ("?!*()", ""),
    ],
)
def test_a_query_becomes_terms_of_which_any_may_match(query: str, sent: str) -> None:
    assert search_query(search_for(query)) == sent


def test_a_long_query_has_a_bounded_number_of_terms() -> None:
    assert search_query(search_for(" ".join(f"word{n}" for n in range(60)))).count(" OR ") == 11


def test_the_window_of_time_is_exact() -> None:
    query = search_query(search_for("fog tea", since=date(2026, 1, 2)))
    assert query == "(all:fog OR all:tea) AND submittedDate:[202601020000 TO 999912312359]"


async def test_what_it_cannot_know_is_not_sent() -> None:
    async with site(Page(body=feed(paper()))) as here:
        arxiv = Arxiv(DIRECT, address=here.url)
        assert await arxiv.find(search_for("宇治茶の歴史")) == []
        assert await arxiv.find(search_for("tea", domains=["go.jp"])) == []
        assert await arxiv.find(search_for("tea", exclude_domains=["arxiv.org"])) == []
        assert here.asked == []
        assert len(await arxiv.find(search_for("tea", domains=["arxiv.org"]))) == 1


def test_an_empty_feed_is_no_failure() -> None:
    assert papers(feed()) == []


def test_its_own_error_is_told() -> None:
    with pytest.raises(Refused, match="would not search: incorrect id format"):
        papers(feed(ERROR))


def test_entries_without_an_address_are_left_out() -> None:
    assert len(papers(feed("<entry/>", "<entry><id>nowhere</id></entry>", paper()))) == 1


BOMB = '<?xml version="1.0"?><!DOCTYPE f [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><feed>&b;</feed>'
DOCTYPE = feed(paper()).replace(b"<feed", b"<!DOCTYPE feed><feed", 1)
UNKNOWN = b'<?xml version="1.0" encoding="x-y"?><a/>'
OUTSIDE = '<?xml version="1.0"?><!DOCTYPE f [<!ENTITY x SYSTEM "file:///etc/hostname">]><feed>&x;</feed>'


@pytest.mark.parametrize(
    "body",
    [b"", b"<html></html>", b"{}", feed()[:-3], b"\xff\xfe\x00", BOMB.encode(), OUTSIDE.encode(), DOCTYPE, UNKNOWN],
)  # fmt: skip
def test_what_is_no_feed_is_malformed(body: bytes) -> None:
    with pytest.raises(Malformed, match="no Atom feed"):
        papers(body)


async def test_a_busy_server_says_when_to_come_again() -> None:
    async with site(Page(status=503, headers={"retry-after": "5"})) as here:
        with pytest.raises(Retryable, match="503") as caught:
            await Arxiv(DIRECT, address=here.url).find(search_for("tea"))
    assert caught.value.retry_after == 5


def test_hostile_titles_are_words() -> None:
    (hit,) = papers(feed(paper(title="&lt;script&gt;alert(1)&lt;/script&gt; &#x202e;Ignore all")))
    assert hit.source.title == "<script>alert(1)</script> Ignore all"

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime
from typing import Any

import pytest
from google.genai import types

from kasen.errors import AccountClosed, ConfigurationError, Declined, InputError, KasenError, Retryable
from kasen.models.access import Access
from kasen.models.google.prices import google_price
from kasen.models.role import Usage
from kasen.testing.providers import FAULTS, Fake, Grounding, Reply, serving
from kasen.tools.google_search import GoogleSearch, hits_of, parts_of
from kasen.tools.search import WebSearch, outcomes_of
from models.credentials import Token

NAME = "gemini-3.8-flash"
FOG = "宇治川の朝霧は茶葉を強い日差しから守ります。"
COURT = "宇治は京都に近く、将軍家が茶園を置きました🍵。"
TEXT = f"{FOG}{COURT}"
UJI, TEA = "https://vertexaisearch.cloud.google.com/grounding-api-redirect/UJI", "https://example.com/tea"
NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


@pytest.fixture
async def fake() -> AsyncIterator[Fake]:
    async with serving() as fake:
        yield fake


def search(fake: Fake, name: str = NAME, timeout_s: float = 30.0, **access: Any) -> GoogleSearch:
    return GoogleSearch(name, fake.access(**access), credentials=Token, timeout_s=timeout_s, now=lambda: NOON)


def grounded(**changes: Any) -> Reply:
    told = Grounding(
        queries=("宇治 茶 歴史", "宇治 霧"),
        sources=((TEA, "example.com"), (UJI, "city.uji.kyoto.jp")),
        supports=((FOG, (1,)), (COURT, (0, 1))),
    )
    return Reply(**{"text": TEXT, "grounding": told, **changes})


async def test_each_page_comes_with_the_words_that_it_bears_out(fake: Fake) -> None:
    fake.answer(grounded(), provider="google")
    port: WebSearch = search(fake)
    first, second = await port("宇治茶の歴史")
    assert first.passage.text == f"{FOG}\n{COURT}"
    assert second.passage.text == COURT
    assert (first.source.uri, first.source.title, first.source.publisher) == (
        UJI,
        "city.uji.kyoto.jp",
        "city.uji.kyoto.jp",
    )
    assert (first.source.kind, first.source.fetched_at) == ("web", "2026-11-21T12:00:00+00:00")
    assert first.score == 1.0
    assert 0 < second.score < 1


async def test_the_words_are_marked_as_the_models_own(fake: Fake) -> None:
    fake.answer(grounded(), provider="google")
    hits = await search(fake)("宇治茶の歴史")
    assert {hit.passage.told_by for hit in hits} == {f"google:{NAME}"}


async def test_the_query_is_fenced_and_the_search_tool_is_given(fake: Fake) -> None:
    await search(fake)("宇治茶 歴史")
    body = fake.calls[0].body
    assert body["tools"] in ([{"googleSearch": {}}], [{"google_search": {}}])
    assert body["generationConfig"]["responseModalities"] == ["TEXT"]
    assert '<outside kind="query"' in fake.calls[0].prompt
    assert "宇治茶 歴史" in fake.calls[0].prompt
    assert "2026-11-21" in fake.calls[0].prompt


async def test_no_more_pages_than_asked_for(fake: Fake) -> None:
    fake.answer(grounded(), provider="google")
    assert len(await search(fake)("宇治", max_results=1)) == 1


async def test_time_and_domains_are_asked_for_in_googles_way_and_domains_are_held_to(fake: Fake) -> None:
    fake.answer(grounded(), provider="google")
    found = await search(fake)("宇治", since=date(2026, 1, 2), domains=["kyoto.jp"], exclude_domains=["x.jp"])
    assert "宇治 site:kyoto.jp -site:x.jp after:2026-01-02" in fake.calls[0].prompt
    assert [hit.source.publisher for hit in found] == ["city.uji.kyoto.jp"]
    (outcome,) = outcomes_of(found)
    assert (outcome.provider, outcome.found, outcome.left_out, outcome.undated) == ("google", 1, 1, 1)


@pytest.mark.parametrize(("query", "number"), [("", 5), ("宇治", 0), ("宇治", 21)])
async def test_what_cannot_be_searched_is_not_sent(fake: Fake, query: str, number: int) -> None:
    with pytest.raises(InputError):
        await search(fake)(query, max_results=number)
    assert fake.calls == []


async def test_without_grounding_there_are_no_sources(fake: Fake) -> None:
    fake.answer(Reply(text="よく知られたことです。"), provider="google")
    found = await search(fake).search("宇治")
    assert found.hits == []
    assert found.answer == "よく知られたことです。"
    assert (found.queries, found.entry_html) == ((), "")


async def test_queries_suggestions_and_cost_are_told(fake: Fake) -> None:
    told = Usage(input_tokens=500, output_tokens=90, reasoning_tokens=30)
    fake.answer(grounded(usage=told), provider="google", times=2)
    asked = search(fake)
    found = await asked.search("宇治")
    await asked("宇治")
    assert found.queries == ("宇治 茶 歴史", "宇治 霧")
    assert "container" in found.entry_html
    assert found.usage == told
    assert found.usd == google_price(NAME, told, searches=2)
    assert asked.usage == told + told
    assert asked.usd == pytest.approx(2 * (found.usd or 0))


async def test_an_unknown_price_stays_unknown(fake: Fake) -> None:
    fake.answer(grounded(), provider="google", times=2)
    asked = search(fake, "gemini-99-flash")
    assert (await asked.search("宇治")).usd is None
    assert asked.usd is None


def test_offsets_are_bytes_and_a_missing_start_is_the_beginning() -> None:
    end = len(FOG.encode())
    hits = hits_of(metadata([(None, end, None, [0]), (end, end + len(COURT.encode()), None, [1])]), [TEXT], told_by="m")
    assert sorted(hit.passage.text for hit in hits) == sorted([FOG, COURT])


def test_a_part_has_offsets_of_its_own_when_it_is_named() -> None:
    segment = types.Segment(part_index=1, end_index=len(COURT.encode()))
    told = metadata([])
    told.grounding_supports = [types.GroundingSupport(segment=segment, grounding_chunk_indices=[0])]
    assert hits_of(told, [FOG, COURT], told_by="m")[0].passage.text == COURT


def test_thoughts_are_no_words_of_the_answer_but_count_as_parts() -> None:
    thought = types.Part(text="考え中", thought=True)
    assert parts_of(types.Content(parts=[thought, types.Part(text=FOG)])) == ["", FOG]
    assert parts_of(None) == []


def test_words_that_are_borne_out_twice_are_told_once() -> None:
    told = metadata([(0, 9, None, [0, 0]), (0, 9, None, [0])])
    assert hits_of(told, [TEXT], told_by="m")[0].passage.text == TEXT[:3]


def test_where_offsets_and_words_disagree_the_words_of_the_answer_decide() -> None:
    said = hits_of(metadata([(3, 10, COURT, [0]), (0, 3, "答えにない言葉", [1])]), [TEXT], told_by="m")
    assert {hit.passage.text for hit in said} == {COURT, TEXT[0]}


def test_offsets_in_the_middle_of_a_character_cut_it_off() -> None:
    assert hits_of(metadata([(1, 7, None, [0])]), [TEXT], told_by="m")[0].passage.text == TEXT[1]


def test_a_page_that_bears_out_nothing_is_listed_last_with_no_words() -> None:
    hits = hits_of(metadata([(None, 9, None, [1, 9])]), [TEXT], told_by="m")
    assert [(hit.source.uri, bool(hit.passage.text)) for hit in hits] == [(UJI, True), (TEA, False)]


def metadata(supports: list[tuple[int | None, int, str | None, list[int]]]) -> types.GroundingMetadata:
    pages = [(TEA, "example.com"), (UJI, "city.uji.kyoto.jp")]
    return types.GroundingMetadata(
        grounding_chunks=[
            *(types.GroundingChunk(web=types.GroundingChunkWeb(uri=uri, title=title)) for uri, title in pages),
            types.GroundingChunk(),
        ],
        grounding_supports=[
            types.GroundingSupport(
                segment=types.Segment(start_index=start, end_index=end, text=text), grounding_chunk_indices=chunks
            )
            for start, end, text, chunks in supports
        ],
    )


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        ("429_retry_after", Retryable),
        ("quota_spent", AccountClosed),
        ("503", Retryable),
        ("dropped", Retryable),
        ("empty", Retryable),
        ("refusal", Declined),
        ("blocked", Declined),
        ("html", Retryable),
    ],
)
async def test_a_search_that_fails_is_an_error_of_ours(fake: Fake, fault: str, kind: type[KasenError]) -> None:
    fake.fault(FAULTS[fault], provider="google", times=None)
    with pytest.raises(KasenError) as caught:
        await search(fake)("宇治")
    assert type(caught.value) is kind


async def test_a_search_that_takes_too_long_is_worth_asking_again(fake: Fake) -> None:
    fake.fault(FAULTS["slow_first_byte"], provider="google")
    with pytest.raises(Retryable, match=r"within 0\.05 s"):
        await search(fake, timeout_s=0.05)("宇治")
    await asyncio.wait_for(fake.settled(), 5)
    assert fake.cancelled == 1


async def test_vertex_searches_with_credentials(fake: Fake) -> None:
    fake.answer(grounded(), provider="google")
    hits = await search(fake, vertex_project_id="my-project")("宇治")
    assert len(hits) == 2
    assert fake.calls[0].key == "test-token"


def test_a_missing_key_is_named() -> None:
    with pytest.raises(ConfigurationError, match="GOOGLE_API_KEY"):
        GoogleSearch(NAME, Access())

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import update

from kasen.errors import UnknownName
from kasen.evidence.types import Claim, Hit
from kasen.runtime.attempt import Attempt
from kasen.runtime.diff import ClaimChange, CoverageChange, diff
from kasen.runtime.evidence import RunEvidence
from kasen.runtime.rows import Options
from kasen.runtime.store import Store
from kasen.runtime.tables import RUNS
from kasen.testing.search import document_hit

Run = Callable[..., Awaitable[str]]


@pytest.fixture
def run(store: Store) -> Run:
    """`await run(claims, hits, coverage, **row)`: a run that is over, with these claims on record."""

    async def make(claims: list[Claim], hits: list[Hit], coverage: dict[str, float] | None = None, **row: Any) -> str:
        given: dict[str, Any] = {"team": "research", "mode": "quick", "title": "茶とは何か", "lang": "ja"}
        given |= {"request": {"question": "茶とは何か", "docs": ["a"]}} | row
        made = await store.create(**given, options=Options())
        attempt = Attempt(store, made.id, await store.claim(made.id))
        evidence = RunEvidence(attempt)
        await evidence.add(hits)
        await evidence.record_claims(claims)
        points = [{"text": text, "coverage": share} for text, share in (coverage or {}).items()]
        import orjson

        result = orjson.dumps({"coverage": points}).decode()
        await store.write(
            lambda c: c.execute(update(RUNS).where(RUNS.c.id == made.id).values(status="done", result=result))
        )
        return made.id

    return make


def claim(text: str, *hits: Hit, support: Any = "supported") -> Claim:
    return Claim(id=f"c{hash(text)}", text=text, passage_ids=tuple(hit.passage.id for hit in hits), support=support)


A = document_hit("宇治は茶の産地である。", path="/docs/宇治.md")
B = document_hit("Sencha is steamed.", path="/docs/sencha.md")


async def test_a_run_does_not_differ_from_itself(store: Store, run: Run) -> None:
    id = await run([claim("宇治は茶の産地である。", A)], [A], {"産地": 0.5})
    found = await diff(store, id, id)
    assert (found.same_claims, found.same_sources) == (1, 1)
    assert not (found.claims)
    assert not (found.sources)
    assert not (found.coverage)
    assert not (found.cautions)
    assert not found.request


async def test_claims_are_new_gone_reworded_or_supported_otherwise(store: Store, run: Run) -> None:
    long = "煎茶は蒸した葉を揉みながら乾かして作る日本の茶で、宇治で始まった。"
    before = [
        claim("宇治は茶の産地である。", A),
        claim("Sencha is steamed.", B),
        claim(long, A),
        claim("玉露は覆う。", A),
    ]
    after = [
        claim("宇治は茶の産地である", A),
        claim("ｓencha is  STEAMED.", B, support="partial"),
        claim(long.replace("揉みながら", "揉んで"), A),
        claim("抹茶は石臼で挽く。", A),
    ]
    found = await diff(store, await run(before, [A, B]), await run(after, [A, B]))
    assert found.same_claims == 1
    assert [(one.change, one.before[:4], one.after[:4]) for one in found.claims] == [
        ("support", "Senc", "ｓenc"),
        ("reworded", "煎茶は蒸", "煎茶は蒸"),
        ("new", "", "抹茶は石"),
        ("gone", "玉露は覆", ""),
    ]
    assert found.claims[0] == ClaimChange(
        change="support",
        before="Sencha is steamed.",
        after="ｓencha is  STEAMED.",
        support_before="supported",
        support_after="partial",
    )


async def test_sources_are_new_gone_changed_or_only_moved(store: Store, run: Run) -> None:
    def stored(path: str, content: str) -> Hit:
        hit = document_hit(f"text {path} {content}", path=path)
        source = hit.source.model_copy(update={"content_hash": content, "id": f"s-{path}-{content}"})
        return hit.model_copy(
            update={"source": source, "passage": hit.passage.model_copy(update={"source_id": source.id})}
        )

    before = [stored("/a", "1"), stored("/b", "2"), stored("/c", "3"), stored("/old", "4")]
    after = [stored("/a", "1"), stored("/b", "changed"), stored("/d", "5"), stored("/moved", "4")]
    one = await run([claim("x", *before)], before)
    other = await run([claim("x", *after)], [*after, stored("/read", "6")])
    found = await diff(store, one, other)
    assert found.same_sources == 2
    assert [(change.change, change.uri) for change in found.sources] == [
        ("content", "/b"),
        ("new", "/d"),
        ("gone", "/c"),
    ]
    assert (found.second.sources, found.second.read) == (4, 5)


async def test_coverage_is_compared_by_point(store: Store, run: Run) -> None:
    one = await run([], [], {"産地": 0.5, "製法": 1, "歴史": 0.25})
    other = await run([], [], {"産地": 0.5, "製法": 0.75, "輸出": 1})
    assert (await diff(store, one, other)).coverage == [
        CoverageChange(point="製法", before=1, after=0.75),
        CoverageChange(point="歴史", before=0.25, after=None),
        CoverageChange(point="輸出", before=None, after=1),
    ]


@pytest.mark.parametrize(
    ("row", "cautions"),
    [
        ({}, []),
        ({"title": "コーヒーとは", "request": {"question": "コーヒーとは", "docs": ["a"]}}, ["other_question"]),
        ({"request": {"question": "茶とは何か", "docs": ["b"]}}, ["other_request"]),
        ({"mode": "deep"}, ["other_mode"]),
        ({"team": "echo", "mode": "echo", "request": {}}, ["other_team"]),
    ],
)
async def test_what_makes_two_runs_hard_to_compare_is_said(
    store: Store, run: Run, row: dict[str, Any], cautions: list[str]
) -> None:
    claims = [claim("宇治は茶の産地である。", A)]
    assert (await diff(store, await run(claims, [A]), await run(claims, [A], **row))).cautions == cautions


async def test_runs_without_claims_or_an_end_are_compared_with_a_caution(store: Store, run: Run) -> None:
    fresh = await store.create(team="echo", mode="echo", title="x", lang="en", request={}, options=Options())
    found = await diff(store, fresh.id, fresh.id)
    assert found.cautions == ["no_claims", "not_over"]
    with pytest.raises(UnknownName):
        await diff(store, fresh.id, "01ZZZZ")

"""Quotations are found again, put on the side that counts, and counted by origin."""

from __future__ import annotations

from typing import Any

import pytest
from langgraph.runtime import Runtime

from kasen.evidence.types import Hit
from kasen.team import Deps
from kasen.teams.research.nodes.adjudicator import MOST_QUOTES, adjudicator
from kasen.teams.research.schemas import Found, Request
from kasen.teams.research.schemas.fact_check import CheckedText, ClaimFound, TextClaim
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.scripted import ScriptedModel
from kasen.testing.search import document_hit, web_hit

OPENED = "The bridge opened in 1998."
CLAIM = TextClaim(text=OPENED, words=OPENED)


async def judge(deps: FakeDeps, *hits: Hit, uri: str = "", **more: Any) -> Any:
    await deps.evidence.add(hits)
    found = [Found(passage_id=h.passage.id, source_id=h.source.id, query="q", score=1.0) for h in hits]
    state: Any = {
        "request": Request(question="q", loops=more.pop("loops", 0)),
        "checked": CheckedText(text="x", uri=uri),
        "claims": [CLAIM],
        "found": [ClaimFound(claim=1, found=found)],
        **more,
    }
    runtime: Runtime[Deps] = Runtime(context=deps)
    return await adjudicator(state, runtime)


async def test_quotations_that_stand_nowhere_are_left_out_and_said() -> None:
    said = {
        "excerpts": [{"passage": "p1", "quote": "Nothing of the kind here.", "stance": "for"}],
        "ruling": "supported",
    }
    deps = fake_deps(model=ScriptedModel([said]))
    command = await judge(deps, document_hit("Tea is green and grows in rows."))
    assert command.update["weighed"] == []
    assert command.update["rulings"][0].ruling == "not_enough"
    assert [event.text for event in deps.events.of("warning")] == [
        "1 quotation(s) stand in no passage that was shown and were left out."
    ]


async def test_a_quotation_that_had_to_be_mended_is_not_judged_by_what_it_was_not() -> None:
    words = "Cars have used the great bridge of Akashi ever since it was opened to them."
    said = [
        {"excerpts": [{"passage": "p1", "quote": quote, "stance": "for"}], "ruling": "supported"}
        for quote in (words, words.replace("great", "famous"))
    ]
    stances = []
    for answer in said:
        claims = [TextClaim(text="Motor traffic crosses the great bridge of Akashi.")]
        command = await judge(fake_deps(model=ScriptedModel([answer])), document_hit(words), claims=claims)
        stances.append(command.update["weighed"][0].stance)
    assert stances == ["for", "neutral"]


async def test_what_was_not_read_is_not_shown() -> None:
    snippet = web_hit(OPENED, snippet_by="fake")
    model = ScriptedModel([])
    command = await judge(fake_deps(model=model), snippet)
    assert command.update["rulings"][0].ruling == "not_enough"
    assert model.requests == []


async def test_decisive_quotations_come_first_and_there_is_an_end_of_them() -> None:
    hits = [document_hit(f"{OPENED} {n}", path=f"/docs/{n}.md") for n in range(20)]
    command = await judge(fake_deps(), document_hit("The bridge is lit at night, it opened."), *hits)
    weighed = command.update["weighed"]
    assert len(weighed) == MOST_QUOTES
    assert {one.stance for one in weighed} == {"for"}


async def test_a_publisher_that_confirms_itself_counts_for_nothing_but_may_contradict_itself() -> None:
    own = web_hit(OPENED, url="https://www.news.example/b")
    command = await judge(fake_deps(), own, uri="https://news.example/a")
    assert command.update["rulings"][0].ruling == "not_enough"
    other = web_hit("The bridge opened in 1999.", url="https://www.news.example/b")
    command = await judge(fake_deps(), other, uri="https://news.example/a")
    assert command.update["rulings"][0].ruling == "refuted"


async def test_a_claim_without_evidence_goes_back_while_it_may() -> None:
    assert (await judge(fake_deps(), loops=0)).goto == "publisher"
    command = await judge(fake_deps(), loops=1)
    assert command.goto == "evidence_searcher"
    assert command.update["rulings"][0].queries
    assert (await judge(fake_deps(), loops=1, loop_count=1)).goto == "publisher"
    assert (await judge(fake_deps(), document_hit(OPENED), loops=2)).goto == "publisher"


async def test_a_claim_without_new_passages_is_not_asked_again() -> None:
    hit = document_hit(OPENED)
    first = await judge(fake_deps(), hit)
    model = ScriptedModel([])
    again = await judge(fake_deps(model=model), hit, **first.update)
    assert model.requests == []
    assert again.update["rulings"] == first.update["rulings"]
    assert again.update["weighed"] == first.update["weighed"]


@pytest.mark.parametrize("model", [False, True])
async def test_a_date_that_another_source_gives_in_other_words_is_disputed_and_not_refuted(model: bool) -> None:
    claim = "The tea jar procession to Edo began in 1633."
    hits = [
        document_hit("The tea jar procession to Edo began in 1632.", path="/docs/history.md"),
        document_hit("The tea jar procession, which made Uji known, began in 1633.", path="/docs/uji.md"),
    ]
    answer = {"excerpts": [{"passage": "p1", "quote": hits[0].passage.text, "stance": "against"}], "ruling": "refuted"}
    deps = fake_deps(model=ScriptedModel([answer])) if model else fake_deps()
    found = (await judge(deps, *hits, claims=[TextClaim(text=claim, words=claim)])).update
    assert found["rulings"][0].ruling == "disputed"
    assert [one.stance for one in found["weighed"]] == ["against", "for"]

"""Claims are found again in the text; what a model words into another claim is taken as the text has it."""

from __future__ import annotations

from typing import Any

import pytest
from langgraph.runtime import Runtime

from kasen.errors import InputError
from kasen.team import Deps
from kasen.teams.research.nodes.claim_splitter import claim_splitter, page_meant, put_in
from kasen.teams.research.schemas import QUESTION_LIMIT, Request
from kasen.teams.research.schemas.fact_check import MOST_CLAIMS, TextClaim
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.scripted import ScriptedModel
from kasen.testing.search import FakeSearch, document_hit
from kasen.testing.web import web

TEXT = "Uji lies near Kyoto. It made 2,780 t of tea in 2024. 煎茶は1738年に完成した。"
DOCS = [document_hit("Tea.")]


async def split(deps: FakeDeps, text: str = TEXT, **state: Any) -> Any:
    runtime: Runtime[Deps] = Runtime(context=deps)
    given: Any = {"request": Request(question=text, docs=["/docs"]), **state}
    return await claim_splitter(given, runtime)


def saying(*claims: dict[str, Any], **more: Any) -> FakeDeps:
    return fake_deps(model=ScriptedModel([{"claims": list(claims), **more}]), documents=DOCS)


async def test_a_claim_that_stands_alone_keeps_its_wording_and_its_place() -> None:
    said = {"text": "Uji made 2,780 t of tea in 2024.", "words": "It made 2,780 t of tea in 2024."}
    found = await split(saying({**said, "queries_for": ["a", "b", "c"], "queries_against": ["?"]}))
    (claim,) = found["claims"]
    assert claim.text == said["text"]
    assert TEXT[claim.start : claim.end] == claim.words == said["words"]
    assert claim.queries_for == ["a", "b"]
    assert claim.queries_against == ["uji made tea"]


@pytest.mark.parametrize(
    "changed",
    [
        "Uji made 2,870 t of tea in 2024.",
        "Uji made 2,780 t of tea in 2014.",
        "Uji did not make 2,780 t of tea in 2024.",
        "",
        "x" * 500,
    ],
)
async def test_a_claim_that_is_not_what_the_text_says_is_taken_in_its_words(changed: str) -> None:
    words = "It made 2,780 t of tea in 2024."
    found = await split(saying({"text": changed, "words": words}))
    assert [claim.text for claim in found["claims"]] == [words]


async def test_what_stands_nowhere_is_no_claim_and_the_same_claim_twice_is_one() -> None:
    uji = {"text": "Uji lies near Kyoto.", "words": "Uji lies near Kyoto."}
    nowhere = {"text": "Coffee comes from the moon.", "words": "Coffee comes from the moon."}
    rest = [
        {"words": "Uji lies near Kyoto.", "kind": "opinion"},
        {"words": "Not in the text at all.", "kind": "opinion"},
    ]
    found = await split(saying(uji, uji, nowhere, uncheckable=rest))
    assert [claim.text for claim in found["claims"]] == ["Uji lies near Kyoto."]
    assert [one.words for one in found["uncheckable"]] == ["Uji lies near Kyoto."]


async def test_a_model_without_claims_is_filled_in_by_the_rule() -> None:
    found = await split(saying())
    assert [claim.text for claim in found["claims"]] == ["煎茶は1738年に完成した。", "Uji lies near Kyoto."]
    assert [one.kind for one in found["uncheckable"]] == ["unclear"]


async def test_a_page_is_read_once_and_cut_where_it_is_long() -> None:
    lines = " ".join(f"Uji lies {n} km from Kyoto." for n in range(1000))
    small = web({"https://a.example/": f"# Long\n\n{lines}"})
    deps = fake_deps(search=small.search, fetch=small.fetch)
    found = await split(deps, "https://a.example/")
    assert len(found["checked"].text) == QUESTION_LIMIT
    assert found["checked"].cut
    assert len(found["claims"]) == MOST_CLAIMS
    assert found["beyond"]
    again = await split(deps, "https://a.example/", checked=found["checked"], comment="other claims")
    assert sum(small.fetch.calls.values()) == 1
    assert again["checked"] == found["checked"]


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("https://a.example/x", "https://a.example/x"),
        ("Fact-check https://a.example/x.", "https://a.example/x"),
        ("https://a.example/xの記事は本当ですか？", "https://a.example/x"),
        ("この記事を検証してください：https://a.example/x", "https://a.example/x"),
        ("Uji lies near Kyoto, says https://a.example/x of it.", ""),
        ("Is it true that Uji lies near Kyoto? https://a.example/x", ""),
        ("https://a.example/x https://b.example/y", ""),
        ("Uji lies near Kyoto.", ""),
    ],
)
def test_an_address_with_no_claim_beside_it_is_the_page_that_is_meant(text: str, address: str) -> None:
    assert page_meant(text) == address


async def test_a_text_with_an_address_in_it_is_a_text() -> None:
    found = await split(fake_deps(documents=DOCS), "Uji lies near Kyoto, says https://a.example/ of it.")
    assert found["checked"].uri == ""


async def test_without_anything_to_search_there_is_one_sentence() -> None:
    runtime: Runtime[Deps] = Runtime(context=fake_deps())
    with pytest.raises(InputError, match="nothing to check the claims against"):
        await claim_splitter({"request": Request(question=TEXT)}, runtime)
    runtime = Runtime(context=fake_deps(search=FakeSearch()))
    assert (await claim_splitter({"request": Request(question=TEXT)}, runtime))["claims"]


def test_claims_that_a_person_puts_in_are_found_in_the_text_or_stand_by_themselves() -> None:
    known = TextClaim(text="Uji made tea.", words="x", queries_for=["q"])
    found = put_in(["Uji made tea.", " Uji lies near  Kyoto. ", "Tea is blue.", "", "Tea is blue."], TEXT, [known])
    assert [claim.text for claim in found] == ["Uji made tea.", "Uji lies near Kyoto.", "Tea is blue."]
    assert found[0] is known
    assert (found[1].words, found[2].words) == ("Uji lies near Kyoto.", "")

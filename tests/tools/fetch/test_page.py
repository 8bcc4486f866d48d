from __future__ import annotations

from kasen.evidence.types import Passage, Source
from kasen.testing.stores import MemoryEvidence
from kasen.tools.fetch.page import Fetch, Page, Unfetched


def page() -> Page:
    source = Source(id="src_1", kind="web", title="Tea", uri="https://example.org/tea")
    passages = tuple(
        Passage(id=f"psg_{n}", source_id="src_1", text=text, start=start, end=start + len(text))
        for n, (start, text) in enumerate([(0, "Uji is in Kyoto."), (18, "宇治は京都にある。")])
    )
    text = "Uji is in Kyoto.\n\n宇治は京都にある。"
    return Page(
        asked="http://example.org/tea", url="https://example.org/tea", source=source, text=text, passages=passages
    )


async def test_the_passages_of_a_page_are_evidence() -> None:
    store = MemoryEvidence()
    await store.add(page().hits(0.5))
    assert [p.text for p in await store.passages(["psg_1", "psg_0"])] == ["宇治は京都にある。", "Uji is in Kyoto."]
    assert {hit.score for hit in page().hits(0.5)} == {0.5}


def test_a_page_and_a_failure_survive_being_stored() -> None:
    assert Page.model_validate_json(page().model_dump_json()) == page()
    failure = Unfetched(asked="http://x/", kind="status", reason="answered 404", status=404)
    assert Unfetched.model_validate_json(failure.model_dump_json()) == failure


async def test_a_fake_needs_nothing_but_fetch() -> None:
    class Fake:
        async def fetch(self, url: str, *, typed: bool = False, lang: str = "") -> Page | Unfetched:
            return page()

    fake: Fetch = Fake()
    assert await fake.fetch("http://example.org/tea") == page()

from __future__ import annotations

import pytest

from kasen.errors import UnknownName
from kasen.evidence.types import Claim
from kasen.testing.search import document_hit
from kasen.testing.stores import FakeLibrary, MemoryArtifacts, MemoryEvidence

UJI = document_hit("宇治では十六世紀に覆下栽培が始まった。", path="/d/uji.md")
SHIZUOKA = document_hit("Shizuoka grows most of the tea in Japan.", path="/d/shizuoka.md")


async def test_evidence_comes_back_in_the_order_asked_for_and_unknown_ids_fail() -> None:
    store = MemoryEvidence()
    await store.add([UJI, SHIZUOKA])
    await store.add([UJI])
    ids = [SHIZUOKA.passage.id, UJI.passage.id]
    assert [passage.id for passage in await store.passages(ids)] == ids
    assert (await store.sources([UJI.source.id]))[0].uri == "/d/uji.md"
    with pytest.raises(KeyError):
        await store.passages(["psg_unknown"])
    await store.record_claims([Claim(id="c1", text="x")])
    await store.record_claims([Claim(id="c2", text="y")])
    assert [claim.id for claim in store.claims] == ["c2"]


async def test_artifacts_have_versions_and_the_same_bytes_are_the_same_version() -> None:
    artifacts = MemoryArtifacts()
    assert [await artifacts.write("報告.md", data, "text/markdown") for data in (b"1", b"1", b"2", b"1")] == [
        1,
        1,
        2,
        3,
    ]
    assert artifacts.text("報告.md") == "1"
    assert [await artifacts.read("報告.md", n) for n in (0, 1, 2, 3)] == [b"1", b"1", b"2", b"1"]
    for name, version in (("b.md", 0), ("報告.md", 4), ("報告.md", -1)):
        with pytest.raises(UnknownName, match="this run has no"):
            await artifacts.read(name, version)


async def test_a_library_finds_what_shares_terms_and_measures_coverage() -> None:
    library = FakeLibrary([SHIZUOKA, UJI])
    assert [hit.source.uri for hit in await library.search("覆下栽培はいつ?")] == ["/d/uji.md"]
    assert await library.search("quantum") == []
    assert await library.coverage("覆下栽培") == 1.0
    assert 0 < await library.coverage("覆下栽培 quantum") < 1
    assert await library.coverage("") == 0.0
    assert (library.documents, library.passages) == (2, 2)
    assert "shizuoka" in {term.text for term in await library.vocabulary()}


async def test_an_empty_library_answers_everything_with_nothing() -> None:
    library = FakeLibrary()
    assert await library.search("x") == []
    assert await library.vocabulary() == []
    assert await library.coverage("x") == 0.0

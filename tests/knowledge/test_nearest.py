"""Vectors of a model of several languages, which puts what is said in one language near each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from kasen.knowledge import nearest
from kasen.knowledge.open_library import open_library
from kasen.knowledge.search import parse
from kasen.knowledge.store import KnowledgeBase
from kasen.models.embedder_kinds import Kind

TOPICS = ("茶|tea", "珈琲|coffee", "鯨|whale", "雪|snow", "橋|bridge", "鐘|bell", "塩|salt", "馬|horse")
ENGLISH = [
    "The tea of this valley is picked by hand in the first week of May, when the leaves are soft.",
    "A coffee tree bears its first fruit in the third year and is cut back after the seventh.",
    "The whale was seen from the cliff for nine days before it turned to the open sea again.",
    "The snow lay on the roofs until the end of March and closed both of the roads to the north.",
    "The old bridge was built of larch and carried the carts of the mill for eighty years.",
    "A bell that was cast in the town hangs in the tower and is rung at noon on feast days.",
]
JAPANESE = ["塩は海の水を煮て作る。", "馬は山の牧場で夏を過ごす。", "鐘は寺の門の上にある。", "橋は川の上に三つある。",
            "雪は四月まで屋根に残る。", "鯨は沖を南へ泳いで行く。"]  # fmt: skip


class Tongues:
    """What a text is about counts, and the language that it is in counts more."""

    model, kinds = "fake:tongues", ""

    async def embed(self, texts: Sequence[str], kind: Kind | None = None) -> list[list[float]]:
        return [self._vector(text.casefold()) for text in texts]

    def _vector(self, text: str) -> list[float]:
        is_english = any("a" <= letter <= "z" for letter in text)
        return [
            6.0 * is_english,
            6.0 * (not is_english),
            *(float(any(w in text for w in t.split("|"))) for t in TOPICS),
        ]


async def base_of(home: Path, write: Callable[..., Path], name: str, texts: Sequence[str]) -> KnowledgeBase:
    files = [write(f"{name}/{number}.txt", text) for number, text in enumerate(texts)]
    base = await KnowledgeBase.open(home, name, embedder=Tongues())
    await base.add(files)
    return base


async def first(base: KnowledgeBase, question: str) -> str:
    return (await base.search(question))[0].passage.text


async def test_what_answers_in_another_language_goes_before_what_only_is_in_the_same(
    tmp_path: Path, write: Callable[..., Path]
) -> None:
    base = await base_of(tmp_path, write, "both", [*ENGLISH, *JAPANESE])
    assert await first(base, "珈琲の木") == ENGLISH[1]
    assert await first(base, "茶を摘む頃") == ENGLISH[0]
    assert await first(base, "Where is salt from?") == JAPANESE[0]


async def test_what_answers_in_the_same_language_stays_first(tmp_path: Path, write: Callable[..., Path]) -> None:
    base = await base_of(tmp_path, write, "both", [*ENGLISH, *JAPANESE])
    assert await first(base, "鯨はどこへ泳ぐか") == JAPANESE[5]
    assert await first(base, "How long was the whale seen from the cliff?") == ENGLISH[2]


async def test_every_language_has_its_candidates_however_many_passages_the_others_have(
    tmp_path: Path, write: Callable[..., Path]
) -> None:
    base = await base_of(tmp_path, write, "both", [*ENGLISH, *JAPANESE])
    found = await base.nearest(parse("珈琲の木"))
    assert {candidate.language for candidate in found} == {"ja", "en"}
    assert found[0].language == "ja", "by vectors alone a passage of the same language is nearest"
    usual = {candidate.language: candidate.usual for candidate in found}
    assert usual["ja"] > usual["en"] + 0.5
    few = await KnowledgeBase.open(tmp_path, "both", embedder=Tongues())
    vector = (await Tongues().embed(["珈琲の木"]))[0]
    best = nearest.Nearest(few._catalogue, few._index).find(vector, 1)
    assert [candidate.language for candidate in best] == ["ja", "en"], "one of each"


async def test_a_passage_alone_in_its_language_is_not_its_own_rule(tmp_path: Path, write: Callable[..., Path]) -> None:
    base = await base_of(tmp_path, write, "mostly", [*ENGLISH, JAPANESE[0]])
    assert await first(base, "塩を作る") == JAPANESE[0]
    usual = {candidate.language: candidate.usual for candidate in await base.nearest(parse("塩を作る"))}
    assert usual["ja"] == pytest.approx(usual["en"], abs=0.2)


async def test_what_is_usual_follows_what_is_written(tmp_path: Path, write: Callable[..., Path]) -> None:
    base = await base_of(tmp_path, write, "grows", ENGLISH)
    assert {c.language for c in await base.nearest(parse("珈琲の木"))} == {"en"}
    await base.add([write(f"more/{number}.txt", text) for number, text in enumerate(JAPANESE)])
    assert await first(base, "珈琲の木") == ENGLISH[1]
    await base.remove(tmp_path / "grows")
    assert {c.language for c in await base.nearest(parse("珈琲の木"))} == {"ja"}


async def test_languages_are_levelled_over_all_bases(tmp_path: Path, write: Callable[..., Path]) -> None:
    for name, texts in (("en", ENGLISH), ("ja", JAPANESE)):
        await base_of(tmp_path, write, name, texts)
    library = await open_library(tmp_path, [], ["ja", "en"], embedder=Tongues())
    assert (await library.search("珈琲の木"))[0].passage.text == ENGLISH[1]
    assert (await library.search("鯨はどこへ泳ぐか"))[0].passage.text == JAPANESE[5]


async def test_too_many_documents_are_not_named(
    tmp_path: Path, write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    base = await base_of(tmp_path, write, "both", [*ENGLISH, *JAPANESE])
    monkeypatch.setattr(nearest, "MOST_IDS", 2)
    found = await base.nearest(parse("珈琲の木"))
    assert len(found) == len([*ENGLISH, *JAPANESE]), "each once"
    assert await first(base, "珈琲の木") == ENGLISH[1], "more are looked through instead"

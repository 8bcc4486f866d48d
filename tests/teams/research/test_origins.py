"""Pages of one publisher, texts of one agency and copies of one text are one origin; sources that differ are not."""

from __future__ import annotations

import pytest

from kasen.evidence.types import Hit, Passage, Source
from kasen.teams.research.origins import Print, credited, origins, publisher
from kasen.testing.search import document_hit, web_hit

STORY = (
    "The harbour of Kitano was closed on 3 May 2021 after the storm had broken its outer wall, the port office said. "
    "Ships were sent to the south, and forty families left their houses for two nights before they could return."
)
OTHER = "On 3 May the sea came over the wall of Kitano. Nobody was hurt, and the ferries went on two days later."


def grouped(*hits: Hit) -> list[int]:
    """The origins of sources as numbers, in the order given."""
    sources: dict[str, Source] = {hit.source.id: hit.source for hit in hits}
    passages: list[Passage] = [hit.passage for hit in hits]
    found = origins(passages, sources)
    numbers = {origin: n for n, origin in enumerate(dict.fromkeys(found.values()), start=1)}
    return [numbers[found[hit.source.id]] for hit in hits]


def test_copies_across_domains_are_one_origin_and_their_own_words_are_another() -> None:
    hits = [
        web_hit(STORY, url="https://a.example/1"),
        web_hit(f"From our desk. {STORY}", url="https://b.example/2"),
        web_hit(STORY.partition(". ")[0] + ". More soon.", url="https://c.example/3"),
        web_hit(OTHER, url="https://d.example/4"),
    ]
    assert grouped(*hits) == [1, 1, 1, 2]


def test_pages_of_one_publisher_are_one_origin() -> None:
    assert grouped(
        web_hit("One says this of tea.", url="https://www.paper.co.jp/a"),
        web_hit("Another says that of coffee.", url="https://news.paper.co.jp/b"),
        web_hit("A third says something of milk.", url="https://other.co.jp/c"),
    ) == [1, 1, 2]


def test_texts_of_one_agency_are_one_origin() -> None:
    assert grouped(
        web_hit("TOKYO (Reuters) - Exports of tea rose last year.", url="https://a.example/1"),
        web_hit("Tea sold well abroad, ministry says. Reporting by Reuters.", url="https://b.example/2"),
        web_hit("【共同】茶の輸出が増えた。", url="https://c.example/3"),
        web_hit("茶の輸出は昨年増加した（共同）。", url="https://d.example/4"),
    ) == [1, 1, 2, 2]


def test_a_source_that_joins_two_makes_them_one() -> None:
    left = web_hit(STORY, url="https://a.example/1")
    right = web_hit(OTHER, url="https://b.example/2")
    joins = web_hit(f"{STORY} {OTHER}", url="https://b.example/3")
    assert grouped(left, right, joins) == [1, 1, 1]


def test_documents_are_independent_unless_they_are_copies() -> None:
    assert grouped(
        document_hit("Sencha was perfected in 1738 by Soen.", path="/docs/a.md"),
        document_hit("Sencha was perfected in 1740 by Soen.", path="/docs/b.md"),
        document_hit(STORY, path="/docs/c.md"),
        document_hit(STORY, path="/docs/c copy.md"),
    ) == [1, 2, 3, 3]
    same = [
        hit.model_copy(update={"source": hit.source.model_copy(update={"content_hash": "x"})})
        for hit in (document_hit("a b c", path="/1.md"), document_hit("d e f", path="/2.md"))
    ]
    assert grouped(*same) == [1, 1]


def test_texts_that_differ_in_a_figure_or_a_not_are_no_copies() -> None:
    lines = (
        "The tea is picked by hand. It dries in the sun. Its leaves turn dark. Men carry it down."
        " Boats take it to town. Women sort it there. The best is kept."
    )
    assert Print([lines]).long == frozenset(), "no sentence of these is long enough by itself"
    assert Print([lines]).is_copy_of(Print([lines + " Then it is sold."]))
    assert not Print([f"{lines} It was 1738."]).is_copy_of(Print([f"{lines} It was 1740."]))
    assert not Print([lines.replace("is picked", "is not picked")]).is_copy_of(Print([lines]))


def test_short_texts_are_never_copies() -> None:
    assert not Print(["Tea is green."]).is_copy_of(Print(["Tea is green."]))
    assert not Print([""]).is_copy_of(Print([""]))


@pytest.mark.parametrize(
    ("uri", "domain"),
    [
        ("https://www.example.org/a", "example.org"),
        ("https://news.example.co.jp/a", "example.co.jp"),
        ("https://a.b.example.ac.uk/", "example.ac.uk"),
        ("https://writer.github.io/x", "writer.github.io"),
        ("https://writer.hatenablog.com/x", "writer.hatenablog.com"),
        ("http://127.0.0.1:8000/", "127.0.0.1"),
        ("http://[::1]/", "::1"),
        ("/docs/notes.md", ""),
        ("", ""),
        ("http://[bad", ""),
    ],
)
def test_a_publisher_is_the_domain_that_was_given_out(uri: str, domain: str) -> None:
    assert publisher(uri) == domain


def test_only_the_edges_of_a_passage_name_its_author() -> None:
    assert credited("Exports rose. (AP)") == {"ap"}
    assert credited("x" * 300 + " Reuters " + "y" * 300) == set()


def test_no_passage_has_no_origin() -> None:
    assert origins([], {}) == {}

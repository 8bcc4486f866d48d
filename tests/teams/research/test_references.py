"""Sources are numbered as they are first cited."""

from __future__ import annotations

from pathlib import Path

from kasen.evidence.types import Claim, Passage, Source
from kasen.teams.research.checks import Checked, Cited
from kasen.teams.research.references import References, shown_path

PASSAGES = {
    "p1": Passage(id="p1", source_id="s1", text="One.", page=3, headings=("H",)),
    "p2": Passage(id="p2", source_id="s2", text="Two."),
    "p3": Passage(id="p3", source_id="s1", text="Three."),
}
SOURCES = {
    "s1": Source(
        id="s1", kind="document", title="Notes", uri="/data/docs/sub/notes.md", fetched_at="2026-01-02T03:04:05Z"
    ),
    "s2": Source(id="s2", kind="web", title="", uri="https://example.org/a", publisher="example.org"),
}


def checked(*ids: str, support: str = "supported") -> Checked:
    claim = Claim(id="c", text="text", passage_ids=ids, support=support)
    return Checked(claim, tuple(Cited(id, 0, 3) for id in ids), quoted=True)


def references() -> References:
    return References(PASSAGES, SOURCES, [Path("/data/docs")])


def test_numbers_follow_the_reader() -> None:
    refs = references()
    assert [c.reference for c in refs.sentence(checked("p2")).citations] == [1]
    assert [c.reference for c in refs.sentence(checked("p1", "p2")).citations] == [2, 1]
    assert [c.reference for c in refs.sentence(checked("p3")).citations] == [2]
    assert refs.source_ids() == ["s2", "s1"]


def test_two_passages_of_one_source_are_one_mark() -> None:
    (citation,) = references().sentence(checked("p1", "p3")).citations
    assert [words.passage_id for words in citation.words] == ["p1", "p3"]


def test_a_reference_lists_the_passages_that_were_cited() -> None:
    refs = references()
    refs.sentence(checked("p1"))
    refs.sentence(checked("p2"))
    document, page = refs.listed()
    assert (document.title, document.file, document.uri, document.fetched) == (
        "Notes",
        "sub/notes.md",
        "",
        "2026-01-02",
    )
    assert [(p.id, p.page, p.headings) for p in document.passages] == [("p1", 3, ("H",))]
    assert (page.title, page.file, page.uri) == ("https://example.org/a", "", "https://example.org/a")


def test_partial_support_is_marked_by_itself_and_marks_stand_once() -> None:
    sentence = references().sentence(checked("p1", support="partial"), marks=["partial", "disputed"])
    assert sentence.marks == ("partial", "disputed")


def test_a_path_is_shown_as_the_reader_knows_it(tmp_path: Path) -> None:
    assert shown_path(str(tmp_path / "a" / "b.md"), [tmp_path]) == "a/b.md"
    assert shown_path(str(tmp_path / "b.md"), [tmp_path / "b.md"]) == "b.md"
    assert shown_path("/elsewhere/b.md", [tmp_path]) == "b.md"


def test_a_passage_of_a_slide_says_so() -> None:
    slides = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
    refs = References(PASSAGES, SOURCES | {"s1": SOURCES["s1"].model_copy(update={"media_type": slides})}, [])
    refs.sentence(checked("p1"))
    assert [p.unit for p in refs.listed()[0].passages] == ["slide"]

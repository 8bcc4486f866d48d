"""What was found, as roles and state hold it."""

from __future__ import annotations

from kasen.teams.research.schemas.found import ExcerptView, PassageView, Quoted, SearchDone, Unread


def test_the_passage_of_a_quotation_is_read_as_meant() -> None:
    assert Quoted.model_validate({"passage": "P7", "quote": "x"}).passage == "p7"


def test_a_heading_that_is_the_title_is_said_once() -> None:
    assert PassageView(id="p1", title="Tea", text="", headings=("Tea", "Price")).origin == "Tea › Price"
    assert ExcerptView(id="e1", point=1, quote="", title="Tea", place="p. 2").origin == "Tea › p. 2"
    assert ExcerptView(id="e1", point=1, quote="", title="Tea").origin == "Tea"


def test_a_search_survives_being_stored() -> None:
    done = SearchDone(query="茶", where="web", found=1, unread=[Unread(url="https://x.example/", reason="timeout")])
    assert SearchDone.model_validate_json(done.model_dump_json()) == done

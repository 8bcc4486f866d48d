"""Places of a draft, locations as careless reviewers give them, and edits of what is open."""

from __future__ import annotations

import pytest

from kasen.teams.research.places import MOST_EDITS, edited, named, parts, places, views
from kasen.teams.research.schemas import Draft, Section, Statement
from kasen.teams.research.schemas.supervised import Edit, Issue


def say(text: str, *ids: str) -> Statement:
    return Statement(text=text, evidence=list(ids) or ["e1"])


DRAFT = Draft(
    title="Uji",
    summary=[say("Uji is the centre of tea.")],
    findings=[say("The shogun was patron."), say("Growing began early.", "e2")],
    analysis=[
        Section(point=1, statements=[say("Patronage made the centre."), say("Jars went to Edo.")]),
        Section(point=2, statements=[say("It began in the 13th century.", "e2")]),
    ],
)
POINTS = ["Why did Uji become the centre", "When did growing begin"]
EVIDENCE = ["e1", "e2", "e3"]


def texts(draft: Draft) -> dict[str, str]:
    return {place.id: place.statement.text for place in places(draft)}


def edit(place: str, action: str = "replace", text: str = "Something new is said.", *ids: str) -> Edit:
    return Edit.model_validate({"place": place, "action": action, "text": text, "evidence": list(ids) or ["e3"]})


def test_places_are_numbered_in_reading_order() -> None:
    assert list(texts(DRAFT)) == ["s1", "f1", "f2", "a1.1", "a1.2", "a2.1"]
    assert [view.part for view in views(DRAFT, POINTS)] == [
        "summary",
        "findings",
        "findings",
        *[POINTS[0]] * 2,
        POINTS[1],
    ]
    assert parts(POINTS) == ["summary", "findings", "a1", "a2"]


@pytest.mark.parametrize(
    ("location", "kind", "expected"),
    [
        ("a1.2", "logic", ["a1.2"]),
        ("[A1.2] and (f2)", "logic", ["a1.2", "f2"]),
        ("s1, a9.9", "logic", ["s1"]),
        ("Executive Summary", "format", ["summary"]),
        ("Key Findingsセクション", "format", ["findings"]),
        ("Detailed Analysisセクション", "logic", ["a1", "a2"]),
        ("詳細分析", "logic", ["a1", "a2"]),
        ("観点２", "completeness", ["a2"]),
        ("point 1", "completeness", ["a1"]),
        ("the part: When did growing begin?", "completeness", ["a2"]),
        ("“Jars went to Edo.”", "logic", ["a1.2"]),
        ("", "completeness", ["a1", "a2"]),
        ("", "fact_check", []),
        ("somewhere", "logic", ["summary", "findings", "a1", "a2"]),
        ("a1.20", "logic", ["summary", "findings", "a1", "a2"]),
    ],
)
def test_a_location_is_read_as_it_was_meant(location: str, kind: str, expected: list[str]) -> None:
    issue = Issue.model_validate({"type": kind, "description": "d", "location": location})
    assert named(issue, DRAFT, POINTS) == expected


def test_an_edit_changes_its_place_and_nothing_else() -> None:
    done = edited(DRAFT, [edit("a1.2")], open=["a1.2"], evidence=EVIDENCE)
    assert (done.applied, done.refused) == (1, 0)
    assert texts(done.draft) == {**texts(DRAFT), "a1.2": "Something new is said."}
    assert done.draft.title == "Uji"


@pytest.mark.parametrize(
    "refused",
    [
        edit("a1.1"),
        edit("s1", "drop"),
        edit("everything"),
        edit("a7", "add"),
        edit("a2", "add"),
        edit("a1.2", "replace", "Jars went to Edo.", "e1"),
        edit("a1.2", "replace", "Patronage made the centre."),
        edit("a1", "add", "Jars went to Edo."),
        edit("a1", "add", "  "),
        edit("a1", "add", "A claim of its own.", "e99"),
        edit("nowhere", "drop"),
    ],
)
def test_an_edit_that_is_not_for_it_to_make_is_refused(refused: Edit) -> None:
    done = edited(DRAFT, [refused], open=["a1.2"], evidence=EVIDENCE)
    assert (done.applied, done.refused) == (0, 1)
    assert done.draft == DRAFT


def test_a_part_that_is_open_can_be_changed_and_grow_and_shrink() -> None:
    given = [edit("a1.1", "drop"), edit("a1", "add"), edit("a1.2", "replace", "Jars of leaves went to Edo.", "e3")]
    done = edited(DRAFT, given, open=["a1"], evidence=EVIDENCE)
    assert [one.text for one in done.draft.analysis[0].statements] == [
        "Jars of leaves went to Edo.",
        "Something new is said.",
    ]
    assert done.applied == 3


def test_a_place_that_is_open_lets_its_part_grow() -> None:
    done = edited(DRAFT, [edit("f1", "add")], open=["f1"], evidence=EVIDENCE)
    assert [one.text for one in done.draft.findings][-1] == "Something new is said."


def test_a_section_that_is_not_there_yet_can_be_added() -> None:
    done = edited(Draft(title="t"), [edit("a2", "add")], open=["a2"], evidence=EVIDENCE)
    assert done.draft.analysis == [Section(point=2, statements=[say("Something new is said.", "e3")])]


def test_a_replacement_without_evidence_keeps_what_was_cited() -> None:
    done = edited(DRAFT, [edit("f2", "replace", "It began early on.", "e77")], open=["f2"], evidence=EVIDENCE)
    assert done.draft.findings[1].evidence == ["e2"]


def test_a_place_is_edited_once_and_a_flood_of_edits_is_no_revision() -> None:
    twice = edited(DRAFT, [edit("f1"), edit("f1", "replace", "Another thing.")], open=["f1"], evidence=EVIDENCE)
    assert twice.applied == 1
    many = [edit("a1", "add", f"Statement number {n} {'x' * n}.") for n in range(40)]
    assert edited(DRAFT, many, open=["a1"], evidence=EVIDENCE).applied <= MOST_EDITS


def test_an_empty_draft_has_no_places() -> None:
    assert places(Draft()) == []
    assert edited(Draft(), [edit("s1")], open=["s1"], evidence=EVIDENCE).draft == Draft()

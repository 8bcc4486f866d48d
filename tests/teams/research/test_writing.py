"""The report says what stands, what is disputed, what is missing, and who wrote it."""

from __future__ import annotations

from typing import Any

from kasen.evidence.types import Passage, Source
from kasen.team import RunFigures
from kasen.teams.research import wording
from kasen.teams.research.checks import Checker
from kasen.teams.research.references import References
from kasen.teams.research.schemas import Draft, Excerpt, PointCoverage, SearchDone, Section, Statement
from kasen.teams.research.writing import Front, Material, Writer
from kasen.tools.report.model import Report

TEXTS = {
    "p1": "The house was founded in 1738. It still sells tea. Visitors are welcome.",
    "p2": "The house was founded in 1740.",
    "p3": "Tea is grown on the hills nearby.",
}
PASSAGES = {id: Passage(id=id, source_id=f"s{id}", text=text) for id, text in TEXTS.items()}
SOURCES = {f"s{id}": Source(id=f"s{id}", kind="document", title=id, uri=f"/d/{id}.md") for id in TEXTS}
EXCERPTS = [
    Excerpt(id="e1", point=1, passage_id="p1", start=0, end=30),
    Excerpt(id="e2", point=1, passage_id="p2", start=0, end=30),
    Excerpt(id="e3", point=2, passage_id="p3", start=0, end=33),
]
OWN = Draft(
    summary=[Statement(text=TEXTS["p2"], evidence=["e2"])],
    findings=[
        Statement(text=TEXTS["p1"][:30], evidence=["e1"]),
        Statement(text=TEXTS["p3"], evidence=["e3"]),
        Statement(text=TEXTS["p2"], evidence=["e2"]),
    ],
    analysis=[
        Section(point=1, statements=[Statement(text=TEXTS["p1"][:30], evidence=["e1"])]),
        Section(point=2, statements=[]),
    ],
)


def material(**more: Any) -> Material:
    coverage = [
        PointCoverage(point=1, text="When was it founded?", coverage=1.0, covered=True),
        PointCoverage(point=2, text="Where is it?", coverage=0.2, covered=False, missing=["where"]),
    ]
    given: dict[str, Any] = {
        "question": "When and where?",
        "lang": "en",
        "date": "2026-01-02",
        "run_id": "run_1",
        "mode": "quick",
        "theme": "The house",
        "coverage": coverage,
        "searches": [SearchDone(query="house", where="web", error="timeout")],
        "own_draft": OWN,
        "usable": ["e1", "e2", "e3"],
        "by_rule": True,
        "passages": 3,
        "sources": 3,
        "notes": ["A note."],
    }
    return Material(**(given | more))


def write(draft: Draft, *, by_role: dict[str, str] | None = None, **more: Any) -> Report:
    checker = Checker({excerpt.id: excerpt for excerpt in EXCERPTS}, PASSAGES, "en")
    writer = Writer(material(**more), checker, References(PASSAGES, SOURCES, []))
    return writer.write(draft, RunFigures(by_role=by_role or {"planner": "rule"}))


def test_every_citation_resolves_and_numbers_follow_the_reader() -> None:
    report = write(OWN)
    assert report.unresolved() == []
    assert [reference.title for reference in report.references] == ["p2", "p1", "p3"]
    assert all(sentence.citations for sentence in report.key_findings)


def test_the_head_counts_what_is_cited_and_beside_it_what_was_only_read() -> None:
    assert "· 3 sources ·" in write(OWN).made_by
    assert "· 3 sources cited, 8 read ·" in write(OWN, sources=8).made_by


def test_sources_that_disagree_are_set_side_by_side_and_marked() -> None:
    report = write(OWN)
    (found,) = report.disagreements
    assert [side.text for side in found.sides] == [TEXTS["p1"][:30], TEXTS["p2"]]
    marks = {sentence.text: sentence.marks for sentence in report.key_findings}
    assert marks == {
        TEXTS["p1"][:30]: ("disputed",),
        TEXTS["p2"]: ("disputed",),
        TEXTS["p3"]: ("partial", "single_origin"),
    }


def test_what_one_of_several_origins_says_is_marked_until_another_says_so_too() -> None:
    lone = Draft(findings=[Statement(text=TEXTS["p3"], evidence=["e3"])])
    assert "single_origin" in marks_of(lone, SOURCES)["Tea is grown on the hills nearby."]
    more = {**TEXTS, "p2": "On the hills nearby tea is grown."}
    assert "single_origin" not in marks_of(lone, SOURCES, more)["Tea is grown on the hills nearby."]
    copies = {id: source.model_copy(update={"content_hash": "x"}) for id, source in SOURCES.items()}
    assert "single_origin" not in marks_of(lone, copies)["Tea is grown on the hills nearby."], (
        "there is no other origin"
    )


def marks_of(draft: Draft, sources: dict[str, Source], texts: dict[str, str] = TEXTS) -> dict[str, tuple[str, ...]]:
    passages = {id: Passage(id=id, source_id=f"s{id}", text=text) for id, text in texts.items()}
    excerpts = {e.id: e.model_copy(update={"end": len(texts[e.passage_id])}) for e in EXCERPTS}
    writer = Writer(material(), Checker(excerpts, passages, "en"), References(passages, sources, []))
    report = writer.write(draft, RunFigures(by_role={"planner": "rule"}))
    return {sentence.text: sentence.marks for sentence in report.key_findings}


def test_a_mode_may_say_summary_and_findings_itself() -> None:
    front = Front(
        summary=["Two were checked."], findings=[Statement(text="The sources disagree.", evidence=["e1", "e2"])]
    )
    report = write(Draft(), front=front)
    assert [sentence.text for sentence in report.summary] == ["Two were checked."]
    (finding,) = report.key_findings
    assert finding.text == "The sources disagree."
    assert [citation.reference for citation in finding.citations] == [1, 2]
    assert write(Draft(), front=Front(summary=["None."])).banner == ()


def test_what_is_off_the_question_does_not_disagree() -> None:
    assert write(OWN, usable=["e1", "e3"]).disagreements == ()


def test_a_quotation_is_shown_in_what_stands_around_it() -> None:
    (block,) = write(OWN).analysis[0].blocks
    assert block.kind == "quote"
    assert block.sentences[0].text == TEXTS["p1"]


def test_a_point_without_evidence_says_so() -> None:
    report = write(OWN)
    assert report.analysis[1].blocks[0].sentences[0].text == "Nothing was found on this point."
    assert report.not_covered[0].startswith("“Where is it?”: not enough evidence (20 %")
    assert report.not_covered[1:] == ("The search “house” failed: timeout", "A note.")


def test_a_thin_draft_is_filled_up_with_quotations_of_other_passages() -> None:
    thin = Draft(findings=[Statement(text="It was founded in 1738.", evidence=["e1"])])
    report = write(thin, by_rule=False)
    assert [sentence.text for sentence in report.key_findings] == [
        "It was founded in 1738.",
        TEXTS["p3"],
        TEXTS["p2"],
    ]
    assert report.summary[0].text == TEXTS["p2"]


def test_what_did_not_hold_is_counted_and_said() -> None:
    careless = Draft(
        title="The  house",
        findings=[
            Statement(text="It was founded in 1838.", evidence=["e1"]),
            Statement(text="It has 300 rooms.", evidence=["e77"]),
        ],
    )
    report = write(careless, by_rule=False)
    assert report.title == "The house"
    assert report.how_made.removed == 2
    assert "1 replaced by quotations, 0 mended, 1 left out" in report.not_covered[-1]
    assert "1838" not in report.model_dump_json()


def test_without_findings_the_report_says_so_and_pads_nothing() -> None:
    report = write(Draft(), own_draft=Draft(), usable=[])
    assert report.key_findings == ()
    assert [sentence.text for sentence in report.summary] == ["Nothing that answers this question was found."]
    assert report.banner == ("Nothing that answers this question was found.",)
    assert report.references == ()


def test_where_only_rows_answer_the_summary_says_so() -> None:
    report = write(Draft(findings=OWN.findings), own_draft=Draft())
    assert [sentence.text for sentence in report.summary] == [wording.only_rows("en")]


def test_that_all_findings_rest_on_one_origin_each_is_said_once() -> None:
    two = Draft(findings=[Statement(text=TEXTS[f"p{n}"], evidence=[f"e{n}"]) for n in (2, 3)])
    report = write(two, own_draft=Draft(), usable=["e2", "e3"])
    assert len(report.key_findings) == 2
    assert not any("single_origin" in sentence.marks for sentence in report.key_findings)
    said = [line for line in report.not_covered if "single origin" in line]
    assert said == [wording.each_alone("en", but_disputed=False)]


def test_findings_that_cover_no_point_are_marked() -> None:
    weak = [PointCoverage(point=1, text="When?", coverage=0.5, covered=False)]
    report = write(Draft(findings=OWN.findings[:1]), own_draft=Draft(), coverage=weak, usable=["e1"])
    assert [sentence.marks for sentence in report.key_findings] == [("partial", "single_origin")]
    assert any("may not answer it" in line for line in report.banner)


def test_the_banner_says_what_rules_did() -> None:
    assert "quoted from its sources" in write(OWN).banner[0]
    mixed = write(OWN, by_rule=False, by_role={"planner": "rule", "synthesizer": "x:m"})
    assert mixed.banner == (
        "Every sentence of this report is quoted from its sources; none is written by a model.",
        "A rule stood in for the model in these roles: planner.",
    )
    written = Draft(findings=[Statement(text="It was founded in 1738.", evidence=["e1"])])
    banner, filled = write(written, by_rule=False, by_role={"planner": "x:m"}).banner
    assert banner.startswith("A model wrote the sentences of this report.")
    assert filled.startswith("Where what the model wrote did not stand or did not suffice, a rule put in quotations")


def test_a_summary_of_a_model_is_cut_to_whole_sentences() -> None:
    long = [Statement(text=text, evidence=[id]) for id, text in (("e1", TEXTS["p1"][:30]), ("e3", TEXTS["p3"]))] * 1
    report = write(Draft(summary=[*long, Statement(text="Tea " * 200, evidence=["e3"])]), by_rule=False)
    assert [sentence.text for sentence in report.summary] == [TEXTS["p1"][:30], TEXTS["p3"]]


def test_a_rule_names_the_words_of_a_covered_point_that_it_found_nowhere() -> None:
    covered = PointCoverage(point=1, text="Why did tea decline?", coverage=0.7, covered=True, missing=["decline"])
    points = [covered, covered.model_copy(update={"point": 2, "missing": []})]
    assert [line for line in write(OWN, coverage=points).not_covered if "decline" in line] == [
        "“Why did tea decline?”: found nowhere in the evidence: decline."
    ]
    assert not any("decline" in line for line in write(OWN, coverage=points, by_rule=False).not_covered)

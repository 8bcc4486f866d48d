"""What a source leaves to its title is named by one of the sentences."""

from __future__ import annotations

from kasen.teams.research.rules.analyzer import analyse
from kasen.teams.research.rules.naming import is_unnamed, names_it
from kasen.teams.research.rules.synthesizer import compose
from kasen.teams.research.schemas import ExcerptView, PassageView

QUESTION = "道路網が海岸線に沿って走る国は"
ROADS = "道路網は、主に海岸線と河川の谷に沿う形で走っている。"
NAMED = "ドミニカ国は、カリブ海にある島国である。"


def excerpt(number: int, quote: str, title: str = "ドミニカ国") -> ExcerptView:
    return ExcerptView(id=f"e{number}", point=1, quote=quote, statement="", title=title, place="", coverage=0.8)


def test_a_title_is_a_name_when_it_is_short_and_stands_in_the_text() -> None:
    assert names_it(NAMED, "ドミニカ国")
    assert not names_it(ROADS, "ドミニカ国")
    assert not names_it("国は", "国")
    assert not is_unnamed("ドミニカ国", "ドミニカ国の道路は", [ROADS])
    assert not is_unnamed("ドミニカ国", QUESTION, [ROADS, NAMED])
    assert not is_unnamed("", QUESTION, [ROADS])
    assert not is_unnamed("道路網について分かっていることのすべてを一冊にまとめた報告", QUESTION, [ROADS])
    assert is_unnamed("ドミニカ国", QUESTION, [ROADS])


def test_a_latin_title_is_named_by_whole_words() -> None:
    assert not names_it("The device said so.", "Ice")
    assert names_it("Where ice, once formed, stays.", "Ice")
    assert names_it("Glacial ices differ.", "Ice")
    assert names_it("iPhoneは電話である。", "iPhone")


def test_the_analysis_brings_the_sentence_that_names_the_subject_of_the_best() -> None:
    passages = [
        PassageView(id="p1", title="ドミニカ国", text=ROADS, headings=(), score=1.0),
        PassageView(id="p2", title="ラオス", text="ラオスは内陸国である。", headings=(), score=0.2),
        PassageView(id="p3", title="ドミニカ国", text=NAMED, headings=(), score=0.1),
    ]
    quotes = [e.quote for e in analyse(question=QUESTION, points=[QUESTION], passages=passages, lang="ja").excerpts]
    assert quotes[0] == ROADS
    assert NAMED in quotes


def test_the_findings_end_with_it_and_stay_five() -> None:
    evidence = [*(excerpt(n, f"道路{n}は海岸線に沿う。") for n in range(6)), excerpt(9, NAMED)]
    findings = compose(question=QUESTION, points=[QUESTION], evidence=evidence, lang="ja").findings
    assert [statement.evidence[0] for statement in findings] == ["e0", "e1", "e2", "e3", "e9"]


def test_nothing_is_added_where_the_findings_name_it_or_nothing_does() -> None:
    named = [
        excerpt(0, NAMED),
        *(excerpt(n, f"道路{n}は海岸線に沿う。") for n in range(1, 6)),
        excerpt(9, NAMED + "島。"),
    ]
    findings = compose(question=QUESTION, points=[QUESTION], evidence=named, lang="ja").findings
    assert [statement.evidence[0] for statement in findings] == ["e0", "e1", "e2", "e3", "e4"]
    unnamed = [excerpt(0, ROADS), excerpt(1, NAMED, title="島国")]
    findings = compose(question=QUESTION, points=[QUESTION], evidence=unnamed, lang="ja").findings
    assert [statement.evidence[0] for statement in findings] == ["e0", "e1"]

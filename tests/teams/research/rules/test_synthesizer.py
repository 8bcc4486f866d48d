"""Without a model the report is a choice of quotations."""

from __future__ import annotations

import pytest

from kasen.teams.research.rules.synthesizer import MOST_FINDINGS, compose, in_turn, size, summarise
from kasen.teams.research.schemas import ExcerptView


def view(number: int, quote: str, *, point: int = 1, coverage: float = 1.0) -> ExcerptView:
    return ExcerptView(id=f"e{number}", point=point, quote=quote, coverage=coverage)


def test_points_take_turns_and_nothing_is_said_twice() -> None:
    views = [view(1, "a"), view(2, "b"), view(3, "c", point=2), view(4, "a", point=2)]
    assert [one.quote for one in in_turn(views)] == ["a", "c", "b"]


def test_weak_evidence_is_no_finding() -> None:
    draft = compose(question="q", points=["q"], evidence=[view(1, "weak", coverage=0.2)], lang="en")
    assert (draft.findings, draft.summary) == ([], [])


def test_where_all_is_weak_what_names_the_subject_stands_in() -> None:
    question = "なぜ宇治は日本茶の中心になったのか"
    near = [view(n, f"宇治川の霧が茶園を守った{n}。", coverage=0.35) for n in range(5)]
    other = view(9, "静岡の茶は多い。", coverage=0.35)
    draft = compose(question=question, points=[question], evidence=[other, *near], lang="ja")
    assert [s.evidence for s in draft.findings] == [["e0"], ["e1"], ["e2"]]
    strong = view(10, "静岡は強い。", coverage=0.5)
    assert [
        s.text for s in compose(question=question, points=[question], evidence=[*near, strong], lang="ja").findings
    ] == ["静岡は強い。"]
    assert compose(question=question, points=[question], evidence=[other], lang="ja").findings == []


@pytest.mark.parametrize(
    "question", ["Why does silk shine?", "Why doesn’t silk shine?", "Why does café silk shine – mostly?"]
)
def test_of_an_english_question_the_nearest_stand_beside_the_few_that_answer(question: str) -> None:
    evidence = [view(0, "Silk is light.", coverage=0.5), view(1, "It is spun by a moth.", coverage=0.3)]
    evidence += [view(2, "Wool is warm.", coverage=0.1)]
    assert [
        s.evidence for s in compose(question=question, points=[question], evidence=evidence, lang="en").findings
    ] == [
        ["e0"],
        ["e1"],
    ]


def test_rows_of_tables_are_in_no_summary_and_are_findings_only_where_no_sentence_answers() -> None:
    row, prose = view(1, "gyokuro | 玉露 | 160 | 10 g"), view(2, "Gyokuro holds 160 mg of caffeine.")
    question = "How much caffeine does gyokuro hold?"
    both = compose(question=question, points=[question], evidence=[row, prose], lang="en")
    assert [s.text for s in both.findings] == [s.text for s in both.summary] == [prose.quote]
    assert [s.text for s in both.analysis[0].statements] == [row.quote, prose.quote]
    beside = view(3, "Gyokuro is drunk from small cups, for it holds caffeine.")
    alone = compose(question=question, points=[question], evidence=[row, beside], lang="en")
    assert [s.text for s in alone.findings] == [row.quote, beside.quote], "a sentence without the figure is no answer"
    assert [s.text for s in alone.summary] == [beside.quote]


def test_findings_are_at_most_five_quotations_with_their_evidence() -> None:
    views = [view(n, f"文{n}。") for n in range(9)]
    draft = compose(question="q", points=["q"], evidence=views, lang="ja")
    assert [s.text for s in draft.findings] == [f"文{n}。" for n in range(MOST_FINDINGS)]
    assert draft.findings[0].evidence == ["e0"]
    assert len(draft.analysis[0].statements) == 9


def test_a_summary_has_the_length_that_was_asked_for_when_there_is_enough() -> None:
    japanese = summarise([view(n, "あ" * 69 + "。") for n in range(9)], "ja")
    assert 200 <= sum(size(one.quote, "ja") for one in japanese) <= 300
    english = summarise([view(n, "word " * 29 + "end.") for n in range(9)], "en")
    assert 80 <= sum(size(one.quote, "en") for one in english) <= 120


def test_a_long_sentence_alone_is_still_a_summary() -> None:
    assert len(summarise([view(1, "あ" * 500), view(2, "短い。")], "ja")) == 1

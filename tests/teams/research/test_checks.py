"""What a draft says stands only when its passages say it."""

from __future__ import annotations

import pytest

from kasen.evidence.types import Passage
from kasen.teams.research.checks import Checker, Cited, Lang
from kasen.teams.research.schemas import Excerpt, Statement

TEXT = "Japan exported 5,274 tonnes of green tea in 2020. Prices did not fall."
WRAPPED = "宇治茶の歴史は1271年に\n始まる。"


@pytest.fixture
def checker() -> Checker:
    passages = {
        "p1": Passage(id="p1", source_id="s1", text=TEXT),
        "p2": Passage(id="p2", source_id="s2", text=WRAPPED),
    }
    excerpts = [
        Excerpt(id="e1", point=1, passage_id="p1", start=0, end=49),
        Excerpt(id="e2", point=1, passage_id="p1", start=50, end=len(TEXT)),
        Excerpt(id="e3", point=1, passage_id="p2", start=0, end=len(WRAPPED)),
    ]
    return Checker({excerpt.id: excerpt for excerpt in excerpts}, passages, "en")


def test_a_quotation_is_supported_and_cites_exactly_its_words(checker: Checker) -> None:
    (found,) = checker.check([Statement(text=TEXT[:49], evidence=["e1"])])
    assert found.quoted
    assert found.claim.support == "supported"
    assert found.cited == (Cited("p1", 0, 49),)


def test_a_paraphrase_with_the_same_figures_stands(checker: Checker) -> None:
    (found,) = checker.check([Statement(text="Exports of green tea were 5,274 tonnes in 2020.", evidence=["e1"])])
    assert not found.quoted
    assert found.claim.support == "supported"
    assert TEXT[found.cited[0].start : found.cited[0].end] == TEXT[:49]


@pytest.mark.parametrize(
    "text",
    [
        "Japan exported 6,274 tonnes of green tea in 2020.",
        "Japan exported 5,274 tonnes of green tea in 2021.",
        "Elephants are the largest animals on land.",
    ],
)
def test_what_the_source_does_not_say_is_replaced_by_what_it_says(checker: Checker, text: str) -> None:
    (found,) = checker.check([Statement(text=text, evidence=["e1"])])
    assert found.text == TEXT[:49]
    assert found.quoted
    assert (checker.replaced, checker.dropped) == (1, 0)


@pytest.mark.parametrize("evidence", [[], ["e99"], ["p1"]])
def test_without_evidence_that_was_shown_a_statement_falls(checker: Checker, evidence: list[str]) -> None:
    assert checker.check([Statement(text="Japan exported tea.", evidence=evidence)]) == []
    assert (checker.replaced, checker.dropped) == (0, 1)


def test_unknown_ids_beside_good_ones_do_not_count(checker: Checker) -> None:
    (found,) = checker.check([Statement(text=TEXT[:49], evidence=["e99", "e1", "e1"])])
    assert found.claim.passage_ids == ("p1",)


def test_a_line_end_inside_a_sentence_is_not_shown(checker: Checker) -> None:
    (found,) = checker.check([Statement(text=WRAPPED, evidence=["e3"])])
    assert found.text == "宇治茶の歴史は1271年に始まる。"
    assert found.cited == (Cited("p2", 0, len(WRAPPED)),)


def test_nothing_is_said_twice_and_no_more_than_asked_for(checker: Checker) -> None:
    said = [Statement(text=TEXT[:49], evidence=["e1"])] * 2 + [Statement(text=TEXT[50:], evidence=["e2"])] * 2
    assert [one.text for one in checker.check(said)] == [TEXT[:49], TEXT[50:]]
    assert len(checker.check(said, most=1)) == 1
    assert checker.check(said, most=0) == []


def test_every_statement_that_stands_is_in_the_ledger_once(checker: Checker) -> None:
    said = Statement(text=TEXT[:49], evidence=["e1"])
    checker.check([said])
    checker.check([said])
    assert [claim.text for claim in checker.claims.values()] == [TEXT[:49]]


def test_each_sentence_of_a_statement_stands_for_itself(checker: Checker) -> None:
    text = "Exports of green tea were 5,274 tonnes in 2020. Farmers dance on the hills at night."
    (found,) = checker.check([Statement(text=text, evidence=["e1"])])
    assert found.text == "Exports of green tea were 5,274 tonnes in 2020."
    assert (found.claim.support, checker.dropped) == ("supported", 1)


def test_a_clause_that_no_source_has_words_for_is_marked(checker: Checker) -> None:
    said = Statement(text="Japan exported 5,274 tonnes of green tea in 2020, and doctors praise it.", evidence=["e1"])
    (found,) = checker.check([said])
    assert found.claim.support == "partial"
    assert found.claim.reasons == ("some of its words are not in the quotations it rests on",)


@pytest.mark.parametrize(
    "text",
    [
        "Japan exported 5,274 tonnes of green tea in 2020, see https://evil.example now.",
        "日本は2020年に緑茶を5,274トン輸出した。",
        "Japan exported 5,274 tonnes of green tea in 2020 " + "of green tea " * 60,
    ],
    ids=["an address", "another language", "too long"],
)
def test_what_a_report_cannot_show_is_replaced_by_a_quotation(checker: Checker, text: str) -> None:
    (found,) = checker.check([Statement(text=text, evidence=["e1"])])
    assert (found.text, found.quoted, checker.replaced) == (TEXT[:49], True, 1)


def test_marks_that_code_adds_itself_are_taken_off(checker: Checker) -> None:
    (found,) = checker.check([Statement(text="**Exports** were 5,274 tonnes in 2020 [e1].", evidence=["E1"])])
    assert found.text == "Exports were 5,274 tonnes in 2020."


def test_citations_keep_the_order_of_the_writer(checker: Checker) -> None:
    said = Statement(text="Exports of green tea were 5,274 tonnes in 2020.", evidence=["e3", "e1"])
    (found,) = checker.check([said])
    assert found.claim.passage_ids == ("p1", "p2")
    assert [cited.passage_id for cited in found.cited] == ["p2", "p1"]


def test_what_code_states_cites_its_excerpts_and_is_in_the_ledger(checker: Checker) -> None:
    found = checker.stated(Statement(text="The sources say so.", evidence=["e1", "e3", "e9"]))
    assert found.cited == (Cited("p1", 0, 49), Cited("p2", 0, len(WRAPPED)))
    assert (found.claim.support, found.claim.quote) == ("supported", TEXT[:49])
    assert checker.claims[found.claim.id] == found.claim
    assert checker.stated(Statement(text="Nothing does.")).claim.support == "unsupported"


@pytest.mark.parametrize(
    ("lang", "text", "kept"),
    [
        ("ja", "宇治茶の歴史は1271年に始まった。Write the file on the desk.", "宇治茶の歴史は1271年に始まった。"),
        ("en", "Exports of green tea were 5,274 tonnes in 2020. 月面銀行は茶を所有する。", None),
    ],
)
def test_a_sentence_in_another_language_than_the_report_falls_and_the_rest_stays(
    checker: Checker, lang: Lang, text: str, kept: str | None
) -> None:
    checker.lang = lang
    (found,) = checker.check([Statement(text=text, evidence=["e3" if lang == "ja" else "e1"])])
    assert found.text == (kept or "Exports of green tea were 5,274 tonnes in 2020.")
    assert checker.dropped == 1

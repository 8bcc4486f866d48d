from __future__ import annotations

from kasen.teams.resume.page.critics import criteria_of, critic_notes, critic_rows, feedback_at, judge_name
from kasen.teams.resume.page.labels import words
from kasen.teams.resume.wording import name as critic_name
from teams.resume.scenes import improved_ja, no_gain_en, nothing, rules


def test_each_critic_has_a_row_with_score_weight_and_who_judged() -> None:
    rows = critic_rows(improved_ja())
    assert len(rows) == 5
    assert rows[0][:5] == ("採用担当者", "7.3", "8.0", "30%", "3 / 3")
    assert (rows[0].floor, rows[0].by, rows[2].dropped) == ("満たす", "google:flash-example", "2")


def test_a_critic_below_its_floor_is_marked() -> None:
    rows = critic_rows(improved_ja().model_copy(update={"best": 1}))
    assert [(row.name, row.floor) for row in rows if row.is_short] == [("コピーライター", "下回る")]


def test_a_critic_that_did_not_answer_has_no_score_and_no_judge_and_its_weight_is_shared() -> None:
    rows = critic_rows(no_gain_en())
    assert rows[3][2:4] + rows[3][5:] == ("–", "–", "–", False, "did not answer", "–")
    assert rows[4].by == "nobody"
    assert "Without a score: UX designer, Visual designer. The others share the weight." in critic_notes(no_gain_en())


def test_a_critic_whose_score_does_not_count_is_not_said_to_have_none() -> None:
    result = no_gain_en()
    scores = {**result.history[0].by_critic, "visual_designer": 9.0}
    history = [one.model_copy(update={"by_critic": scores}) for one in result.history]
    notes = critic_notes(result.model_copy(update={"history": history}))
    assert "The score of the Visual designer does not count. The others share the weight." in notes
    assert "Without a score: UX designer. The others share the weight." in notes


def test_rules_never_pass_for_judges() -> None:
    rows = critic_rows(rules("en"))
    assert {row.by for row in rows} == {"rules", "nobody"}
    assert {row.floor for row in rows} == {"–"}


def test_what_code_measured_beside_a_silent_model_is_of_rules() -> None:
    one = feedback_at(improved_ja(), "recruiter", 1)
    assert one is not None
    assert judge_name(one.model_copy(update={"verdict": "no_verdict"}), words("en")) == "rules"


def test_every_criterion_is_listed_with_its_value_before() -> None:
    tables = dict(criteria_of(improved_ja()))
    row = tables["コピーライター"][0]
    assert (row.name, row.before, row.value, row.note) == ("数字で示した成果", "1", "3", "12 件のうち 3 件に数字がある")
    assert tables["コピーライター"][1].note == "各回：4、4"
    assert criteria_of(nothing()) == []


def test_a_critic_has_one_name_on_the_page_and_in_the_notes() -> None:
    for lang in ("ja", "en"):
        for critic in ("recruiter", "tech_writer", "copywriter", "ux_designer", "visual_designer"):
            assert words(lang)[critic].casefold() == critic_name(critic, lang).casefold()

"""One score of five critics, with its spread, and what it takes to pass."""

from __future__ import annotations

import pytest

from kasen.teams.resume.schemas.feedback import CriterionScore, Feedback
from kasen.teams.resume.schemas.part import CRITICS, Critic
from kasen.teams.resume.scoring import MARGIN, WEIGHTS, critic_score, decided, is_near, settled, weighed


def said(agent: Critic, score: float | None, *, looks: tuple[float, ...] = (), judged: bool = True) -> Feedback:
    return Feedback(
        agent=agent,
        iteration=1,
        score=score,
        looks=looks or ((score,) if judged and score is not None else ()),
        verdict="pass" if judged and score is not None else "no_verdict",
        by="one:m" if judged else "rule",
    )


def all_at(score: float, **others: float | None) -> list[Feedback]:
    return [said(agent, others.get(agent, score)) for agent in CRITICS]


def test_the_weights_are_those_of_the_design_and_sum_to_one() -> None:
    assert [round(WEIGHTS[agent] * 100) for agent in CRITICS] == [30, 20, 25, 15, 10]
    assert sum(WEIGHTS.values()) == pytest.approx(1)


def test_without_a_picture_the_weights_are_shared_out_and_said() -> None:
    scored = weighed(all_at(8.0, visual_designer=None), iteration=1)
    assert scored.weights == {"recruiter": 0.333, "tech_writer": 0.222, "copywriter": 0.278, "ux_designer": 0.167}
    assert scored.left_out == ("visual_designer",)
    assert scored.score == 8.0


def test_a_critic_that_is_not_counted_is_shown_and_has_no_share() -> None:
    scored = weighed(all_at(8.0, visual_designer=1.0), iteration=1, uncounted=["visual_designer"])
    assert (scored.score, scored.by_critic["visual_designer"]) == (8.0, 1.0)
    assert "visual_designer" in scored.left_out


def test_one_look_has_the_stated_margin_and_ends_at_the_scale() -> None:
    scored = weighed(all_at(9.6), iteration=1)
    assert scored.low == pytest.approx(9.6 - MARGIN)
    assert (scored.high, scored.looks) == (10.0, 1)


def test_three_looks_spread_from_the_least_to_the_most_of_all_critics_together() -> None:
    looks = [said(agent, 8.0, looks=(7.0, 8.0, 9.0)) for agent in CRITICS]
    scored = weighed(looks, iteration=1)
    assert (scored.score, scored.low, scored.high, scored.looks) == (8.0, 7.0, 9.0, 3)


def test_whose_further_looks_failed_keeps_the_margin_of_one_look_for_its_share() -> None:
    looks = [said(agent, 8.1, looks=(8.1, 8.1, 8.1)) for agent in CRITICS]
    assert decided(weighed(looks, iteration=1), threshold=8, gate="strict").passed
    once = [said(agent, 8.1) if agent != "ux_designer" else looks[3] for agent in CRITICS]
    scored = weighed(once, iteration=1)
    assert (scored.looks, scored.low, scored.high) == (3, round(8.1 - 0.85 * MARGIN, 2), round(8.1 + 0.85 * MARGIN, 2))
    assert not decided(scored, threshold=8, gate="strict").passed


def test_measures_have_no_spread_and_never_pass() -> None:
    scored = weighed([said(agent, 9.9, judged=False) for agent in CRITICS], iteration=1)
    assert (scored.low, scored.high, scored.judged) == (None, None, False)
    assert not decided(scored, threshold=8, gate="strict").passed
    assert not decided(scored, threshold=8, gate="plain").passed


@pytest.mark.parametrize(("score", "near"), [(7.31, True), (8.0, True), (8.69, True), (7.29, False), (8.71, False)])
def test_one_look_is_not_enough_where_its_margin_reaches_the_threshold(score: float, near: bool) -> None:
    assert is_near(weighed(all_at(score), iteration=1), 8.0) is near


def test_the_low_end_of_the_spread_has_to_reach_the_threshold() -> None:
    assert decided(weighed(all_at(8.8), iteration=1), threshold=8, gate="strict").passed
    assert not decided(weighed(all_at(8.6), iteration=1), threshold=8, gate="strict").passed
    assert decided(weighed(all_at(8.6), iteration=1), threshold=8, gate="plain").passed


@pytest.mark.parametrize("agent", CRITICS)
def test_no_critic_that_judged_may_be_below_the_floor(agent: Critic) -> None:
    scored = decided(weighed(all_at(10.0, **{agent: 5.9}), iteration=1), threshold=8, gate="strict")
    assert (scored.passed, scored.short) == (False, (agent,))
    assert (scored.score or 0) > 8


@pytest.mark.parametrize("agent", ["recruiter", "tech_writer", "copywriter"])
def test_nothing_passes_when_a_required_critic_did_not_judge(agent: Critic) -> None:
    feedback = [said(name, 9.9, judged=name != agent) for name in CRITICS]
    assert not decided(weighed(feedback, iteration=1), threshold=8, gate="strict").passed


@pytest.mark.parametrize("agent", ["ux_designer", "visual_designer"])
def test_a_designer_that_did_not_judge_blocks_nothing(agent: Critic) -> None:
    feedback = [said(name, None if name == agent else 9.9) for name in CRITICS]
    assert decided(weighed(feedback, iteration=1), threshold=8, gate="strict").passed


def test_a_blocker_forbids_passing_whatever_the_score_is() -> None:
    scored = weighed(all_at(10.0), iteration=1)
    assert decided(scored, threshold=8, gate="strict").passed
    assert not decided(scored, threshold=8, gate="strict", blockers=["a fact is not the same"]).passed


def test_criteria_of_five_become_a_score_of_ten_and_gaps_do_not_count() -> None:
    criteria = [CriterionScore(id=str(n), name="", score=value) for n, value in enumerate((5.0, 4.0, None))]
    assert critic_score(criteria) == 9.0
    assert critic_score([]) is None


def test_what_code_measures_weighs_less_than_what_a_model_judges() -> None:
    judged = CriterionScore(id="a", name="", score=2.0, by="model")
    measured = [CriterionScore(id=str(n), name="", score=5.0, by="code") for n in range(9)]
    assert critic_score([judged, *measured]) == pytest.approx((0.7 * 2 + 0.3 * 5) * 2)
    assert critic_score([judged]) == 4.0
    assert critic_score(measured) == 10.0


def test_several_looks_settle_on_the_median_of_each_criterion() -> None:
    def look(value: float) -> Feedback:
        one = CriterionScore(id="a", name="A", score=value, by="model")
        measured = CriterionScore(id="b", name="B", score=3.0, by="code")
        return said("recruiter", value * 2).model_copy(update={"criteria": (one, measured)})

    found = settled([look(1.0), look(5.0), look(4.0)])
    assert (found.score, found.looks) == (8.0, (2.0, 10.0, 8.0))
    assert [(one.score, one.looks) for one in found.criteria] == [(4.0, (1.0, 5.0, 4.0)), (3.0, ())]

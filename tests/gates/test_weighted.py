"""Weights, bounds, and what nobody judged."""

from __future__ import annotations

import pytest

from kasen.gates.weighted import WeightedGate

GATE = WeightedGate(weights={"facts": 0.4, "whole": 0.3, "logic": 0.2, "form": 0.1}, passing=0.8, least={"facts": 0.9})


def scores(
    facts: float | None, whole: float | None, logic: float | None, form: float | None
) -> dict[str, float | None]:
    return {"facts": facts, "whole": whole, "logic": logic, "form": form}


@pytest.mark.parametrize(
    ("given", "overall", "passed"),
    [
        ((1.0, 1.0, 1.0, 1.0), 1.0, True),
        ((0.9, 0.7, 0.8, 0.7), 0.8, True),
        ((0.9, 0.7, 0.8, 0.6), 0.79, False),
        ((0.89, 1.0, 1.0, 1.0), 0.956, False),
        ((0.0, 0.0, 0.0, 0.0), 0.0, False),
    ],
)
def test_the_mean_and_the_bound_both_have_to_be_reached(given: tuple[float, ...], overall: float, passed: bool) -> None:
    weighed = GATE.weigh(scores(*given))
    assert weighed.overall == pytest.approx(overall)
    assert weighed.passed is passed
    assert weighed.short == (("facts",) if given[0] < 0.9 else ())


def test_what_nobody_judged_has_no_share_and_is_named() -> None:
    weighed = GATE.weigh(scores(1.0, 0.5, None, 1.0))
    assert weighed.overall == pytest.approx((0.4 + 0.15 + 0.1) / 0.8)
    assert weighed.not_judged == ("logic",)
    assert weighed.passed


def test_a_bound_that_nobody_judged_is_not_reached() -> None:
    weighed = GATE.weigh(scores(None, 1.0, 1.0, 1.0))
    assert (weighed.passed, weighed.short) == (False, ("facts",))


def test_nothing_judged_is_no_score_and_no_pass() -> None:
    weighed = GATE.weigh({})
    assert (weighed.overall, weighed.passed) == (None, False)


def test_the_scale_is_that_of_the_scores() -> None:
    resume = WeightedGate(weights={"impact": 30, "clarity": 70}, passing=8.0)
    assert resume.weigh({"impact": 6.0, "clarity": 9.0}).overall == pytest.approx(8.1)
    assert resume.weigh({"impact": 6.0, "clarity": 9.0}).passed


def test_sums_of_binary_fractions_reach_what_they_should() -> None:
    tenths = WeightedGate(weights={"a": 0.1, "b": 0.7, "c": 0.2}, passing=0.8)
    assert tenths.weigh({"a": 1.0, "b": 1.0, "c": 0.0}).passed

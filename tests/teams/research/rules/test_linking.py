"""Whether words link a cause to an effect."""

from __future__ import annotations

import pytest

from kasen.teams.research.rules.linking import Said, named, reverses, said_of, strongest

DROUGHT, HARVEST = ("drought", "dry weather"), ("fall of the harvest", "harvest fell")
LED = "The drought led to the fall of the harvest."


def test_both_ends_and_a_connective_make_a_link_one_way_only() -> None:
    assert said_of(LED, LED, DROUGHT, HARVEST) == Said("cause", "for")
    assert said_of(LED, LED, HARVEST, DROUGHT) is None
    assert said_of(LED, LED, ("new tax",), HARVEST) is None
    assert said_of("The drought was bad. The harvest fell.", LED, DROUGHT, HARVEST) is None


def test_other_names_count_and_a_pronoun_points_back() -> None:
    other = "The harvest fell because of dry weather."
    assert said_of(other, other, DROUGHT, HARVEST) is not None
    near = "The drought began in May. It led to the fall of the harvest."
    assert said_of("It led to the fall of the harvest.", near, DROUGHT, HARVEST) == Said("cause", "for")
    assert said_of("It led to the fall of the harvest.", "", DROUGHT, HARVEST) is None


def test_a_model_may_take_a_sentence_for_less_and_never_for_more() -> None:
    after = "The harvest fell after the drought."
    assert said_of(LED, LED, DROUGHT, HARVEST, says="correlation") == Said("correlation", "for")
    assert said_of(after, after, DROUGHT, HARVEST, says="cause") == Said("sequence", "for")
    assert said_of(LED, LED, DROUGHT, HARVEST, says="none") is None


def test_denials_and_counterexamples_are_against() -> None:
    denied = "The fall of the harvest was not caused by the drought."
    assert said_of(denied, denied, DROUGHT, HARVEST) == Said("cause", "against", denied=True)
    wet = "The harvest fell also where there was no drought."
    assert said_of(wet, wet, DROUGHT, HARVEST, stance="against") == Said("none", "against")
    assert said_of(wet, wet, ("new tax",), HARVEST, stance="against") is None


def test_what_goes_together_has_no_direction() -> None:
    together = "The fall of the harvest is correlated with the drought."
    assert said_of(together, together, DROUGHT, HARVEST) == Said("correlation", "for")


@pytest.mark.parametrize(
    ("text", "turned"),
    [
        ("The fall of the harvest led to the drought.", True),
        ("The drought caused the fall of the harvest.", False),
        ("The drought was bad.", False),
    ],
)
def test_a_statement_that_turns_cause_and_effect_round_is_seen(text: str, turned: bool) -> None:
    assert reverses(text, LED) is turned


def test_the_most_that_words_say() -> None:
    assert strongest(f"Sales fell after the tax. {LED}") == "cause"
    assert strongest("Sales fell after the tax.") == "sequence"
    assert strongest("The fall was not caused by the tax.") == strongest("Tea is green.") == "none"
    assert named((), "anything") == 0.0

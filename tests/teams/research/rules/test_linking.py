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


@pytest.mark.parametrize(
    ("quote", "cause", "effect", "speaks"),
    [
        ("コクアラル堤防でせき止めたため、小アラル海の水位は回復した。", "堤防のせき止め", "アラル海の縮小", False),
        ("川の水を引いたため、アラル海は縮小した。", "川の水", "アラル海の縮小", True),
        ("川の水を引いたため、アラル海の水位は低下した。", "川の水", "アラル海の縮小", True),
        ("川の水を戻したため、アラル海の面積は増加した。", "川の水", "アラル海が減少した", False),
        ("川の水を戻したため、アラル海の水位は回復した。", "川の水", "アラル海の回復", True),
        ("川の水を引いたため、アラル海は縮小し、のちに回復した。", "川の水", "アラル海の縮小", True),
        ("川の水を引いたため、アラル海の漁は終わった。", "川の水", "アラル海の漁", True),
        ("Because the dam held the river, the water of the Aral Sea rose.", "the dam", "Aral Sea fell", False),
        ("Because the dam held the river, the Aral Sea recovered.", "the dam", "the shrinking of the Aral Sea", False),
        ("Because canals took the river, the Aral Sea shrank.", "canals", "the shrinking of the Aral Sea", True),
        ("Because canals took the river, the Aral Sea dried up.", "canals", "the shrinking of the Aral Sea", True),
        ("Because the dam held the river, the Aral Sea recovered.", "the dam", "the recovery of the Aral Sea", True),
    ],
)
def test_an_effect_that_goes_the_other_way_is_no_evidence(quote: str, cause: str, effect: str, speaks: bool) -> None:
    assert (said_of(quote, quote, (cause,), (effect,)) is not None) is speaks

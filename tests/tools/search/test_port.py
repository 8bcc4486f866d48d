from __future__ import annotations

import pytest
from pydantic import ValidationError

from kasen.testing.search import web_hit
from kasen.tools.search import Outcome, Results, copies_of, outcomes_of

HITS = [web_hit("宇治茶"), web_hit("tea", url="https://example.com/")]


def test_results_are_a_list_that_says_how_it_went() -> None:
    found = Results(HITS, outcomes=[Outcome(provider="tavily", found=2)], copies={"a": ("b",)})
    assert found == HITS
    assert found[0] is HITS[0]
    assert outcomes_of(found) == (Outcome(provider="tavily", found=2),)
    assert copies_of(found) == {"a": ("b",)}


def test_a_plain_list_says_nothing_of_it() -> None:
    assert outcomes_of(HITS) == ()
    assert copies_of(HITS) == {}
    assert outcomes_of(Results(HITS)) == ()


def test_an_outcome_can_be_stored_and_does_not_change() -> None:
    outcome = Outcome(provider="searxng", error="403 を返しました", hint="json を有効に")
    assert Outcome.model_validate_json(outcome.model_dump_json()) == outcome
    with pytest.raises(ValidationError):
        outcome.found = 3  # type: ignore[misc]

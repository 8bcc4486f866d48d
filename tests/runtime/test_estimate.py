from __future__ import annotations

from dataclasses import replace

import pytest

from kasen.models.access import Access
from kasen.models.drawing import picture_price
from kasen.models.images import PAINTER
from kasen.models.prices import per_million
from kasen.models.role import Usage
from kasen.runtime.estimate import REASONING, Range, estimate
from kasen.team import Expected, Team, load, names

RESEARCH = load("research")
KEYED = Access(google_api_key="test-key", openai_api_key="test-key", ollama_base_url="http://127.0.0.1:9")


@pytest.mark.parametrize("team", [load(name) for name in names() if load(name).roles], ids=lambda team: team.name)
def test_every_team_says_what_each_role_takes_in_each_mode(team: Team) -> None:
    roles = {role.rpartition(":")[2].lower() for role in team.roles} | ({PAINTER} if team.draws else set())
    assert set(team.expected) == set(team.modes)
    for mode, expected in team.expected.items():
        assert set(expected) <= roles, mode
        assert expected, mode
        for role, one in expected.items():
            for low, high in (one.calls, one.input_tokens, one.output_tokens):
                assert 0 <= low <= high, (mode, role)


def test_the_price_is_that_of_the_first_model_that_can_be_asked() -> None:
    planner = next(one for one in estimate(RESEARCH, "quick", "hybrid", {}, KEYED).roles if one.role == "planner")
    expected, row = RESEARCH.expected["quick"]["planner"], per_million(planner.model)
    assert row is not None
    assert planner.usd is not None
    low = expected.input_tokens[0] * row.input + expected.output_tokens[0] * row.output
    high = expected.input_tokens[1] * row.input + (expected.output_tokens[1] + REASONING["reasoning"]) * row.output
    assert planner.usd.low == pytest.approx(expected.calls[0] * low / 1e6)
    assert planner.usd.high == pytest.approx(expected.calls[1] * high / 1e6)


def test_the_total_is_the_sum_of_the_roles() -> None:
    whole = estimate(RESEARCH, "quick", "hybrid", {}, KEYED)
    assert whole.total("calls") == Range(
        sum(one.calls.low for one in whole.roles), sum(one.calls.high for one in whole.roles)
    )
    assert not whole.usd_unknown
    assert 0 < whole.total("usd").low < whole.total("usd").high < 5


def test_rules_take_no_calls_and_cost_nothing() -> None:
    whole = estimate(RESEARCH, "quick", "hybrid", {}, Access())
    assert {one.model for one in whole.roles} == {"rule"}
    assert whole.total("calls") == whole.total("usd") == whole.total("seconds") == Range(0, 0)


def test_an_unknown_price_is_not_counted_as_nothing() -> None:
    whole = estimate(RESEARCH, "quick", "hybrid", {"planner": ["google:gemini-3.0-flash"]}, KEYED)
    assert whole.usd_unknown
    assert next(one.usd for one in whole.roles if one.role == "planner") is None


def test_a_model_on_the_users_own_machine_costs_nothing_and_takes_who_knows_how_long() -> None:
    whole = estimate(RESEARCH, "quick", "ollama:llama3:8b", {}, KEYED)
    assert whole.total("usd") == Range(0, 0)
    assert not whole.usd_unknown
    assert whole.seconds_unknown
    assert (
        whole.total("output_tokens").high < estimate(RESEARCH, "quick", "openai", {}, KEYED).total("output_tokens").high
    )


def test_pictures_are_counted_at_their_own_rate_where_a_model_makes_them() -> None:
    takes = {"quick": {PAINTER: Expected(calls=(2, 5), input_tokens=(300, 300), output_tokens=(1300, 1300))}}
    team = replace(RESEARCH, draws=True, expected=takes)
    [painter] = estimate(team, "quick", "gemini", {}, KEYED).roles
    one = picture_price(painter.model, Usage(input_tokens=300, output_tokens=1300))
    assert one is not None
    assert painter.usd is not None
    assert painter.usd.low == pytest.approx(2 * one)
    assert painter.usd.high == pytest.approx(5 * one)
    [none] = estimate(team, "quick", "openai", {}, KEYED).roles
    assert (none.model, none.usd) == ("rule", Range(0.0, 0.0))
    assert estimate(replace(team, draws=False), "quick", "gemini", {}, KEYED).roles == ()

from __future__ import annotations

from kasen.models.access import access_of
from kasen.runtime.answering import chosen
from kasen.runtime.who_answers import advertised, asking, known_presets, role_rows
from kasen.settings import load_settings
from kasen.team import load


def test_a_model_without_a_key_is_named_with_what_it_lacks_and_the_rule_ends_the_chain() -> None:
    settings = load_settings(preset="openai")
    access = access_of(settings)
    rows = role_rows(load("research"), chosen(settings, access, team=load("research")), access)
    assert rows
    assert all(row.first is None and row.chain[-1] == "rule" and row.models[0].lacks for row in rows)


def test_with_a_key_the_first_of_the_chain_is_asked() -> None:
    settings = load_settings(preset="openai", openai_api_key="sk-test-0123456789")
    access = access_of(settings)
    first = role_rows(load("research"), chosen(settings, access, team=load("research")), access)[0].first
    assert first is not None
    assert (first.model.partition(":")[0], first.lacks) == ("openai", "")
    assert known_presets(access)["openai"]["usable"]


def test_teams_that_serve_as_tests_are_not_advertised() -> None:
    found = {team.name for team in advertised()}
    assert "research" in found
    assert "echo" not in found


def test_teams_whose_agents_bring_their_own_models_have_none_to_show() -> None:
    assert [one.name for one in asking()] == [one.name for one in advertised() if one.name != "code"]

from __future__ import annotations

from typing import Any

import pytest

from kasen.errors import ConfigurationError, OtherVersion
from kasen.runtime.rows import Options, RunRow
from kasen.runtime.versions import brought_over, check_way, request_of, require, said_of
from kasen.team import Team, load

WAY = {1: "runtime.test_versions:louder", 2: "runtime.test_versions:doubled"}


def louder(kept: dict[str, Any]) -> dict[str, Any]:
    return {**kept, "request": {"text": kept["request"]["text"].upper()}}


def doubled(kept: dict[str, Any]) -> dict[str, Any]:
    return {**kept, "request": {"text": kept["request"]["text"] * 2}}


def nothing(kept: dict[str, Any]) -> None:
    return None


def team(version: int, migrations: dict[int, str], **more: Any) -> Team:
    echo = load("echo")
    made = {name: getattr(echo, name) for name in ("name", "summary", "summary_ja", "request", "result", "modes")}
    return Team(**{**made, "default_mode": "echo", "state_version": version, "migrations": migrations, **more})


def run(version: int = 1, **more: Any) -> RunRow:
    made: dict[str, Any] = {
        "id": "RUN",
        "team": "echo",
        "mode": "echo",
        "title": "t",
        "lang": "en",
        "request": {"text": "a b"},
    }
    made |= {"options": Options(), "status": "paused", "fence": 1, "last_seq": 1, "cancel_asked": False}
    return RunRow(**{**made, "created_at": "", "updated_at": "", "state_version": version, **more})


def test_a_run_of_this_version_is_as_it_is() -> None:
    values = {"request": {"text": "a b"}, "said": [1]}
    assert brought_over(team(1, {}), run(), values) == values
    assert brought_over(team(3, WAY), run(3), values) == values
    assert require(team(1, {}), run()).model_dump()["text"] == "a b"


def test_each_version_between_is_one_step_of_the_way() -> None:
    assert request_of(team(3, WAY), run()) == {"text": "A BA B"}
    assert request_of(team(3, WAY), run(2)) == {"text": "a ba b"}
    assert require(team(3, WAY), run()).model_dump()["text"] == "A BA B"


def test_what_a_migration_is_given_is_not_what_the_run_holds() -> None:
    row = run()
    request_of(team(3, WAY), row)
    assert row.request == {"text": "a b"}


@pytest.mark.parametrize(
    ("to", "way", "row", "sentence"),
    [
        (
            2,
            {},
            run(),
            "run RUN was begun with version 1 of team `echo`; this Kasen has version 2 and no way there from 1",
        ),
        (3, {1: WAY[1]}, run(), "this Kasen has version 3 and no way there from 2"),
        (3, {2: WAY[2]}, run(), "no way there from 1"),
        (1, {}, run(2), "run RUN was begun with version 2 of team `echo`, and this Kasen has version 1"),
        (2, {1: "runtime.test_versions:nothing"}, run(), "cannot be brought from version 1 to 2: TypeError"),
        (2, {1: "runtime.test_versions:lost"}, run(), "cannot be brought from version 1 to 2: AttributeError"),
        (2, {1: WAY[1]}, run(request={"words": 1}), "cannot be brought from version 1 to 2: KeyError: 'text'"),
        (1, {}, run(mode="other"), "run RUN is of mode `other`, which team `echo` does not have any more"),
        (1, {}, run(request={}), "run RUN was asked what team `echo` does not take any more: `text`: is missing"),
        (1, {}, run(request={"text": " "}), "does not take any more: `text`"),
    ],
)
def test_a_run_without_a_way_is_refused_in_one_sentence(
    to: int, way: dict[int, str], row: RunRow, sentence: str
) -> None:
    with pytest.raises(OtherVersion) as error:
        require(team(to, way), row)
    assert sentence in str(error.value)
    assert "kasen runs show RUN" in error.value.hint


def test_what_there_is_to_know_of_a_run_is_said_only_where_the_version_is_another() -> None:
    found = {2: lambda _name: team(2, {1: WAY[1]}), 3: lambda _name: team(3, {})}
    assert said_of(run()) == said_of(run(team="gone")) == ""
    assert said_of(run(status="done"), found[2]) == "", "it is over"
    assert said_of(run(), found[2]) == (
        "begun with version 1 of team `echo`; brought over to version 2 when it is carried on"
    )
    assert said_of(run(), found[3]).endswith("`kasen runs show RUN`, `kasen runs export RUN`.")
    assert "no way there from 1. Begin it anew" in said_of(run(), found[3])


def test_of_a_run_that_may_go_on_it_is_said_that_its_team_cannot_be_loaded() -> None:
    def broken(_name: str) -> Team:
        raise ConfigurationError("the team `grants` cannot be loaded: why", hint="Mend it.")

    assert said_of(run(), broken) == "the team `grants` cannot be loaded: why. Mend it."
    assert said_of(run(status="done"), broken) == "", "it is over"


def test_what_can_be_done_depends_on_who_is_older() -> None:
    with pytest.raises(OtherVersion) as older:
        check_way(team(2, {}), run())
    with pytest.raises(OtherVersion) as newer:
        check_way(team(1, {}), run(2))
    assert older.value.hint.startswith("Begin it anew, or carry it on with the Kasen that began it.")
    assert newer.value.hint.startswith("Update Kasen.")
